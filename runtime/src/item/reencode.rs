//! An item as a put of what it holds would write it.

use serde::{Serialize, de::DeserializeOwned};

use super::{decode::from_item, encode::encode};
use crate::{Entity, Item, Result};

/// [`reencode`] of one entity, chosen where the bounds are judged.
pub(crate) type Reencode = fn(Item) -> Result<Item>;

/// The item that a put of what an item holds would write.
pub(crate) fn reencode<E: Entity + Serialize + DeserializeOwned>(item: Item) -> Result<Item> {
    encode(&from_item::<E>(item)?, None).map(|encoded| encoded.item)
}
