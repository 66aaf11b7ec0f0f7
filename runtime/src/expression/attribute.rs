//! Converts a field's value into the attribute that a put of the whole entity would write.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde_dynamo::aws_sdk_dynamodb_1::to_attribute_value;

use super::Field;
use crate::{
    Entity, Error, ErrorKind, Result,
    item::{encode::natives, form::stored_form, is_none::is_none, stamp::ttl_seconds, stored},
    key::{KeyScalar, KeyValue, TemplateRef, attribute_value, redaction::is_sensitive},
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
        return native.map(|scalar| scalar.as_ref().map(stored::attribute));
    }
    written(field, value)
}

/// Returns the attribute as serde writes it, or the seconds of a TTL. Does not consider keys.
pub(crate) fn written<E: Entity, T: Serialize, R>(field: &Field<E, T, R>, value: &T) -> Result<Option<AttributeValue>> {
    let entity = const { &E::SCHEMA };
    let name = || entity.fields.get(usize::from(field.place)).map_or("?", |field| field.name);
    if let Some(to_ttl) = field.to_ttl {
        let seconds = to_ttl(value).map(|value| ttl_seconds(entity, name(), &value)).transpose()?;
        return Ok(seconds.map(|seconds| AttributeValue::N(seconds.to_string())));
    }
    if field.skip.is_some_and(|skip| skip(value)) {
        return Ok(None);
    }
    let written = match field.serialize {
        Some(serialize) => serialize(value, super::field::FieldSerializer::default()).map(AttributeValue::from),
        None => to_attribute_value(value),
    };
    let of = entity.fields.get(usize::from(field.place));
    let omits_none = of.is_some_and(|field| field.omits_none);
    let is_null = || of.is_some_and(|field| field.form == AttributeForm::Nullable) && !is_none(value);
    let is_left_out = |written: &AttributeValue| omits_none && written.is_null() && !is_null();
    let stored = |written: AttributeValue| match of {
        _ if is_left_out(&written) => None,
        Some(field) => stored_form(field, written),
        None => Some(written),
    };
    written.map(stored).map_err(|error| {
        let (name, is_sensitive) = (name(), is_sensitive(entity, field.place));
        let why = if is_sensitive { String::new() } else { format!(": {error}") };
        let message = format!("the value of `{name}` does not serialize{why}; give a value that dynamodb can store");
        let refused = Error::new(ErrorKind::Encode, message).of_entity(entity.name);
        if is_sensitive { refused } else { refused.caused_by(error) }
    })
}

/// Returns the value in the form of the key's attribute, if the field is itself one.
fn native(entity: &'static EntitySchema, field: u8, value: Option<&KeyValue<'_>>) -> Option<Result<Option<KeyScalar>>> {
    let of = |place| if place == field { value.cloned() } else { None };
    let mut natives = (0..entity.keys.len()).flat_map(|key| natives(entity, key).map(move |native| (key, native)));
    let (key, native) = natives.find(|(_, native)| native.field == field)?;
    Some(attribute_value((key, native.place), TemplateRef::new(entity, native.part, &native.template), &of, None))
}
