//! Decodes an entity directly from an item in a response body.

use std::cell::Cell;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer as _, MapAccess};

use super::{Failure, as_map::AsMap, at_stored_key, decode, decode_error, fill};
use crate::{
    Entity, Result,
    item::{
        aliases::has_earlier_names,
        derived::{Derived, TableKey},
        deserialize::Reader,
        fields_from_keys::{check_key, is_key_of, missing_fields},
        form::{SomeNull, empty_sets},
        functions::{EntityFunctions, ValueOf},
        names::{is_derived, is_reserved},
        native::{RepresentedValue, native_values},
        stamp::readable_form,
        stored::{has_discriminator, stored_key, type_name},
        version::missing_version,
        wire::{BodyItem, Value},
    },
    schema::{AttributeForm, EntitySchema, Field},
};

/// Decodes an item as this entity. The result equals that of [`decode`](super::decode) for the SDK's representation.
pub(crate) fn decode_in_body<E: Entity + DeserializeOwned>(
    entity: &'static EntitySchema,
    item: &BodyItem,
) -> Result<E> {
    if Derived::of::<E>().has_aliases && has_earlier_names(entity, item) {
        return decode(entity, item.to_item());
    }
    decode_whole(entity, item).map_err(|error| at_stored_key(entity, stored_key(entity, 0, item).as_ref(), error))
}

/// Decodes the attributes. Reads the item's keys only if the attributes do not contain the whole item, because few
/// items hold fields only in their keys.
fn decode_whole<E: Entity + DeserializeOwned>(entity: &'static EntitySchema, item: &BodyItem) -> Result<E> {
    let (derived, key) = (Derived::of::<E>(), TableKey::default());
    let read = (!derived.has_key_only_fields).then(|| decode_fields::<E>(entity, item, Vec::new(), &key));
    let is_whole = |decoded: &E| {
        let may_lack = derived.has_sparse_fields && lacks_a_field(entity, &|field| decoded.__value(field));
        let lacks_nothing = !may_lack || has_discriminator(entity, item);
        lacks_nothing && derived.is_whole && is_key_of(entity, &key, &|field| decoded.__value(field))
    };
    let read = match read {
        Some(Ok(decoded)) if is_whole(&decoded) => return Ok(decoded),
        read => read,
    };
    let missing = missing_fields(EntityFunctions::of::<E>(), item);
    let decoded = match read {
        Some(read) if missing.is_empty() => read?,
        _ => decode_fields::<E>(entity, item, missing, &key)?,
    };
    if let Some(key) = stored_key(entity, 0, item) {
        check_key(entity, &key, &|field| decoded.__value(field))?;
    }
    Ok(decoded)
}

/// Returns whether a field that may be absent from index keys has no value.
fn lacks_a_field(entity: &EntitySchema, value: ValueOf<'_, '_>) -> bool {
    let mut fields = (0..=u8::MAX).zip(entity.fields);
    fields.any(|(place, field)| field.optional && field.is_read_from_keys() && value(place).is_none())
}

/// Decodes the attributes and the given additional fields, which have no attribute.
///
/// Also stores the texts of the table's key in `key`.
fn decode_fields<'i, E: Entity + DeserializeOwned>(
    entity: &'static EntitySchema,
    item: &'i BodyItem,
    missing: Vec<(&'static str, AttributeValue)>,
    key: &TableKey<'i>,
) -> Result<E> {
    let failed = Cell::new(None);
    let derived = Derived::of::<E>();
    let mut other = if derived.has_plain_fields { Vec::new() } else { other_values(EntityFunctions::of::<E>(), item) };
    if !missing.is_empty() {
        add_forms(&mut other, missing);
    }
    let attributes = Attributes {
        rest: item.attributes().filter(|(name, value)| {
            !derived.is_derived_name(name, key, || value.as_text()) && (derived.is_whole || !is_reserved(entity, name))
        }),
        other,
        value: None,
        failed: &failed,
    };
    let mut decoded = E::deserialize(AsMap(attributes)).map_err(|error| decode_error(entity, error, failed.take()))?;
    if let Some(attributes) = decoded.__attributes_mut() {
        let is_left_out = |name: &str| derived.names().contains(&name) || is_unlisted_derived(derived, entity, name);
        let is_other_attribute = |name: &str| !is_field(entity, name) && !is_left_out(name);
        let other_attributes = item.attributes().filter(|(name, _)| is_other_attribute(name));
        fill(entity, attributes, other_attributes.map(|(name, value)| (name.to_owned(), value.to_attribute())))?;
    }
    Ok(decoded)
}

fn is_field(entity: &EntitySchema, name: &str) -> bool {
    entity.fields.iter().any(|field| field.attribute == name)
}

/// Returns whether an attribute is derived, if the list of derived names is incomplete.
#[inline]
fn is_unlisted_derived(derived: &Derived, entity: &'static EntitySchema, name: &str) -> bool {
    !derived.is_whole && !is_field(entity, name) && is_derived(entity, name)
}

