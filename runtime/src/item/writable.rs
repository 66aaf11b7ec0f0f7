//! An entity without its type, so that the writes of whole items are compiled once and not for each entity.

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

    /// The value of a field as keys use it.
    fn value(&self, field: u8) -> Option<KeyValue<'_>>;

    /// The version that the struct holds; `None` if no field is one.
    fn version(&self) -> Result<Option<Version>>;

    /// The version that a write of the struct leaves; `None` if no field is one.
    fn next_version(&self) -> Result<Option<u64>>;

    /// The item, in the struct's own version.
    fn encode(&self, shard: Option<u32>, stamp: Stamp) -> Result<Encoded>;

    /// The item, in the version after the struct's.
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
    /// The table key of the item in this shard.
    ///
    /// # Errors
    ///
    /// A value that cannot be used in a key, and a random shard that is not given.
    pub(crate) fn table_key(&self, shard: Option<u32>) -> Result<ItemKey> {
        shard_is_known(self.schema(), shard)?;
        table_key(self.schema(), &|field| self.value(field), shard)
    }

    /// A random shard for the item, if its table key has random shards. Where none can be picked, encoding says why.
    pub(crate) fn random_shard(&self) -> Option<u32> {
        random_shard(self.schema(), &|field| self.value(field)).unwrap_or(None)
    }
}
