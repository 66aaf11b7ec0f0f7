//! Redacts sensitive fields in keys and values, for all errors, traces, monitors and debug output.

use std::fmt;

#[cfg(any(feature = "client", test))]
use super::ItemKey;
use super::{KeyPart, KeyScalar, KeyValue, Placeholder, TemplateRef, is_native_template, read_shard};
use crate::schema::{EntitySchema, Field, KeySchema, SENTINEL, Segment, Template};

/// Printed in place of a sensitive value.
pub(crate) const REDACTED: &str = "<redacted>";

/// Formats a key of the entity with sensitive values redacted. `key` is its position: 0 is the table's.
#[cfg(any(feature = "client", test))]
pub(crate) fn shown_key(entity: &'static EntitySchema, key: usize, stored: &ItemKey) -> String {
    let partition = shown_partition(entity, key, &stored.partition);
    match &stored.sort {
        Some(sort) => format!("{partition} / {}", shown_values(entity, key, KeyPart::Sort, sort).join(", ")),
        None => partition,
    }
}

/// Formats a partition key with sensitive values redacted.
#[cfg(any(feature = "client", test))]
pub(crate) fn shown_partition(entity: &'static EntitySchema, key: usize, stored: &KeyScalar) -> String {
    shown_values(entity, key, KeyPart::Partition, stored).join(", ")
}

/// Formats each attribute of one part of a key with sensitive values redacted.
pub(crate) fn shown_values(
    entity: &'static EntitySchema,
    key: usize,
    part: KeyPart,
    stored: &KeyScalar,
) -> Vec<String> {
    if let Some(text) = shown_sentinel(entity, stored).filter(|_| key == 0 && part == KeyPart::Partition) {
        return vec![text];
    }
    let values = stored.values();
    let schema = entity.keys.get(key);
    let templates: Vec<_> = match part {
        KeyPart::Partition => {
            schema.into_iter().flat_map(|key| [key.partition].into_iter().chain(older(key))).collect()
        }
        KeyPart::Sort => schema.and_then(|key| key.sort).into_iter().collect(),
    };
    if !templates.iter().any(|template| is_secret(entity, template)) {
        return values.iter().map(KeyScalar::to_string).collect();
    }
    let of_as_many = || templates.iter().filter(|template| template.attributes() == values.len());
    let shown = |(place, value)| {
        let templates: Vec<_> = of_as_many().filter_map(|template| template.attribute(place)).collect();
        shown(entity, key, (part, place), &templates, value)
    };
    values.iter().enumerate().map(shown).collect()
}

/// Formats the partition key of a sentinel of the entity, with its values redacted if one of them is sensitive. `None`
/// for other keys.
fn shown_sentinel(entity: &EntitySchema, stored: &KeyScalar) -> Option<String> {
    let KeyScalar::S(text) = stored else { return None };
    let delimiter = char::from(entity.table.delimiter);
    let mut parts = text.splitn(4, delimiter);
    let (sentinel, name, attribute) = (parts.next()?, parts.next()?, parts.next()?);
    if sentinel != SENTINEL || !entity.fields.iter().any(|field| field.unique.is_some()) {
        return None;
    }
    let is_shown = |field: &Field| {
        let within = field.unique.map_or(&[][..], |unique| unique.within);
        field.attribute == attribute && !field.sensitive && !within.iter().any(|field| is_sensitive(entity, *field))
    };
    Some(match entity.fields.iter().any(is_shown) {
        true => text.clone(),
        false => [sentinel, name, attribute, REDACTED].join(&delimiter.to_string()),
    })
}

fn older(key: &KeySchema) -> impl Iterator<Item = Template> {
    key.legacy.iter().map(|legacy| legacy.partition)
}

/// Returns whether the sort key contains a sensitive field, so that no part of it is shown.
pub(crate) fn hides_sort_keys(entity: &EntitySchema, key: usize) -> bool {
    entity.keys.get(key).and_then(|key| key.sort.as_ref()).is_some_and(|sort| is_secret(entity, sort))
}

/// Returns whether the field's values are redacted.
pub(crate) fn is_sensitive(entity: &EntitySchema, field: u8) -> bool {
    entity.fields.get(usize::from(field)).is_some_and(|field| field.sensitive)
}

/// Returns whether the attribute's values are redacted.
#[cfg(feature = "client")]
pub(crate) fn is_sensitive_attribute(entity: &EntitySchema, name: &str) -> bool {
    entity.fields.iter().any(|field| field.sensitive && field.attribute == name)
}

/// A field's value for debug output.
pub(crate) struct ShownValue<'a>(pub(crate) &'a EntitySchema, pub(crate) u8, pub(crate) &'a KeyValue<'a>);

impl fmt::Debug for ShownValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match is_sensitive(self.0, self.1) {
            true => f.write_str(REDACTED),
            false => self.2.fmt(f),
        }
    }
}

fn is_secret(entity: &EntitySchema, template: &Template) -> bool {
    let mut segments = template.segments.iter();
    segments.any(|segment| matches!(segment, Segment::Field { field, .. } if is_sensitive(entity, *field)))
}

/// Formats an attribute. Redacts it completely if the templates that can have written it disagree on its sensitive
/// parts.
fn shown(
    entity: &'static EntitySchema,
    key: usize,
    (part, place): (KeyPart, usize),
    templates: &[Template],
    stored: &KeyScalar,
) -> String {
    if !templates.is_empty() && !templates.iter().any(|template| is_secret(entity, template)) {
        return stored.to_string();
    }
    let is_native = |template| is_native_template(entity, key, part, place, template);
    let text = match stored {
        KeyScalar::S(text) if !templates.iter().any(is_native) => text,
        _ => return REDACTED.to_owned(),
    };
    let mut read = templates.iter().filter_map(|template| redacted(entity, template, part, text));
    match read.next() {
        Some(first) if read.all(|other| other == first) => first,
        _ => REDACTED.to_owned(),
    }
}

/// Replaces the sensitive values in a key's text. `None` if the template did not write it.
fn redacted(entity: &EntitySchema, template: &Template, part: KeyPart, text: &str) -> Option<String> {
    let delimiter = entity.table.delimiter;
    let (mut rest, mut shown) = (text, String::with_capacity(text.len()));
    for (at, segment) in template.segments.iter().enumerate() {
        let tail = match *segment {
            Segment::Literal(literal) => rest.strip_prefix(literal)?,
            Segment::Delimiter => rest.strip_prefix(char::from(delimiter))?,
            // Each attribute has its own template.
            Segment::NextAttribute(_) => return None,
            Segment::Shard { width } => {
                let next = template.segments.iter().skip(at + 1).find(|next| **next != Segment::Literal(""));
                read_shard(rest, width, next, delimiter)?.1
            }
            Segment::Field { field, form, raw } => {
                let place = Placeholder::new(TemplateRef::new(entity, part, template), at, (field, form, raw)).ok()?;
                let (own, tail) = rest.split_at_checked(place.extent(rest)?)?;
                place.read(own)?;
                if is_sensitive(entity, field) {
                    shown.push_str(REDACTED);
                    rest = tail;
                    continue;
                }
                tail
            }
        };
        shown.push_str(rest.strip_suffix(tail).unwrap_or_default());
        rest = tail;
    }
    rest.is_empty().then_some(shown)
}

#[cfg(test)]
mod tests;
