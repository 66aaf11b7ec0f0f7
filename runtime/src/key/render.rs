//! From field values to the text of a key.

use std::fmt::Write;

use super::{KeyPart, KeyValue, place::Place};
use crate::{
    Error, ErrorKind, Result,
    schema::{EntitySchema, Segment, Template},
};

/// Writes the segments of a template until a field, or the shard, has no value; `true` when the template was written
/// whole.
///
/// # Errors
///
/// A value that cannot stand where it should: it is empty, out of range, or holds a byte that `raw` reserves.
pub(crate) fn render<'v>(
    entity: &EntitySchema,
    template: &Template,
    part: KeyPart,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    shard: Option<u32>,
    out: &mut String,
) -> Result<bool> {
    for (at, segment) in template.segments.iter().enumerate() {
        match *segment {
            Segment::Literal(text) => out.push_str(text),
            Segment::Delimiter => out.push(char::from(entity.table.delimiter)),
            // Each attribute is written by a template of its own.
            Segment::NextAttribute(_) => {}
            Segment::Shard { width } => match shard {
                Some(shard) => push_shard(shard, width, out),
                None => return Ok(false),
            },
            Segment::Field { field, form, raw } => match value(field) {
                Some(value) => Place::new(entity, template, part, at, (field, form, raw))?.write(&value, out)?,
                None => return Ok(false),
            },
        }
    }
    Ok(true)
}

/// Writes the number of a shard.
pub(crate) fn push_shard(shard: u32, width: u8, out: &mut String) {
    let width = usize::from(width);
    // Strings do not fail.
    let _ = write!(out, "{shard:0width$}");
}

/// The bytes to set aside for a key, so that it is allocated once.
pub(crate) fn room<'v>(
    entity: &EntitySchema,
    template: &Template,
    part: KeyPart,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> usize {
    let room_of = |(at, segment): (usize, &Segment)| match *segment {
        Segment::Literal(text) => text.len(),
        Segment::Delimiter => 1,
        Segment::NextAttribute(_) => 0,
        Segment::Shard { width } => usize::from(width.max(5)),
        Segment::Field { field, form, raw } => Place::new(entity, template, part, at, (field, form, raw))
            .map_or(0, |place| {
                place.fixed_width().unwrap_or_else(|| value(field).map_or(0, |value| text_room(&value)))
            }),
    };
    template.segments.iter().enumerate().map(room_of).sum()
}

fn text_room(value: &KeyValue<'_>) -> usize {
    match value {
        KeyValue::Text(text) => text.len(),
        _ => 40,
    }
}

/// Refuses a key that is longer than DynamoDB takes, and names the field that takes most of it.
pub(crate) fn check_limit<'v>(
    entity: &EntitySchema,
    template: &Template,
    part: KeyPart,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    bytes: usize,
) -> Result<()> {
    if bytes <= part.limit() {
        return Ok(());
    }
    let written = |(at, segment): (usize, &Segment)| match *segment {
        Segment::Field { field, form, raw } => {
            let place = Place::new(entity, template, part, at, (field, form, raw)).ok()?;
            let mut text = String::new();
            place.write(&value(field)?, &mut text).ok()?;
            Some((text.len(), place.field().name))
        }
        _ => None,
    };
    let longest = template.segments.iter().enumerate().filter_map(written).max_by_key(|(bytes, _)| *bytes);
    let longest = longest.map_or_else(String::new, |(bytes, field)| format!(", {bytes} of them field `{field}`"));
    let (noun, limit) = (part.noun(), part.limit());
    let message = format!(
        "the {noun} has {bytes} bytes{longest}, and DynamoDB takes {limit}; shorten the value, or put a hash of it \
         into the key"
    );
    Err(Error::new(ErrorKind::KeyTooLong, message).of_entity(entity.name).at_key(template.source))
}
