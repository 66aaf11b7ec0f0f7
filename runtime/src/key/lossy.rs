//! Fields that the table key contains only in part: as a bucket, with less precision, or in another case.

use super::{KeyPart, is_native, is_stored_part};
use super::{KeyValue, placeholder::fold};
use crate::schema::{EntitySchema, KeySchema, Segment, Template};

/// Returns the positions of the fields that the table key contains only in part.
///
/// Two items that differ only in such a field have equal keys. A field that is itself the key's attribute is not
/// included, even if another part of the key contains a bucket of it: the attribute is its only copy, and all of it.
pub(crate) fn lossy_fields(entity: &EntitySchema) -> Vec<u8> {
    let Some(key) = entity.keys.first() else { return Vec::new() };
    let mut fields = Vec::new();
    for (field, is_whole) in placed(entity, key, &key.partition) {
        if !is_whole && !fields.contains(&field) && !is_whole_in(entity, key, &key.partition, field) {
            fields.push(field);
        }
    }
    fields
}

/// Returns whether the key that has this template in its partition key contains all of the field's value.
pub(crate) fn is_whole_in(entity: &EntitySchema, key: &KeySchema, partition: &Template, of: u8) -> bool {
    placed(entity, key, partition).any(|(field, is_whole)| field == of && is_whole)
}

/// Returns whether the table's key and each older one contain all of the field's value.
#[cfg(feature = "client")]
pub(crate) fn is_whole_in_table_keys(entity: &EntitySchema, of: u8) -> bool {
    entity.keys.first().is_some_and(|key| {
        let older = key.legacy.iter().map(|older| &older.partition);
        std::iter::once(&key.partition).chain(older).all(|partition| is_whole_in(entity, key, partition, of))
    })
}

/// Returns the fields of a key that has this template in its partition key, and whether each place contains all of the
/// field's value.
fn placed<'a>(
    entity: &'a EntitySchema,
    key: &'a KeySchema,
    partition: &'a Template,
) -> impl Iterator<Item = (u8, bool)> {
    let partition = (KeyPart::Partition, partition);
    let parts = std::iter::once(partition).chain(key.sort.as_ref().map(|sort| (KeyPart::Sort, sort)));
    parts.flat_map(move |(part, template)| {
        let is_current = part == KeyPart::Sort || std::ptr::eq(template, &key.partition);
        let is_native = is_current && is_native(entity, 0, part);
        template.segments.iter().filter_map(move |segment| match segment {
            Segment::Field { field, form, .. } => {
                Some((*field, is_native || !is_stored_part(entity, usize::from(*field), *form)))
            }
            _ => None,
        })
    })
}

/// Returns the name of the first field whose value loses information in the table key. `None` if the key contains all
/// values completely.
#[cfg(feature = "client")]
pub(crate) fn lossy_field<'v>(
    entity: &EntitySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> Option<&'static str> {
    let is_truncated = |field: &u8| match value(*field) {
        Some(value) => !is_fully_kept(entity, *field, &value),
        None => false,
    };
    let losing = lossy_fields(entity).into_iter().find(is_truncated)?;
    entity.fields.get(usize::from(losing)).map(|field| field.name)
}

/// Whether the table key contains this value completely.
#[cfg(feature = "client")]
fn is_fully_kept(entity: &EntitySchema, field: u8, value: &KeyValue<'_>) -> bool {
    let Some(key) = entity.keys.first() else { return true };
    let segments = key.partition.segments.iter().chain(key.sort.map_or(&[][..], |sort| sort.segments));
    let mut forms = segments.filter_map(|segment| match segment {
        Segment::Field { field: named, form, .. } if *named == field => Some(*form),
        _ => None,
    });
    forms.any(|form| match value {
        KeyValue::Time(time) => time.truncated(form) == *time,
        KeyValue::Text(text) => fold(form, text) == *text,
        KeyValue::Integer(_) | KeyValue::Binary(_) => true,
    })
}

/// Whether items of the entity count what happens in a part of a time, such as a day: they have counters, and their
/// time is then the first of that part.
pub(crate) const fn counts_by_part(entity: &EntitySchema) -> bool {
    let mut at = 0;
    while at < entity.fields.len() {
        if entity.fields[at].is_counter() {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns the first value with the same table key, for a field that the key contains only in part: the start of the
/// day for `<at:day>`, the lower case for `<name:lower>`. Returns other values unchanged.
pub(crate) fn first_value(entity: &EntitySchema, field: u8, value: KeyValue<'static>) -> KeyValue<'static> {
    if !lossy_fields(entity).contains(&field) {
        return value;
    }
    let Some(key) = entity.keys.first() else { return value };
    let segments = key.partition.segments.iter().chain(key.sort.map_or(&[][..], |sort| sort.segments));
    let forms = segments.filter_map(|segment| match segment {
        Segment::Field { field: named, form, .. } if *named == field => Some(*form),
        _ => None,
    });
    let firsts = forms.map(|form| match &value {
        KeyValue::Time(time) => KeyValue::Time(time.truncated(form)),
        KeyValue::Text(text) => KeyValue::Text(fold(form, text).into_owned().into()),
        KeyValue::Integer(_) | KeyValue::Binary(_) => value.clone(),
    });
    // Of two forms of a time, the later start is in both of their parts.
    firsts.max().unwrap_or(value)
}