/// The value that serde reads instead of the stored one, or for a missing attribute.
pub(super) enum Other {
    /// The value of a field that is itself a key's attribute, and its meaning.
    Native(AttributeValue, RepresentedValue),
    Form(AttributeValue),
    /// A null of an attribute that can also be absent.
    Null,
}

/// Returns the values that serde does not read in their stored form, by attribute.
fn other_values(functions: EntityFunctions, item: &BodyItem) -> Vec<(&'static str, Other)> {
    let entity = functions.schema;
    let mut others = Vec::new();
    if let Some((name, zero)) = missing_version(entity, item) {
        others.push((name, Other::Form(zero)));
    }
    others.extend(empty_sets(entity, item).map(|(name, empty)| (name, Other::Form(empty))));
    let is_null = |field: &&Field| item.get(field.attribute).is_some_and(|value| value.is_null());
    let nullable = entity.fields.iter().filter(|field| field.form == AttributeForm::Nullable);
    others.extend(nullable.filter(is_null).map(|field| (field.attribute, Other::Null)));
    for (place, represented) in native_values(functions, item) {
        let Some(name) = entity.fields.get(usize::from(place)).map(|field| field.attribute) else { continue };
        let Some(value) = item.get(name) else { continue };
        others.push((name, Other::Native(value.to_attribute(), represented)));
    }
    for (place, field) in entity.fields.iter().enumerate().filter(|(_, field)| field.is_time()) {
        let Ok(place) = u8::try_from(place) else { break };
        let stored = item.get(field.attribute).map(Value::to_attribute);
        let is_known = others.iter().any(|(name, _)| *name == field.attribute);
        if let (false, Some(form)) = (is_known, readable_form(functions, place, stored.as_ref())) {
            others.push((field.attribute, Other::Form(form)));
        }
    }
    others
}

/// Adds these values to those that serde does not read in their stored form.
fn add_forms(others: &mut Vec<(&'static str, Other)>, forms: Vec<(&'static str, AttributeValue)>) {
    others.extend(forms.into_iter().map(|(name, form)| (name, Other::Form(form))));
}

impl Other {
    /// Deserializes the value, and returns the type of the stored value with the result.
    fn deserialize<'de, V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> (Result<V::Value, serde_dynamo::Error>, &'static str) {
        match self {
            Self::Native(stored, represented) => {
                let found = type_name(&stored);
                (represented.deserialize(stored, seed), found)
            }
            Self::Null => (seed.deserialize(SomeNull), "null (NULL)"),
            Self::Form(form) => {
                let found = type_name(&form);
                (seed.deserialize(Reader::of(&form)), found)
            }
        }
    }
}

/// A value in the form in which serde reads it.
pub(super) enum Read<'a> {
    Stored(Value<'a>),
    /// Boxed to keep this enum small, because few values need this variant.
    Other(Box<Other>),
}

impl Read<'_> {
    /// Deserializes the value. On failure, stores the attribute's name in `failed`.
    pub(super) fn deserialize<'de, V: DeserializeSeed<'de>>(
        self,
        seed: V,
        attribute: &str,
        failed: &Cell<Option<Failure>>,
    ) -> Result<V::Value, serde_dynamo::Error> {
        let (decoded, found) = match self {
            Self::Stored(value) => (seed.deserialize(Reader(value)), value.type_name()),
            Self::Other(other) => other.deserialize(seed),
        };
        decoded.inspect_err(|_| {
            let expected = std::any::type_name::<V::Value>();
            failed.set(Some(Failure { attribute: attribute.to_owned(), found, expected }));
        })
    }
}

/// Passes an item's attributes to serde one by one, and records the one at which decoding failed.
struct Attributes<'a, 'f, I> {
    rest: I,
    /// The values that serde does not read in their stored form, and that are not read yet.
    other: Vec<(&'static str, Other)>,
    value: Option<(&'a str, Read<'a>)>,
    failed: &'f Cell<Option<Failure>>,
}

impl<'a, I: Iterator<Item = (&'a str, Value<'a>)>> Attributes<'a, '_, I> {
    fn next(&mut self) -> Option<(&'a str, Read<'a>)> {
        let Some((name, value)) = self.rest.next() else {
            let (name, other) = self.other.pop()?;
            return Some((name, Read::Other(Box::new(other))));
        };
        match self.other.iter().position(|(of, _)| *of == name) {
            None => Some((name, Read::Stored(value))),
            Some(place) => Some((name, Read::Other(Box::new(self.other.swap_remove(place).1)))),
        }
    }
}

impl<'de, 'a, I: Iterator<Item = (&'a str, Value<'a>)>> MapAccess<'de> for Attributes<'a, '_, I> {
    type Error = serde_dynamo::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        self.value = self.next();
        let name = self.value.as_ref().map(|(name, _)| *name);
        name.map(|name| seed.deserialize(name.into_deserializer())).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        let Some((name, value)) = self.value.take() else {
            return Err(serde::de::Error::custom("serde requested a value before its name"));
        };
        value.deserialize(seed, name, self.failed)
    }
}
