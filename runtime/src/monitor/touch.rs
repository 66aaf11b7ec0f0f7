//! What a request takes of a key.

use crate::{key::KeyScalar, schema::EntitySchema};

/// What a request takes of one partition key.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Touch<'a> {
    pub(crate) entity: &'static EntitySchema,
    /// The key's place in the entity's keys: 0 is the table's.
    pub(crate) place: usize,
    pub(crate) partition: &'a KeyScalar,
    /// Capacity units, consumed or refused. None are not counted.
    pub(crate) units: f64,
    /// The key throttled.
    pub(crate) is_refused: bool,
}
