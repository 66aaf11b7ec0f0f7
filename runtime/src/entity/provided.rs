//! Connects the provided methods of [`Table`](super::Table) and [`Entity`](super::Entity) to their implementation.
//!
//! Other modules implement these traits for every table and every entity, so that this module does not depend on the
//! codec and the client.

use super::WrittenKey;
use crate::{Result, attributes::Item, schema::EntitySchema};

/// Opens a table: implemented by the SDK's client.
pub trait Connect<T> {
    /// The open table: a [`Handle`](crate::Handle).
    type Handle;

    /// The builder that first compares the table with its declaration: an
    /// [`OpenVerified`](crate::client::OpenVerified).
    type Verified;

    /// Opens the table with this name. Sends no request.
    fn open(self, name: String) -> Self::Handle;

    /// Opens the table with this name after comparing its description with the declaration.
    fn open_verified(self, name: String) -> Self::Verified;
}

/// Encodes an entity that serializes.
pub(crate) trait Encode {
    /// Returns the item that a put writes.
    fn encode(&self) -> Result<Item>;
}

/// Decodes an entity that deserializes.
pub(crate) trait Decode: Sized {
    /// Decodes the entity, if the item belongs to this entity.
    fn decode(item: Item) -> Result<Self>;

    /// Decodes the entity without checking that the item belongs to it.
    fn decode_as(entity: &'static EntitySchema, item: Item) -> Result<Self>;
}

/// Lists the keys of an entity.
pub(crate) trait Keyed {
    /// Returns the table's key first, then one for each index that the item is in.
    fn written_keys(&self) -> Result<Vec<WrittenKey>>;
}
