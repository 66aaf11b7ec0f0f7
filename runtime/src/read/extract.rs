//! Converts a stored item into what a query returns.

use serde::de::DeserializeOwned;

use super::{Classified, Generation, Lane, Plan};
use crate::{
    Entity, Error, ErrorKind, Key, Result,
    item::{
        attributed::Attributed,
        decode::decode_read,
        encode::table_key,
        key_fields::key_fields,
        legacy,
        locate::{key_with_shard, located_key},
        located::Located,
        read_item::ReadItem,
        stored::{belongs, stored_key},
        unparsed::{unlisted, unparsed, warn},
    },
    key::{ItemKey, ParsedKey, ParsedValue, parse, parse_older},
    schema::EntitySchema,
};

/// Decides whether an item belongs to the result, and converts it into the returned value.
pub(crate) type Extract<O> = fn(&Plan, &Lane, ReadItem) -> Result<Classified<O>>;

pub(crate) fn whole<E: Entity + DeserializeOwned>(plan: &Plan, lane: &Lane, item: ReadItem) -> Result<Classified<E>> {
    if !is_of_entity(plan, &item)? {
        return Ok(Classified::Foreign);
    }
    let decoded: E = decode_read(plan.entity, item)?;
    if lane.is_shared && (lane.generation() == Generation::Current) != is_stored_in_lane(plan, lane, &decoded)? {
        return Ok(Classified::Foreign);
    }
    Ok(if plan.accepts(&|field| decoded.__value(field)) { Classified::Taken(decoded) } else { Classified::Rejected })
}

pub(crate) fn located<E: Entity + DeserializeOwned>(
    plan: &Plan,
    lane: &Lane,
    stored: ReadItem,
) -> Result<Classified<Located<E>>> {
    whole::<E>(plan, lane, stored.clone())?.try_map(|item| {
        let key = if is_older(plan, lane) || legacy::is_older(plan.entity, &stored) {
            key_with_shard(&item, None)
        } else {
            located_key(&item, &stored)?
        };
        Ok(Located { item, key })
    })
}

pub(crate) fn key<E: Entity + DeserializeOwned>(
    plan: &Plan,
    lane: &Lane,
    item: ReadItem,
) -> Result<Classified<Key<E>>> {
    if !plan.keys_suffice() {
        return located(plan, lane, item)?.try_map(|located| Ok(located.key));
    }
    parsed(plan, &item)?.try_map(|parsed| {
        let mut key = Key::__new(parsed.shard);
        for field in key_fields(plan.entity) {
            match parsed.value(field) {
                Some(exact) => key.values.push((field, exact.value.clone())),
                None if legacy::is_older(plan.entity, &item) => return Err(missing_field_error(plan, field)),
                None => {}
            }
        }
        Ok(key)
    })
}

/// An entry of an index, whose item is read from the table afterwards.
pub(crate) struct Entry {
    /// The key in the table.
    pub(crate) table: ItemKey,
    /// The item's key in the index.
    pub(crate) read: ItemKey,
}

pub(crate) fn entry<E: Entity + DeserializeOwned>(
    plan: &Plan,
    lane: &Lane,
    item: ReadItem,
) -> Result<Classified<Entry>> {
    let keys = stored_key(plan.entity, 0, &item).zip(stored_key(plan.entity, plan.key, &item));
    let judged = match plan.keys_suffice() {
        true => classify_by_keys(plan, &item, |value| value.is_whole())?.try_map(|_| Ok(())),
        false => whole::<E>(plan, lane, item)?.try_map(|_| Ok(())),
    }?;
    judged.try_map(|()| {
        let (table, read) = keys.ok_or_else(|| {
            let message = "an item lacks its key attributes; compare the table with its declaration";
            Error::new(ErrorKind::Decode, message)
        })?;
        Ok(Entry { table, read })
    })
}

/// Returns the error for an item under an older table key that contains fewer fields than the current one, if the index
/// does not contain the missing field either.
fn missing_field_error(plan: &Plan, field: u8) -> Error {
    let name = plan.entity.fields.get(usize::from(field)).map_or("", |field| field.name);
    let message = format!(
        "an item is stored under an older key, which does not hold `{name}`, and neither does the index; project \
         `{name}` into a key of the index, or write the item again with `replace`"
    );
    Error::new(ErrorKind::Decode, message)
}

pub(crate) fn counted<E: Entity + DeserializeOwned>(
    plan: &Plan,
    lane: &Lane,
    item: ReadItem,
) -> Result<Classified<()>> {
    if plan.keys_suffice() {
        return parsed(plan, &item)?.try_map(|_| Ok(()));
    }
    whole::<E>(plan, lane, item)?.try_map(|_| Ok(()))
}

/// Returns the values in the item's keys, of the table and of the index, and its shard, if the item matches the query.
pub(crate) fn parsed(plan: &Plan, item: &impl Attributed) -> Result<Classified<ParsedKey>> {
    classify_by_keys(plan, item, |_| true)
}

/// Like [`parsed`], but compares with the query only the values that `decides` accepts.
fn classify_by_keys(
    plan: &Plan,
    item: &impl Attributed,
    decides: fn(&ParsedValue) -> bool,
) -> Result<Classified<ParsedKey>> {
    if !is_of_entity(plan, item)? {
        return Ok(Classified::Foreign);
    }
    let both = parse_stored_keys(plan.entity, plan.key, item)?;
    let accepted = plan.accepts_keys(&|field| both.value(field).filter(|value| decides(value)));
    Ok(if accepted { Classified::Taken(both) } else { Classified::Rejected })
}

/// Returns the values in an item's keys: the table key, and the key at this position.
pub(crate) fn parse_stored_keys(
    entity: &'static EntitySchema,
    place: usize,
    item: &impl Attributed,
) -> Result<ParsedKey> {
    let table = match stored_key(entity, 0, item) {
        None => ParsedKey::default(),
        Some(stored) => parse(entity, 0, &stored).or_else(|error| parse_older(entity, 0, &stored).ok_or(error))?,
    };
    let index = stored_key(entity, place, item).filter(|_| place != 0);
    let index =
        index.and_then(|stored| parse(entity, place, &stored).ok().or_else(|| parse_older(entity, place, &stored)));
    let index_values = index.iter().flat_map(|index| &index.values);
    Ok(ParsedKey { values: table.values.iter().chain(index_values).cloned().collect(), shard: table.shard })
}

/// Whether an item is of the query's entity. An item that may be, because its key has the words of the
/// entity's key, is an error.
fn is_of_entity(plan: &Plan, item: &impl Attributed) -> Result<bool> {
    if belongs(plan.entity, item) {
        return Ok(true);
    }
    if let Some(error) = unparsed(plan.entity, item) {
        return Err(error);
    }
    if let Some(error) = unlisted(plan.entity, item) {
        warn(plan.entity, &error);
    }
    Ok(false)
}

/// Whether the current design stores the item in this lane.
fn is_stored_in_lane<E: Entity>(plan: &Plan, lane: &Lane, item: &E) -> Result<bool> {
    Ok(table_key(plan.entity, &|field| item.__value(field), None)?.partition == *lane.partition_key())
}

/// Whether the lane reads an older table key.
fn is_older(plan: &Plan, lane: &Lane) -> bool {
    plan.index().is_none() && lane.generation() != Generation::Current
}
