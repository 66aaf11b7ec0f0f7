//! Decodes the items that errors contain.

use serde::de::DeserializeOwned;

use super::decode::from_item;
use crate::{
    Entity, Result,
    error::{Cancellation, VersionConflict},
};

impl Cancellation {
    /// Decodes the item that did not meet the condition. `None` if the error contains no item.
    ///
    /// # Errors
    ///
    /// [`WrongEntity`](crate::ErrorKind::WrongEntity) for another entity's item, and
    /// [`Decode`](crate::ErrorKind::Decode), which names the attribute.
    pub fn stored<E: Entity + DeserializeOwned>(&self) -> Result<Option<E>> {
        self.stored.clone().map(from_item).transpose()
    }
}

impl VersionConflict {
    /// Decodes the stored item. `None` if the item does not exist.
    ///
    /// # Errors
    ///
    /// [`WrongEntity`](crate::ErrorKind::WrongEntity) for another entity's item, and
    /// [`Decode`](crate::ErrorKind::Decode), which names the attribute.
    pub fn stored<E: Entity + DeserializeOwned>(&self) -> Result<Option<E>> {
        self.stored.clone().map(from_item).transpose()
    }
}
