//! Parses the stored keys of an entity, by all of its designs.

use super::{
    design::written_place,
    key_schema::schema,
    open_text::other_reading,
    parse_template::{ParsedKey, mismatch, read_key},
    scalar::ItemKey,
};
use crate::{
    Result,
    schema::{EntitySchema, KeySchema, Segment, Template},
};

/// Parses a key of an item. It accepts only keys that this library would write: rendering the values gives the same
/// bytes.
///
/// # Errors
///
/// [`KeyMismatch`](crate::ErrorKind::KeyMismatch) if the key does not belong to this entity.
pub(crate) fn parse(entity: &'static EntitySchema, key: usize, stored: &ItemKey) -> Result<ParsedKey> {
    parse_by(entity, key, &schema(entity, key)?.partition, stored)
}

/// Parses a key by the design with which an item of its time is written ([`since`](KeySchema::since)): the current one,
/// or an older one whose keys contain every field of the current one.
///
/// # Errors
///
/// Those of [`parse`], also for a key of a design that does not write items of this time.
pub(crate) fn parse_written(entity: &'static EntitySchema, key: usize, stored: &ItemKey) -> Result<ParsedKey> {
    let (today, own) = (parse(entity, key, stored), schema(entity, key)?);
    if own.since.is_none() {
        return today;
    }
    let is_written = |parsed: &ParsedKey, place: Option<usize>| {
        let value = |field| parsed.value(field).map(|parsed| parsed.value.clone());
        fields(own).all(|field| value(field).is_some()) && written_place(entity, own, &value) == place
    };
    let today = today.and_then(|parsed| match is_written(&parsed, None) {
        true => Ok(parsed),
        false => Err(mismatch(entity, &own.partition, "its time is before `since`, and such items have an older key")),
    });
    today.or_else(|error| {
        let older = own.legacy.iter().enumerate().find_map(|(place, legacy)| {
            let parsed = parse_by(entity, key, &legacy.partition, stored).ok()?;
            is_written(&parsed, Some(place)).then_some(parsed)
        });
        older.ok_or(error)
    })
}

/// Returns the fields of the current templates.
fn fields(key: &KeySchema) -> impl Iterator<Item = u8> {
    let templates = [Some(&key.partition), key.sort.as_ref()].into_iter().flatten();
    templates.flat_map(|template| template.segments).filter_map(|segment| match segment {
        Segment::Field { field, .. } => Some(*field),
        Segment::Literal(_) | Segment::Delimiter | Segment::NextAttribute(_) | Segment::Shard { .. } => None,
    })
}

/// Parses a key with one of the partition key's templates: the current one or a legacy one.
///
/// # Errors
///
/// Those of [`parse`].
fn parse_by(entity: &'static EntitySchema, key: usize, partition: &Template, stored: &ItemKey) -> Result<ParsedKey> {
    let parsed = read_key(entity, key, partition, stored)?;
    if key == 0
        && let Some(other) = other_reading(entity, partition, &parsed, stored)
    {
        return Err(mismatch(entity, partition, &format!("it also is a key of {other}")));
    }
    Ok(parsed)
}

/// Parses a key that an older design wrote, the newest design first. `None` if none did.
///
/// The shard is omitted, because it is not one of the current shards.
#[cfg(feature = "client")]
pub(crate) fn parse_older(entity: &'static EntitySchema, key: usize, stored: &ItemKey) -> Option<ParsedKey> {
    schema(entity, key).ok()?.legacy.iter().find_map(|legacy| {
        let parsed = parse_by(entity, key, &legacy.partition, stored).ok()?;
        Some(ParsedKey { shard: None, ..parsed })
    })
}
