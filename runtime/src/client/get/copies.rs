//! Reads every copy of an item.

use super::{Get, accept_older};
use crate::{Entity, Item, Result, client::legacy::older_items::items_at_one_instant, item::stored::schema};

impl<E: Entity> Get<'_, E> {
    /// Returns the item stored under the current key, then those under older keys, the newest design first.
    ///
    /// If none is found, all keys are read once more at one instant: an item can move between the reads, and if two
    /// releases write at once, in either direction.
    pub(crate) async fn stored_copies(&self) -> Result<Vec<Item>> {
        let mut copies: Vec<_> = self.stored_at_current_key().await?.into_iter().collect();
        for (_, stored) in self.older().await? {
            if !copies.contains(&stored) {
                copies.push(stored);
            }
        }
        if copies.is_empty() && self.has_older_keys()? {
            copies = self.copies_at_one_instant().await?;
        }
        Ok(copies)
    }

    /// Reads all copies at one instant.
    pub(crate) async fn copies_at_one_instant(&self) -> Result<Vec<Item>> {
        let entity = schema::<E>();
        let mut copies = items_at_one_instant(self.handle, entity, &|field| self.key.value(field)).await?;
        let is_copy = |stored: &Item| Ok(accept_older(&self.key, self.decode, stored.clone())?.is_some());
        let accepted = copies.iter().map(is_copy).collect::<Result<Vec<bool>>>()?;
        let mut accepted = accepted.into_iter();
        copies.retain(|_| accepted.next() == Some(true));
        Ok(copies)
    }

    /// Returns the item stored under the current key, if it is the one that the key identifies.
    pub(crate) async fn stored_at_current_key(&self) -> Result<Option<Item>> {
        let Some(stored) = self.fetch().await? else { return Ok(None) };
        Ok(self.accept(stored.clone())?.map(|_| stored))
    }
}
