//! Holds the sentinels that are written with a change of an item.

use crate::{
    client::unique::{Expiry, Sentinel},
    item::{locate::key_item, size::item_bytes},
    physics::capacity::transaction_write_units,
    schema::EntitySchema,
};

/// The sentinels that are written with a change of an item.
#[derive(Debug)]
pub(crate) struct Sentinels {
    /// The sentinels of the values after the change.
    pub(crate) taken: Vec<Sentinel>,
    /// The sentinels of the values that the change removes.
    pub(crate) released: Vec<Sentinel>,
    /// The time at which they expire.
    pub(crate) expires: Option<Expiry>,
}

impl Sentinels {
    /// Returns the write units of their actions. Each sentinel is about as large as two keys.
    pub(super) fn units(&self, entity: &'static EntitySchema) -> u64 {
        let of_one = |sentinel: &Sentinel| transaction_write_units(2 * item_bytes(&key_item(entity, &sentinel.key)));
        self.taken.iter().chain(&self.released).map(of_one).fold(0, u64::saturating_add)
    }
}
