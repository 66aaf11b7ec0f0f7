//! Decodes a stored item as an entity.

mod as_map;
mod body;
mod part;

use std::cell::Cell;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer, MapAccess};

use super::{
    aliases::rename_to_current,
    deserialize::Reader,
    fields_from_keys::{check_key, missing_fields},
    form::{SomeNull, empty_sets, is_nullable},
    functions::EntityFunctions,
    names::{is_derived, is_reserved},
    native::{RepresentedValue, native_values},
    read_item::ReadItem,
    stamp::readable_form,
    stored::{belongs, key_text, schema, stored_key, type_name, wrong_entity},
    version::missing_version,
};
use crate::{
    Attributes, Entity, Error, ErrorKind, Item, Result,
    attributes::Attribute,
    entity::provided,
    key::{ItemKey, redaction::is_sensitive_attribute},
    schema,
    schema::EntitySchema,
};
use as_map::AsMap;
use body::decode_in_body;
pub(crate) use part::{PartOfBody, read_part};

impl<E: Entity + DeserializeOwned> provided::Decode for E {
    fn decode(item: Item) -> Result<Self> {
        from_item(item)
    }

    fn decode_as(entity: &'static EntitySchema, item: Item) -> Result<Self> {
        decode(entity, item)
    }
}

/// Decodes an item as this entity, without checking that it belongs to the entity. `belongs` checks that.
pub(crate) fn decode<E: Entity + DeserializeOwned>(entity: &'static EntitySchema, item: Item) -> Result<E> {
    let key = stored_key(entity, 0, &item);
    let decoded = decode_fields::<E>(entity, item);
    let checked = match (&decoded, &key) {
        (Ok(decoded), Some(key)) => check_key(entity, key, &|field| decoded.__value(field)),
        _ => Ok(()),
    };
    match (decoded, checked) {
        (Ok(decoded), Ok(())) => Ok(decoded),
        (Err(error), _) | (_, Err(error)) => Err(at_stored_key(entity, key.as_ref(), error)),
    }
}

/// Adds the entity and the key of its item to an error.
fn at_stored_key(entity: &'static EntitySchema, key: Option<&ItemKey>, error: Error) -> Error {
    error.of_entity(entity.name).at_key(key.map_or("unknown".into(), |key| key_text(entity, key)))
}

