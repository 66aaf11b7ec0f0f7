//! What the provided methods of [`Table`](super::Table) and [`Entity`](super::Entity) call.
//!
//! Modules above this one implement these traits for every table and every entity, so that the traits of the derives
//! need not import the codec and the client.

use super::WrittenKey;
use crate::{Result, attributes::Item, schema::EntitySchema};

/// What opens a table: the SDK's client.
pub trait Connect<T> {
    /// The open table: a [`Handle`](crate::Handle).
    type Handle;

    /// An opening that first looks at the table: an [`OpenVerified`](crate::client::OpenVerified).
    type Verified;

    /// Opens the table of this name. Nothing is sent.
    fn open(self, name: String) -> Self::Handle;

    /// Opens the table of this name after its description was compared with the declaration.
    fn open_verified(self, name: String) -> Self::Verified;
}

/// Encodes an entity that serializes.
pub(crate) trait Encode {
    /// The item that a put writes.
    fn encode(&self) -> Result<Item>;
}

/// Decodes an entity that deserializes.
pub(crate) trait Decode: Sized {
    /// The entity that an item holds, if the item is this entity's.
    fn decode(item: Item) -> Result<Self>;

    /// The entity that an item holds. Whether the item is this entity's is not judged.
    fn decode_as(entity: &'static EntitySchema, item: Item) -> Result<Self>;
}

/// Says which keys an entity has.
pub(crate) trait Keyed {
    /// The table's key first, then one for each index that the entity is in.
    fn written_keys(&self) -> Result<Vec<WrittenKey>>;
}
