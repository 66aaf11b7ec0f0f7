//! The capacity that a request consumes of one key.

use crate::{key::KeyScalar, schema::EntitySchema};

/// The capacity that a request consumes of one partition key.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeyUsage<'a> {
    pub(crate) entity: &'static EntitySchema,
    /// The position of the key in the entity's keys. 0 is the table's.
    pub(crate) place: usize,
    pub(crate) partition: &'a KeyScalar,
    /// Capacity units, consumed or rejected. 0 units are not counted.
    pub(crate) units: f64,
    /// Whether the request was rejected because this key was throttled.
    pub(crate) is_refused: bool,
}
