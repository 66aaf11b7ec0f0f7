//! A trait object for entities, so that writes of whole items are compiled once and not for each entity.

use serde::Serialize;

use super::{
    encode::{Encoded, encode_at, random_shard, table_key},
    locate::shard_is_known,
    stamp::Stamp,
    stored::schema,
    version::{Version, encode_next, next_version},
};
use crate::{
    Entity, Result,
    key::{ItemKey, KeyValue},
    schema::EntitySchema,
};

/// An entity that can be written as an item.
pub(crate) trait Writable: Sync {
    fn schema(&self) -> &'static EntitySchema;

    /// Returns the value of a field as keys use it.
    fn value(&self, field: u8) -> Option<KeyValue<'_>>;

    /// Returns the struct's version. `None` if no field is a version.
    fn version(&self) -> Result<Option<Version>>;

    /// Returns the version that a write of the struct stores. `None` if no field is a version.
    fn next_version(&self) -> Result<Option<u64>>;

    /// Encodes the item with the struct's own version.
    fn encode(&self, shard: Option<u32>, stamp: Stamp) -> Result<Encoded>;

    /// Encodes the item with the version after the struct's.
    fn encode_next(&self, shard: Option<u32>, stamp: Stamp) -> Result<Encoded>;
}

impl<E: Entity + Serialize> Writable for E {
    fn schema(&self) -> &'static EntitySchema {
        schema::<E>()
    }

    fn value(&self, field: u8) -> Option<KeyValue<'_>> {
        self.__value(field)
    }

    fn version(&self) -> Result<Option<Version>> {
        Version::of(self)
    }

    fn next_version(&self) -> Result<Option<u64>> {
        next_version(self)
    }

    fn encode(&self, shard: Option<u32>, stamp: Stamp) -> Result<Encoded> {
        encode_at(self, shard, stamp)
    }

    fn encode_next(&self, shard: Option<u32>, stamp: Stamp) -> Result<Encoded> {
        encode_next(self, shard, stamp)
    }
}

impl dyn Writable + '_ {
    /// Returns the table key of the item in this shard.
    ///
    /// # Errors
    ///
    /// A value that cannot be used in a key, or a missing random shard.
    pub(crate) fn table_key(&self, shard: Option<u32>) -> Result<ItemKey> {
        shard_is_known(self.schema(), shard)?;
        table_key(self.schema(), &|field| self.value(field), shard)
    }

    /// Selects a random shard for the item, if its table key has them. If that fails, encoding reports the error.
    pub(crate) fn random_shard(&self) -> Option<u32> {
        random_shard(self.schema(), &|field| self.value(field)).unwrap_or(None)
    }
}
