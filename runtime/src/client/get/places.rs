//! Every place where an item is stored.

use super::Get;
use crate::{Entity, Item, Result};

impl<E: Entity> Get<'_, E> {
    /// The item as it is stored under today's key, then under older ones, the newest first.
    ///
    /// An item that moves to today's key in between is found: items move in this direction only.
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

    /// What is stored under today's key, if it is the item that the key asks for.
    pub(crate) async fn stored_today(&self) -> Result<Option<Item>> {
        let Some(stored) = self.fetch().await? else { return Ok(None) };
        Ok(self.accept(stored.clone())?.map(|_| stored))
    }
}
