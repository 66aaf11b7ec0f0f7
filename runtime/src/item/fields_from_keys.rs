//! Reads fields from an item's keys, and checks that the item's fields agree with its key.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    attributed::Attributed,
    derived::TableKey,
    functions::EntityFunctions,
    key_fields::fields_of,
    stored::{has_discriminator, shown, stored_key},
};
use crate::{
    Error, ErrorKind, Result,
    key::{
        FieldKind, ItemKey, KeyPart, KeyScalar, KeyValue, ParsedKey, ParsedValue, TemplateRef, is_native,
        is_written_as, parse, parse_older, part_template,
        redaction::{REDACTED, is_sensitive},
    },
    schema::{EntitySchema, Field, Form, TimeForm},
};

/// Returns the fields that only the keys of an item contain, as the attributes that a put writes.
///
/// Other programs often store an id only in the key. A key contains the field's value, or as much of it as its form
/// preserves: a time in `:s` in seconds, a text in `:lower` in lower case. A bucket is a span of time, not a value.
///
/// In an item with a discriminator, an `Option` without its attribute is `None`. Its writer would have stored the
/// attribute together with the index key, so that the key was left behind when the attribute was removed.
pub(crate) fn missing_fields(
    functions: EntityFunctions,
    item: &impl Attributed,
) -> Vec<(&'static str, AttributeValue)> {
    let entity = functions.schema;
    let is_missing =
        |field: &Field| item.attribute(field.attribute).is_none() && is_recovered_from_keys(entity, item, field);
    let missing = (0..=u8::MAX).zip(entity.fields).filter(|(_, field)| is_missing(field));
    let missing: Vec<u8> = missing.map(|(place, _)| place).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let from_keys = values_from_keys(entity, item, &missing);
    let attribute = |place: u8| {
        let from_keys = from_keys.value(place).filter(|from_keys| from_keys.is_a_value())?;
        // If the field's type does not have the value, serde reports that the field is missing.
        let value = (functions.stored)(place, from_keys.value.clone()).attribute?.ok()??;
        Some((entity.fields.get(usize::from(place))?.attribute, value))
    };
    missing.into_iter().filter_map(attribute).collect()
}

/// Returns whether a field that the attributes of an item lack is read from its keys.
pub(crate) fn is_recovered_from_keys(entity: &EntitySchema, item: &impl Attributed, field: &Field) -> bool {
    field.is_read_from_keys() && !(field.optional && has_discriminator(entity, item))
}

/// Parses all keys of an item that contain one of these fields: the table's key first, then its index keys.
pub(crate) fn values_from_keys(entity: &'static EntitySchema, item: &impl Attributed, fields: &[u8]) -> ParsedKey {
    let mut from_keys = ParsedKey::default();
    for (place, key) in entity.keys.iter().enumerate() {
        if !fields_of(key).iter().any(|field| fields.contains(field)) {
            continue;
        }
        let stored = stored_key(entity, place, item);
        let parsed =
            stored.and_then(|key| parse(entity, place, &key).ok().or_else(|| parse_older(entity, place, &key)));
        from_keys.values.extend(parsed.into_iter().flat_map(|parsed| parsed.values));
    }
    from_keys
}

/// Returns whether these texts of an item's table key are the key of these values by the current design, in any shard.
pub(crate) fn is_key_of<'v>(
    entity: &'static EntitySchema,
    key: &TableKey<'_>,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> bool {
    let is_written = |part, stored: Option<&str>| match (part_template(entity, 0, part), stored) {
        (Some(template), Some(stored)) => is_written_as(TemplateRef::new(entity, part, &template), value, stored),
        _ => true,
    };
    is_written(KeyPart::Partition, key.partition.get()) && is_written(KeyPart::Sort, key.sort.get())
}

/// Returns whether a part of the table's key has this text when it is written from these values. An attribute that is
/// itself a field always agrees, because the field has no other copy.
fn is_written_in<'v>(
    entity: &'static EntitySchema,
    part: KeyPart,
    stored: Option<&str>,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> bool {
    let (Some(template), Some(stored)) = (part_template(entity, 0, part), stored) else { return true };
    is_native(entity, 0, part) || is_written_as(TemplateRef::new(entity, part, &template), value, stored)
}

/// Checks that an item's fields agree with the table key under which it is stored, by the current design or an older
/// one. If they differ, writing the item again would create another item.
///
/// # Errors
///
/// [`Decode`](ErrorKind::Decode), which names the field and both values.
pub(crate) fn check_key<'v>(
    entity: &'static EntitySchema,
    key: &ItemKey,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> Result<()> {
    let sort = key.sort.as_ref().and_then(KeyScalar::as_s);
    if is_written_in(entity, KeyPart::Partition, key.partition.as_s(), value)
        && is_written_in(entity, KeyPart::Sort, sort, value)
    {
        return Ok(());
    }
    let designs = [parse(entity, 0, key).ok(), parse_older(entity, 0, key)];
    let mut first = None;
    for parsed in designs.into_iter().flatten() {
        match parsed.differing(value) {
            None => return Ok(()),
            Some(from_keys) => first = first.or_else(|| Some(from_keys.clone())),
        }
    }
    // A key that no design can parse is not compared.
    first.map_or(Ok(()), |from_keys| Err(differs(entity, &from_keys, value(from_keys.field))))
}

fn differs(entity: &'static EntitySchema, from_keys: &ParsedValue, held: Option<KeyValue<'_>>) -> Error {
    let field = entity.fields.get(usize::from(from_keys.field));
    let (name, attribute) = field.map_or(("", ""), |of| (of.name, of.attribute));
    let zone = field.and_then(|of| of.kind).map_or("", FieldKind::zone);
    let shown = |value: Option<&KeyValue<'_>>| match is_sensitive(entity, from_keys.field) {
        true => REDACTED.to_owned(),
        false => value.map_or_else(|| "absent".to_owned(), |value| format_value(value, zone)),
    };
    let message = format!(
        "field `{name}` is {} in attribute `{attribute}` and {} in the item's key; repair the item: make the attribute \
         agree with the key, or remove it, so that the field is read from the key",
        shown(held.as_ref()),
        shown(Some(&from_keys.value)),
    );
    Error::new(ErrorKind::Decode, message).of_entity(entity.name)
}

/// Formats a value for error messages. A time ends with the zone of its kind.
fn format_value(value: &KeyValue<'_>, zone: &str) -> String {
    match value {
        KeyValue::Text(text) => shown(Some(&AttributeValue::S(text.clone().into_owned()))),
        KeyValue::Integer(integer) => {
            let mut digits = String::new();
            integer.write_plain(&mut digits);
            digits
        }
        KeyValue::Time(time) => {
            let mut text = String::new();
            match time.write(Form::Time(TimeForm::Nanos), zone, KeyPart::Sort, &mut text) {
                true => text,
                false => "a time outside the years 0 to 9999".to_owned(),
            }
        }
        KeyValue::Binary(_) => "binary (B)".to_owned(),
    }
}
