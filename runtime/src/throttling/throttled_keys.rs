//! The keys that throttled a request.

use super::{Limit, Throttle};

/// The table and the indexes of which a key was throttled. Excludes those whose whole throughput was exceeded, because
/// no key is hot then.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Refusing {
    table: bool,
    indexes: Vec<String>,
}

impl Refusing {
    /// A throttle of a key of the table only.
    pub(crate) fn table() -> Self {
        Self { table: true, indexes: Vec::new() }
    }

    /// Whether a key of the table or of this index was throttled.
    pub(crate) fn is_by(&self, index: Option<&str>) -> bool {
        match index {
            None => self.table,
            Some(name) => self.indexes.iter().any(|index| index == name),
        }
    }

    pub(crate) fn of(throttles: &[Throttle]) -> Self {
        let mut refusing = Self::default();
        for throttle in throttles.iter().filter(|throttle| throttle.reason().limit() == Some(Limit::KeyRange)) {
            match throttle.index() {
                Some(index) => refusing.indexes.push(index.to_owned()),
                None => refusing.table = true,
            }
        }
        refusing
    }
}
