//! Selects the shard of an item to write.

use std::borrow::Cow;

#[cfg(any(feature = "client", test))]
use super::turn;
use super::{count_of, hash, join, number, shard_of_values};
use crate::{
    Error, ErrorKind, Result,
    key::{ItemKey, KeyScalar, KeyValue, design::written_design, key_schema::schema},
    schema::{EntitySchema, ShardBy},
};

/// Selects the shard of an item for one of its keys, among those in use at the key's time: by a hash of fields or of
/// the table key, or by round robin. `None` if the key has no shards, or a hashed field is absent.
///
/// # Errors
///
/// A time that cannot be part of a key, or a missing table key if the shard is a hash of it.
#[cfg(any(feature = "client", test))]
pub(crate) fn shard_of<'v>(
    entity: &'static EntitySchema,
    key: usize,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    table_key: Option<&ItemKey>,
) -> Result<Option<u32>> {
    shard_in_turn(entity, key, value, table_key, &|| turn::next(entity.table.name, entity.name))
}

/// Selects the shard like `shard_of`, for a caller that counts the turns itself.
pub(crate) fn shard_in_turn<'v>(
    entity: &'static EntitySchema,
    key: usize,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    table_key: Option<&ItemKey>,
    turn: &dyn Fn() -> u32,
) -> Result<Option<u32>> {
    let schema = schema(entity, key)?;
    let (_, Some(sharding)) = written_design(entity, schema, value) else {
        return Ok(None);
    };
    match sharding.by {
        ShardBy::Random => {
            let count = count_of(entity, schema, sharding, value);
            Ok(Some(number(sharding, count, turn())))
        }
        ShardBy::Hash { .. } => shard_of_values(entity, schema, sharding, value),
        ShardBy::TableKey => match table_key {
            Some(table_key) => {
                let count = count_of(entity, schema, sharding, value);
                Ok(Some(number(sharding, count, hash_of_table_key(entity, table_key))))
            }
            None => {
                let message = "the shard is a hash of the table key, which is not known; give the whole key";
                Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name).on_index(schema.index))
            }
        },
    }
}

fn hash_of_table_key(entity: &EntitySchema, table_key: &ItemKey) -> u32 {
    let texts: Vec<_> =
        [Some(&table_key.partition), table_key.sort.as_ref()].into_iter().flatten().map(stored).collect();
    hash(&join(&texts, entity.table.delimiter))
}

fn stored(scalar: &KeyScalar) -> Cow<'_, str> {
    match scalar {
        KeyScalar::S(text) | KeyScalar::N(text) => text.into(),
        KeyScalar::B(_) | KeyScalar::Several(_) => scalar.to_string().into(),
    }
}
