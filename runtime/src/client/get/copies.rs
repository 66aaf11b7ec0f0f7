//! Reads every copy of an item.

use super::Get;
use crate::{Entity, Item, Result};

impl<E: Entity> Get<'_, E> {
    /// Returns the item stored under the current key, then those under older keys, the newest design first.
    ///
    /// An item that moves to the current key meanwhile is found, because items move only in this direction.
    pub(crate) async fn stored_copies(&self) -> Result<Vec<Item>> {
        let mut copies: Vec<_> = self.stored_at_current_key().await?.into_iter().collect();
        for (_, stored) in self.older().await? {
            if !copies.contains(&stored) {
                copies.push(stored);
            }
        }
        if copies.is_empty() && self.has_older_keys()? {
            copies.extend(self.stored_at_current_key().await?);
        }
        Ok(copies)
    }

    /// Returns the item stored under the current key, if it is the one that the key identifies.
    pub(crate) async fn stored_at_current_key(&self) -> Result<Option<Item>> {
        let Some(stored) = self.fetch().await? else { return Ok(None) };
        Ok(self.accept(stored.clone())?.map(|_| stored))
    }
}
