//! Computes the keys of items only from field values, for simulations and planning.

use super::{ItemKey, KeyScalar, KeyValue, design::written_design, item, key_schema, shard::shard_in_turn};
use crate::{Result, schema::EntitySchema};

impl EntitySchema {
    /// Returns the shard of an item in the key at this position in [`keys`](EntitySchema::keys), like that of a put,
    /// but with an explicit `turn` for round robin. `None` if the key has no shards, or a hashed field has no value.
    ///
    /// `value` returns the fields by their index in [`fields`](EntitySchema::fields). `table_key` is required if the
    /// shard is a hash of it ([`ShardBy::TableKey`](crate::schema::ShardBy::TableKey)).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for a position without a key or a missing table key,
    /// [`KeyValue`](crate::ErrorKind::KeyValue) for a time that cannot be part of a key.
    pub fn shard_in_turn<'v>(
        &'static self,
        key: usize,
        value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
        table_key: Option<&ItemKey>,
        turn: u32,
    ) -> Result<Option<u32>> {
        shard_in_turn(self, key, value, table_key, &|| turn)
    }

    /// Returns the partition key of an item in the key at this position, as its attribute stores it. `None` if an
    /// absent optional field keeps the item out of the index.
    ///
    /// # Errors
    ///
    /// [`KeyValue`](crate::ErrorKind::KeyValue) for a value that cannot be part of the key, or a missing shard, and
    /// [`KeyTooLong`](crate::ErrorKind::KeyTooLong) for more than 2,048 bytes.
    pub fn partition_key<'v>(
        &'static self,
        key: usize,
        value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
        shard: Option<u32>,
    ) -> Result<Option<KeyScalar>> {
        let (template, _) = written_design(self, key_schema::schema(self, key)?, value);
        item::partition_key(self, key, template, value, shard)
    }

    /// Returns the whole key of an item, as its attributes store it. `None` if an absent optional field keeps the item
    /// out of the index.
    ///
    /// # Errors
    ///
    /// Those of [`partition_key`](Self::partition_key), and a sort key of more than 1,024 bytes.
    pub fn item_key<'v>(
        &'static self,
        key: usize,
        value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
        shard: Option<u32>,
    ) -> Result<Option<ItemKey>> {
        item::item_key(self, key, value, shard)
    }
}
