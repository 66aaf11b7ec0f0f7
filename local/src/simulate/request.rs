//! The requests of writers and readers.

use super::item::Item;
use super::mix::Kind;
use crate::random::Random;

/// One request for one item.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) kind: Kind,
    pub(super) is_transaction: bool,
    /// The item after the request, or before it for a delete.
    pub(super) item: Item,
    /// The item before an update that moves entries.
    pub(super) before: Option<Item>,
}

/// The last items that were created.
#[derive(Debug, Default)]
pub(super) struct Pool {
    items: Vec<Item>,
    next: usize,
}

/// The number of items that are kept.
const MAX_ITEMS: usize = 10_000;

impl Pool {
    /// Adds an item, and removes the oldest one.
    pub(super) fn add(&mut self, item: Item) {
        if self.items.len() < MAX_ITEMS {
            self.items.push(item);
            return;
        }
        self.next %= MAX_ITEMS;
        if let Some(oldest) = self.items.get_mut(self.next) {
            *oldest = item;
        }
        self.next += 1;
    }

    /// Draws the number of one of the 10,000 items, with equal probability. `None` if it was created before the
    /// simulation.
    pub(super) fn any(&self, random: &mut Random) -> Option<usize> {
        let number = random.below(MAX_ITEMS as u64) as usize;
        (number < self.items.len()).then_some(number)
    }

    /// Returns the item with this number, and removes it if it is deleted.
    pub(super) fn take(&mut self, number: usize, is_deleted: bool) -> Option<Item> {
        if is_deleted && number < self.items.len() {
            return Some(self.items.swap_remove(number));
        }
        self.items.get(number).cloned()
    }

    /// Replaces an item.
    pub(super) fn replace(&mut self, number: usize, item: Item) {
        if let Some(old) = self.items.get_mut(number) {
            *old = item;
        }
    }
}
