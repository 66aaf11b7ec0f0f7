//! The keys of an entity, with those of indexes that its items enter without a declaration.

use super::{EntitySchema, KeySchema};

impl EntitySchema {
    /// The number of keys with which an item is in the table and its indexes: those that the entity declares, then
    /// those of indexes that its items enter [unasked](Self::unasked).
    pub const fn places(&self) -> usize {
        self.keys.len() + self.unasked.len()
    }

    /// Returns the key at this position: in [`keys`](Self::keys) or, from its length on, in
    /// [`unasked`](Self::unasked). The methods about the load and the size of a key, such as [`demand`](Self::demand),
    /// [`risk`](Self::risk) and [`entry_bytes`](Self::entry_bytes), accept these positions.
    pub const fn key_at(&self, place: usize) -> Option<&'static KeySchema> {
        if place < self.keys.len() {
            return Some(&self.keys[place]);
        }
        let place = place - self.keys.len();
        if place < self.unasked.len() { Some(&self.unasked[place]) } else { None }
    }

    /// Iterates over the keys that [`key_at`](Self::key_at) returns, in order.
    pub fn every_key(&self) -> impl Iterator<Item = &'static KeySchema> + use<> {
        self.keys.iter().chain(self.unasked)
    }

    /// Whether the entity does not declare the key at this position.
    pub const fn is_unasked(&self, place: usize) -> bool {
        place >= self.keys.len() && place < self.places()
    }
}
