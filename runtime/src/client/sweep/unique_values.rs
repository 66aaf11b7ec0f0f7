//! The sentinels that go with a change of an item.

use crate::{
    client::unique::{Expiry, Sentinel},
    item::{locate::key_item, size::item_bytes},
    physics::capacity::transaction_write_units,
    schema::EntitySchema,
};

/// The sentinels that go with a change of an item.
#[derive(Debug)]
pub(crate) struct Sentinels {
    /// Those of the values that it has then.
    pub(crate) taken: Vec<Sentinel>,
    /// Those of values that it has no longer.
    pub(crate) given_up: Vec<Sentinel>,
    /// When they expire.
    pub(crate) expires: Option<Expiry>,
}

impl Sentinels {
    /// The write units of their actions: each is about as large as two keys.
    pub(super) fn units(&self, entity: &'static EntitySchema) -> u64 {
        let of_one = |sentinel: &Sentinel| transaction_write_units(2 * item_bytes(&key_item(entity, &sentinel.key)));
        self.taken.iter().chain(&self.given_up).map(of_one).fold(0, u64::saturating_add)
    }
}
