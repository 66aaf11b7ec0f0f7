//! The cost of a page of a query at worst.

use std::fmt;

use keywright::{QueryCost, Unbounded, physics::WorstPage, schema::EntitySchema};
use serde::{Serialize, Serializer, ser::SerializeStruct as _};

/// The cost of a page at worst, over all distributions of the items to the partition keys, without a filter.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum AtWorst {
    /// In one bucket, if there are buckets.
    Bounded(WorstPage),
    /// No number of requests bounds it, for this reason.
    Unbounded(Unbounded),
}

impl AtWorst {
    pub(crate) fn of(entity: &'static EntitySchema, place: usize, listed: &[&EntitySchema], items: u64) -> Self {
        match QueryCost::page_beside(entity, place, listed, items) {
            Ok(page) => Self::Bounded(page),
            Err(reason) => Self::Unbounded(reason),
        }
    }
}

/// Writes `requests`, without retries, and the eventually consistent `rcu`, which are null if the size of the items is
/// not declared; or, as `unbounded`, the reason.
impl Serialize for AtWorst {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut written = serializer.serialize_struct("AtWorst", 2)?;
        match self {
            Self::Bounded(page) => {
                written.serialize_field("requests", &page.requests)?;
                written.serialize_field("rcu", &page.units)?;
            }
            Self::Unbounded(reason) => written.serialize_field("unbounded", &reason.to_string())?,
        }
        written.end()
    }
}

impl fmt::Display for AtWorst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bounded(page) => page.fmt(f),
            Self::Unbounded(reason) => write!(f, "unbounded: {reason}"),
        }
    }
}
