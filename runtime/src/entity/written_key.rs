//! Represents the keys of an entity as text.

use std::fmt;

/// A key that an item has: in the table, or in one of its indexes.
///
/// The fields contain the stored key. Its debug output omits the values of sensitive fields.
#[derive(Clone)]
#[non_exhaustive]
pub struct WrittenKey {
    /// The index, or `None` for the table.
    pub index: Option<&'static str>,
    /// The partition key.
    pub partition: String,
    /// The sort key, if there is one.
    pub sort: Option<String>,
    /// The key without sensitive values.
    pub(crate) shown: String,
}

/// Compares the stored keys.
impl PartialEq for WrittenKey {
    fn eq(&self, other: &Self) -> bool {
        (self.index, &self.partition, &self.sort) == (other.index, &other.partition, &other.sort)
    }
}

impl Eq for WrittenKey {}

/// Formats the key without the values of sensitive fields.
impl fmt::Debug for WrittenKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrittenKey").field("index", &self.index).field("key", &self.shown).finish()
    }
}
