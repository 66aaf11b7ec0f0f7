//! Converts a field's value into the attribute that a put of the whole entity would write.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use super::Field;
use crate::{
    Entity, Error, ErrorKind, Result,
    item::{
        encode::natives, form::stored_form, is_none::is_none, stamp::ttl_seconds, stored::attribute,
        to_attribute::to_attribute_value,
    },
    key::{KeyValue, TemplateRef, attribute_value, redaction::is_sensitive},
    schema::{AttributeForm, EntitySchema},
};

/// Returns the attribute of a field with this value, or `None` if a put would omit it.
///
/// # Errors
///
/// [`ErrorKind::Encode`] for a value that serde cannot serialize. [`ErrorKind::KeyValue`] if the field is itself a key
/// and the value cannot be used in it.
pub(crate) fn attribute_of<E: Entity, T: Serialize, R>(
    field: &Field<E, T, R>,
    value: &T,
) -> Result<Option<AttributeValue>> {
    let entity = const { &E::SCHEMA };
    if let Some(to_key) = field.to_key
        && let Some(native) = native(entity, field.place, to_key(value).as_ref())
    {
        return native;
    }
    written(field, value)
}

/// Returns the attribute as serde writes it, or the seconds of a TTL. Does not consider keys.
pub(crate) fn written<E: Entity, T: Serialize, R>(field: &Field<E, T, R>, value: &T) -> Result<Option<AttributeValue>> {
    let entity = const { &E::SCHEMA };
    if let Some(to_ttl) = field.to_ttl {
        return ttl_attribute(entity, field.place, to_ttl(value));
    }
    if field.skip.is_some_and(|skip| skip(value)) {
        return Ok(None);
    }
    let written = match field.serialize {
        Some(serialize) => serialize(value, super::field::FieldSerializer::default()),
        None => to_attribute_value(value),
    };
    match written {
        Ok(written) => Ok(stored(entity, field.place, written, &|| is_none(value))),
        Err(error) => Err(does_not_serialize(entity, field.place, error)),
    }
}

/// Returns the attribute of a TTL with this value.
fn ttl_attribute(
    entity: &'static EntitySchema,
    place: u8,
    value: Option<KeyValue<'_>>,
) -> Result<Option<AttributeValue>> {
    let seconds = value.map(|value| ttl_seconds(entity, name(entity, place), &value)).transpose()?;
    Ok(seconds.map(|seconds| AttributeValue::N(seconds.to_string())))
}

/// Returns what a put stores for the value that serde wrote, or `None` if it omits the field. `is_none` says whether
/// the field's value is a `None`.
fn stored(
    entity: &'static EntitySchema,
    place: u8,
    written: AttributeValue,
    is_none: &dyn Fn() -> bool,
) -> Option<AttributeValue> {
    let Some(field) = entity.fields.get(usize::from(place)) else { return Some(written) };
    let is_null = || field.form == AttributeForm::Nullable && !is_none();
    if field.omits_none && written.is_null() && !is_null() {
        return None;
    }
    stored_form(field, written)
}

fn does_not_serialize(entity: &'static EntitySchema, place: u8, error: serde_dynamo::Error) -> Error {
    let (name, is_sensitive) = (name(entity, place), is_sensitive(entity, place));
    let why = if is_sensitive { String::new() } else { format!(": {error}") };
    let message = format!("the value of `{name}` does not serialize{why}; give a value that dynamodb can store");
    let refused = Error::new(ErrorKind::Encode, message).of_entity(entity.name);
    if is_sensitive { refused } else { refused.caused_by(error) }
}

fn name(entity: &EntitySchema, place: u8) -> &'static str {
    entity.fields.get(usize::from(place)).map_or("?", |field| field.name)
}

/// Returns the value in the form of the key's attribute, if the field is itself such an attribute.
pub(crate) fn native(
    entity: &'static EntitySchema,
    field: u8,
    value: Option<&KeyValue<'_>>,
) -> Option<Result<Option<AttributeValue>>> {
    let of = |place| if place == field { value.cloned() } else { None };
    let mut natives = (0..entity.keys.len()).flat_map(|key| natives(entity, key).map(move |native| (key, native)));
    let (key, native) = natives.find(|(_, native)| native.field == field)?;
    let template = TemplateRef::new(entity, native.part, &native.template);
    let scalar = attribute_value((key, native.place), template, &of, None);
    Some(scalar.map(|scalar| scalar.as_ref().map(attribute)))
}
