//! Reads every copy of an item.

use super::Get;
use crate::{Entity, Item, Result};

impl<E: Entity> Get<'_, E> {
    /// Returns the item stored under the current key, then those under older keys, the newest design first.
    ///
    /// An item that moves to the current key meanwhile is found, because items move only in this direction.
    pub(crate) async fn places(&self) -> Result<Vec<Item>> {
        let mut places: Vec<_> = self.stored_today().await?.into_iter().collect();
        for (_, stored) in self.older().await? {
            if !places.contains(&stored) {
                places.push(stored);
            }
        }
        if places.is_empty() && self.has_older_keys()? {
            places.extend(self.stored_today().await?);
        }
        Ok(places)
    }

    /// Returns the item stored under the current key, if it is the one that the key identifies.
    pub(crate) async fn stored_today(&self) -> Result<Option<Item>> {
        let Some(stored) = self.fetch().await? else { return Ok(None) };
        Ok(self.accept(stored.clone())?.map(|_| stored))
    }
}
