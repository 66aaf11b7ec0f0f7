//! One item of a counter: its location and value.

use aws_sdk_dynamodb::types::AttributeValue;

use super::amount::not_a_number;
use crate::{
    Entity, Error, ErrorKind, Item, Key, Result,
    entity::DecodeAs,
    item::{
        encode::table_key,
        legacy::is_older,
        stored::{belongs, discriminator, schema, stored_key, wrong_entity},
    },
    key::{ItemKey, KeyValue, design::written_design, parse},
    schema::Field,
};

/// The location of an item of a counter, which may not exist.
#[derive(Debug, Clone)]
pub(super) struct Lane {
    pub(super) shard: Option<u32>,
    pub(super) key: ItemKey,
}

/// The value of one item of a counter.
#[derive(Debug)]
pub(super) struct Counted {
    pub(super) lane: Lane,
    pub(super) value: i128,
}

impl Lane {
    /// Returns the lane of a table key.
    pub(super) fn of<E: Entity>(key: &Item) -> Result<Self> {
        let entity = schema::<E>();
        let key = stored_key(entity, 0, key).ok_or_else(|| {
            let message = "a table key lacks an attribute; declare the keys that the table has";
            Error::new(ErrorKind::TableMismatch, message).of_entity(entity.name)
        })?;
        let shard = parse(entity, 0, &key).ok().and_then(|parsed| parsed.shard);
        Ok(Self { shard, key })
    }

    /// Reads this counter's value from the item.
    pub(super) fn count<E: Entity>(
        self,
        counter: &Key<E>,
        field: &Field,
        stored: Option<&Item>,
        decode: DecodeAs<E>,
    ) -> Result<Counted> {
        let value = match stored {
            Some(stored) if is_of(counter, stored, decode)? => whole_number(field, stored)?,
            _ => 0,
        };
        Ok(Counted { lane: self, value })
    }
}

/// Whether an item belongs to this counter. An older key can contain fewer fields than the current one, so it may
/// belong to several counters.
fn is_of<E: Entity>(counter: &Key<E>, stored: &Item, decode: DecodeAs<E>) -> Result<bool> {
    let entity = schema::<E>();
    if !is_older(entity, stored) {
        return if belongs(entity, stored) { Ok(true) } else { Err(wrong_entity(entity, stored)) };
    }
    if !belongs(entity, stored) && discriminator(entity, stored).is_some() {
        return Err(wrong_entity(entity, stored));
    }
    let item = decode(entity, stored.clone())?;
    // Only the other fields are compared: the key contains those from which a hash shard is computed.
    let written_key = |value: &dyn Fn(u8) -> Option<KeyValue<'static>>| {
        let sharding = entity.keys.first().and_then(|key| written_design(entity, key, value).1);
        table_key(entity, value, sharding.map(|sharding| sharding.first))
    };
    let ours = written_key(&|field| counter.value(field).map(KeyValue::into_owned))?;
    Ok(written_key(&|field| item.__value(field).map(KeyValue::into_owned))? == ours)
}

fn whole_number(field: &Field, stored: &Item) -> Result<i128> {
    match stored.get(field.attribute) {
        None => Ok(0),
        Some(found @ AttributeValue::N(digits)) => digits.parse().map_err(|_| not_a_number(field, found)),
        Some(found) => Err(not_a_number(field, found)),
    }
}
