//! The keys that a writer would write, from field values alone: for simulations and planning.

use super::{ItemKey, KeyScalar, KeyValue, item, key_schema, shard::shard_in_turn};
use crate::{Result, schema::EntitySchema};

impl EntitySchema {
    /// The shard of an item in the key at this place of [`keys`](EntitySchema::keys), for a writer that has taken so
    /// many turns: as a put picks it, but for its count of turns. `None` where the key has no shards, or a hashed field
    /// no value.
    ///
    /// `value` gives the fields by their place in [`fields`](EntitySchema::fields). `table_key` is needed where the
    /// shard is a hash of it ([`ShardBy::TableKey`](crate::schema::ShardBy::TableKey)).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for a place without a key or a table key that is not
    /// given, [`KeyValue`](crate::ErrorKind::KeyValue) for a time that no key can hold.
    pub fn shard_in_turn<'v>(
        &'static self,
        key: usize,
        value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
        table_key: Option<&ItemKey>,
        turn: u32,
    ) -> Result<Option<u32>> {
        shard_in_turn(self, key, value, table_key, &|| turn)
    }

    /// The partition key of an item in the key at this place, as its attribute stores it. `None` where an optional
    /// field keeps the item out of the index.
    ///
    /// # Errors
    ///
    /// [`KeyValue`](crate::ErrorKind::KeyValue) for a value that cannot stand in the key, or a shard that is missing,
    /// and [`KeyTooLong`](crate::ErrorKind::KeyTooLong) over 2,048 bytes.
    pub fn partition_key<'v>(
        &'static self,
        key: usize,
        value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
        shard: Option<u32>,
    ) -> Result<Option<KeyScalar>> {
        item::partition_key(self, key, &key_schema::schema(self, key)?.partition, value, shard)
    }

    /// The whole key of an item, as its attributes store it. `None` where an optional field keeps the item out of the
    /// index.
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
