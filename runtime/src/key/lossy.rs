//! Fields that the table key contains only in part: as a bucket, with less precision, or in another case.

use super::{KeyPart, is_native};
use super::{KeyValue, placeholder::fold};
use crate::schema::{EntitySchema, Form, Segment};

/// Returns the positions of the fields that the table key contains only in part.
///
/// Two items that differ only in such a field have equal keys. A field that is itself the key's attribute is not
/// included, even if another part of the key contains a bucket of it: the attribute is its only copy, and all of it.
pub(crate) fn lossy_fields(entity: &EntitySchema) -> Vec<u8> {
    let Some(key) = entity.keys.first() else { return Vec::new() };
    let parts = [Some((KeyPart::Partition, key.partition)), key.sort.map(|sort| (KeyPart::Sort, sort))];
    let segments = || {
        let parts = parts.iter().flatten();
        parts.flat_map(|(part, template)| {
            let is_native = is_native(entity, 0, *part);
            template.segments.iter().filter_map(move |segment| match segment {
                Segment::Field { field, form, .. } => Some((*field, *form, is_native)),
                _ => None,
            })
        })
    };
    let is_lossy =
        |field: u8, form: Form| entity.fields.get(usize::from(field)).is_some_and(|field| field.is_lossy(form));
    let is_whole =
        |of: u8| segments().any(|(field, form, is_native)| field == of && (is_native || !is_lossy(field, form)));
    let mut fields = Vec::new();
    for (field, form, _) in segments() {
        if is_lossy(field, form) && !is_whole(field) && !fields.contains(&field) {
            fields.push(field);
        }
    }
    fields
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