/// The function [`decode_read`] for one entity, instantiated where its bounds are known.
pub(crate) type DecodeRead<E> = fn(&'static EntitySchema, ReadItem) -> Result<E>;

/// Decodes an item that a read returned, like [`decode`].
pub(crate) fn decode_read<E: Entity + DeserializeOwned>(entity: &'static EntitySchema, item: ReadItem) -> Result<E> {
    match item {
        ReadItem::Parsed(item) => decode(entity, item),
        ReadItem::InBody(item) => decode_in_body(entity, &item),
    }
}

/// Decodes an item as this entity, if it belongs to the entity.
pub(crate) fn from_item<E: Entity + DeserializeOwned>(item: Item) -> Result<E> {
    let entity = schema::<E>();
    if belongs(entity, &item) { decode(entity, item) } else { Err(wrong_entity(entity, &item)) }
}

fn decode_fields<E: Entity + DeserializeOwned>(entity: &'static EntitySchema, item: Item) -> Result<E> {
    let (fields, other_attributes) = fields_of_item(EntityFunctions::of::<E>(), item);
    let mut decoded: E = read_all_fields(entity, fields)?;
    if let Some(attributes) = decoded.__attributes_mut() {
        fill(entity, attributes, other_attributes)?;
    }
    Ok(decoded)
}

/// Returns the fields of an item for serde, and the attributes that belong to no field.
fn fields_of_item(functions: EntityFunctions, mut item: Item) -> (Vec<Field>, Vec<(String, AttributeValue)>) {
    let entity = functions.schema;
    rename_to_current(entity, &mut item);
    let mut natives = native_values(functions, &item);
    let times = times_of(functions, &item);
    let mut other_attributes = Vec::new();
    let mut fields = Vec::with_capacity(item.len() + 1);
    for (name, value) in missing_fields(functions, &item) {
        fields.push(Field { attribute: name.to_owned(), read_as: None, value, native: None });
    }
    let absent = missing_version(entity, &item).into_iter().chain(empty_sets(entity, &item));
    for (name, value) in absent {
        fields.push(Field { attribute: name.to_owned(), read_as: None, value, native: None });
    }
    for (name, value) in item {
        if let Some(field) = entity.fields.iter().position(|field| field.attribute == name) {
            let native =
                natives.iter().position(|(of, _)| usize::from(*of) == field).map(|at| natives.swap_remove(at).1);
            let time = times.iter().find(|(of, _)| usize::from(*of) == field && native.is_none());
            let value = time.map_or(value, |(_, form)| form.clone());
            fields.push(Field { attribute: name, read_as: None, value, native });
        } else if !is_derived(entity, &name) {
            other_attributes.push((name.clone(), value.clone()));
            if is_reserved(entity, &name) {
                continue;
            }
            fields.push(Field { attribute: name, read_as: None, value, native: None });
        }
    }
    for (place, form) in times {
        let field = entity.fields.get(usize::from(place)).map(|field| field.attribute);
        if let Some(name) = field.filter(|name| !fields.iter().any(|field| field.attribute == *name)) {
            fields.push(Field { attribute: name.to_owned(), read_as: None, value: form, native: None });
        }
    }
    (fields, other_attributes)
}

/// Deserializes all fields of an entity.
fn read_all_fields<V: DeserializeOwned>(entity: &'static EntitySchema, fields: Vec<Field>) -> Result<V> {
    let is_nullable = |name: &str| is_nullable(entity, name);
    read_fields(entity, fields, &is_nullable)
}

/// Deserializes these fields of an entity into another type, which need not distinguish nulls from absent values.
pub(crate) fn read<V: DeserializeOwned>(entity: &'static EntitySchema, fields: Vec<Field>) -> Result<V> {
    read_fields(entity, fields, &|_| false)
}

fn read_fields<V: DeserializeOwned>(
    entity: &'static EntitySchema,
    fields: Vec<Field>,
    is_nullable: &dyn Fn(&str) -> bool,
) -> Result<V> {
    let failed = Cell::new(None);
    V::deserialize(AsMap(Fields { rest: fields.into_iter(), value: None, is_nullable, failed: &failed }))
        .map_err(|error| decode_error(entity, error, failed.take()))
}

/// Returns the fields that are times of the item, in the form that serde reads, if they are not stored in that form.
fn times_of(functions: EntityFunctions, item: &Item) -> Vec<(u8, AttributeValue)> {
    let places = functions.schema.fields.iter().enumerate().filter(|(_, field)| field.is_time());
    let form = |(place, field): (usize, &schema::Field)| {
        let place = u8::try_from(place).ok()?;
        Some((place, readable_form(functions, place, item.get(field.attribute))?))
    };
    places.filter_map(form).collect()
}

/// Restores the exact values of attributes that serde's data model has simplified.
///
/// Attributes of other entities' keys are not among those that serde has read: a flattened map must not have them.
fn fill(
    entity: &'static EntitySchema,
    attributes: &mut Attributes,
    other_attributes: impl IntoIterator<Item = (String, AttributeValue)>,
) -> Result<()> {
    for (name, value) in other_attributes {
        if attributes.get(&name).is_some() || is_reserved(entity, &name) {
            attributes.set(name, Attribute::try_from(value)?);
        }
    }
    Ok(())
}

/// The location at which decoding failed.
struct Failure {
    attribute: String,
    /// The type of the stored value.
    found: &'static str,
    /// The type of the field, in Rust.
    expected: &'static str,
}

/// Builds the error. Serde's message can contain the value, so it is omitted for a sensitive field.
fn decode_error(entity: &EntitySchema, error: serde_dynamo::Error, place: Option<Failure>) -> Error {
    if let Some(Failure { attribute, found, expected }) = &place
        && is_sensitive_attribute(entity, attribute)
    {
        let expected = expected_type(expected);
        let message = format!(
            "attribute `{attribute}` is {found} and does not decode{expected}; repair the item, or let the field's \
             type accept it"
        );
        return Error::new(ErrorKind::Decode, message);
    }
    let mut text = error.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    let message = match place {
        Some(Failure { attribute, found, expected }) => {
            let expected = expected_type(expected);
            format!(
                "attribute `{attribute}` is {found} and does not decode{expected}: {text}; repair the item, or let \
                 the field's type accept it"
            )
        }
        None if is_in_keys(entity, &text) => {
            format!("the item does not decode: {text}, and its keys do not contain it; repair the item")
        }
        None => format!("the item does not decode: {text}; repair the item, or give the field a `#[serde(default)]`"),
    };
    Error::new(ErrorKind::Decode, message).caused_by(error)
}

/// Returns whether serde reports a missing field that is part of a key, and must therefore not have a default.
fn is_in_keys(entity: &EntitySchema, text: &str) -> bool {
    let is_missed = |field: &schema::Field| text == format!("missing field `{}`", field.attribute);
    entity.fields.iter().any(|field| field.is_read_from_keys() && is_missed(field))
}

/// Returns the type without its path, as a user writes it. Empty if serde's derive replaced it by a generated type.
fn expected_type(path: &str) -> String {
    if path.contains("__") {
        return String::new();
    }
    let mut name = String::with_capacity(path.len());
    for part in path.split_inclusive(|character: char| !character.is_alphanumeric() && !"_:".contains(character)) {
        name.push_str(part.rsplit("::").next().unwrap_or(part));
    }
    format!(" as `{name}`")
}

/// The stored value of a field.
pub(crate) struct Field {
    pub(crate) attribute: String,
    /// The name under which serde reads it, if that differs from the attribute's.
    pub(crate) read_as: Option<&'static str>,
    pub(crate) value: AttributeValue,
    /// The meaning of the value, if it is itself a part of a key.
    pub(crate) native: Option<RepresentedValue>,
}

/// Passes an item's attributes to serde one by one, and records the one at which decoding failed.
struct Fields<'a> {
    rest: std::vec::IntoIter<Field>,
    value: Option<Field>,
    is_nullable: &'a dyn Fn(&str) -> bool,
    failed: &'a Cell<Option<Failure>>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = serde_dynamo::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        self.value = self.rest.next();
        let name = self.value.as_ref().map(|field| field.read_as.unwrap_or(&field.attribute));
        name.map(|name| seed.deserialize(name.into_deserializer())).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        let Some(Field { attribute, value, native, .. }) = self.value.take() else {
            return Err(serde::de::Error::custom("serde requested a value before its name"));
        };
        let found = type_name(&value);
        let decoded = match native {
            Some(native) => native.deserialize(value, seed),
            None if value == AttributeValue::Null(true) && (self.is_nullable)(&attribute) => seed.deserialize(SomeNull),
            None => seed.deserialize(Reader::of(&value)),
        };
        decoded.inspect_err(|_| {
            let expected = std::any::type_name::<V::Value>();
            self.failed.set(Some(Failure { attribute, found, expected }));
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
