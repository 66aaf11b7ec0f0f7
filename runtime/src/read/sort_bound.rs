//! Bounds of sort keys that another entity's query says.

use super::QuerySpec;
use crate::schema::EntitySchema;

/// An end of the sort keys, or both: those for which one of the entities is asked.
#[derive(Debug, Clone)]
pub(crate) struct SortBound {
    pub(crate) entity: &'static EntitySchema,
    /// The place of the entity's key.
    pub(crate) key: usize,
    pub(crate) spec: Box<QuerySpec>,
    pub(crate) is_lower: bool,
    pub(crate) is_upper: bool,
}
