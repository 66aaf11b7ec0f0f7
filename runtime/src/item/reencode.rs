//! Decodes an item and encodes it again.

use serde::{Serialize, de::DeserializeOwned};

use super::{decode::from_item, encode::encode};
use crate::{Entity, Item, Result};

/// The function [`reencode`] for one entity, instantiated where its bounds are known.
pub(crate) type Reencode = fn(Item) -> Result<Item>;

/// Returns the item that a put of the decoded item would write.
pub(crate) fn reencode<E: Entity + Serialize + DeserializeOwned>(item: Item) -> Result<Item> {
    encode(&from_item::<E>(item)?, None).map(|encoded| encoded.item)
}
