//! Computes the shard of an item.

mod item;
#[cfg(any(feature = "client", test))]
mod turn;

use std::borrow::Cow;

use sha2::{Digest, Sha256};

pub(crate) use item::shard_in_turn;
#[cfg(any(feature = "client", test))]
pub(crate) use item::shard_of;

use super::{FieldKind, KeyPart, KeyScalar, KeyValue, design::time_of, escape::Reserved};
use crate::{
    Error, ErrorKind, Result,
    schema::{EntitySchema, Form, KeySchema, ShardBy, Sharding},
};

/// Computes the shard from hashed fields, for the `sharding` of the key or of an older one. `None` if a field has no
/// value, or if the shard is not a hash of fields.
///
/// # Errors
///
/// A time that cannot be part of a key.
pub(crate) fn shard_of_values<'v>(
    entity: &EntitySchema,
    key: &KeySchema,
    sharding: &Sharding,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> Result<Option<u32>> {
    let hash = hash_of_values(entity, sharding, value)?;
    Ok(hash.map(|hash| number(sharding, count_of(entity, key, sharding, value), hash)))
}

/// Computes the hash that determines the shard for any count.
///
/// # Errors
///
/// A time that cannot be part of a key.
pub(crate) fn hash_of_values<'v>(
    entity: &EntitySchema,
    sharding: &Sharding,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> Result<Option<u32>> {
    let ShardBy::Hash { fields, with, .. } = sharding.by else {
        return Ok(None);
    };
    let mut texts = Vec::with_capacity(fields.len());
    for field in fields {
        let Some(value) = value(*field) else {
            return Ok(None);
        };
        texts.push(canonical(value).ok_or_else(|| {
            let name = entity.fields.get(usize::from(*field)).map_or("", |field| field.name);
            let message = format!(
                "field `{name}`, whose hash is the shard, is not a time that a key can contain: years 0 to 9999 \
                 without leap seconds; correct it before it is stored"
            );
            Error::new(ErrorKind::KeyValue, message).of_entity(entity.name)
        })?);
    }
    let text = join(&texts, entity.table.delimiter);
    Ok(Some(with.unwrap_or(hash)(&text)))
}

/// Returns the number of shards for an item of these values, or the final number if its time is not known.
pub(crate) fn count_of<'v>(
    entity: &EntitySchema,
    key: &KeySchema,
    sharding: &Sharding,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> u32 {
    if sharding.grow.is_empty() {
        return sharding.count;
    }
    time_of(entity, key, value).map_or_else(|| sharding.last_count(), |time| sharding.count_at(time))
}

/// Returns the first four bytes of the SHA-256 of a text, big-endian.
pub(crate) fn hash(text: &str) -> u32 {
    let digest = Sha256::digest(text);
    digest.iter().take(4).fold(0, |hash, byte| hash << 8 | u32::from(*byte))
}

/// Returns a value's text for hashing, independent of the template: text unchanged, integers in plain decimal, times to
/// the nanosecond, bytes in lower-case hexadecimal. `None` for a time that cannot be part of a key.
pub(crate) fn canonical(value: KeyValue<'_>) -> Option<Cow<'_, str>> {
    let mut text = String::new();
    match value {
        KeyValue::Text(text) => return Some(text),
        KeyValue::Integer(integer) => integer.write_plain(&mut text),
        KeyValue::Time(time) => {
            // The text of a hash has a `Z` for every kind of time.
            if !time.write(Form::Default, FieldKind::Time.zone(), KeyPart::Partition, &mut text) {
                return None;
            }
        }
        KeyValue::Binary(bytes) => text = KeyScalar::B(bytes.into_owned()).to_string(),
    }
    Some(text.into())
}

/// Returns one text unchanged. Joins several texts by the delimiter, with `%` and the delimiter escaped in each.
fn join<'a>(texts: &'a [Cow<'_, str>], delimiter: u8) -> Cow<'a, str> {
    if let [text] = texts {
        return Cow::Borrowed(text);
    }
    let reserved = Reserved { delimiter: Some(delimiter), following: None, escaped: true, sorted: false };
    let mut joined = String::new();
    for (at, text) in texts.iter().enumerate() {
        joined.extend((at > 0).then_some(char::from(delimiter)));
        reserved.escape(text, &mut joined);
    }
    Cow::Owned(joined)
}

/// Returns the shard for a hash, given the number of shards.
pub(crate) fn number(sharding: &Sharding, count: u32, value: u32) -> u32 {
    sharding.first.saturating_add(value % count.max(1))
}

#[cfg(test)]
mod tests;
