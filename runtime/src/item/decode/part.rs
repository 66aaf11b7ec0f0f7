//! Decodes some attributes of an item in a response body.

use std::cell::Cell;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer as _, MapAccess};

use super::{
    Failure,
    as_map::AsMap,
    body::{Other, Read},
    decode_error,
};
use crate::{
    Result,
    item::{native::RepresentedValue, wire::Value},
    schema::EntitySchema,
};

/// A field to decode, with the value of its attribute.
pub(crate) struct PartOfBody<'a> {
    attribute: &'static str,
    read_as: &'static str,
    value: Read<'a>,
}

impl<'a> PartOfBody<'a> {
    /// Creates a field that serde reads as `read_as`, from the stored value.
    pub(crate) fn stored(attribute: &'static str, read_as: &'static str, value: Value<'a>) -> Self {
        Self { attribute, read_as, value: Read::Stored(value) }
    }

    /// Creates a field that serde reads in another form than the stored one.
    pub(crate) fn form(attribute: &'static str, read_as: &'static str, form: AttributeValue) -> Self {
        Self { attribute, read_as, value: Read::Other(Box::new(Other::Form(form))) }
    }

    /// Creates a field whose attribute is itself a part of a key. `represented` is the value that the key represents.
    pub(crate) fn native(
        attribute: &'static str,
        read_as: &'static str,
        stored: AttributeValue,
        represented: RepresentedValue,
    ) -> Self {
        Self { attribute, read_as, value: Read::Other(Box::new(Other::Native(stored, represented))) }
    }
}

/// Deserializes these fields of an entity. The result equals that of [`read`](super::read) for the SDK's
/// representation.
pub(crate) fn read_part<V: DeserializeOwned>(entity: &EntitySchema, fields: Vec<PartOfBody<'_>>) -> Result<V> {
    let failed = Cell::new(None);
    V::deserialize(AsMap(Parts { rest: fields.into_iter(), value: None, failed: &failed }))
        .map_err(|error| decode_error(entity, error, failed.take()))
}

/// Passes fields to serde one by one, and records the one at which decoding failed.
struct Parts<'a> {
    rest: std::vec::IntoIter<PartOfBody<'a>>,
    value: Option<(&'static str, Read<'a>)>,
    failed: &'a Cell<Option<Failure>>,
}

impl<'de> MapAccess<'de> for Parts<'_> {
    type Error = serde_dynamo::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        let Some(PartOfBody { attribute, read_as, value }) = self.rest.next() else { return Ok(None) };
        self.value = Some((attribute, value));
        seed.deserialize(read_as.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        match self.value.take() {
            Some((attribute, value)) => value.deserialize(seed, attribute, self.failed),
            None => Err(serde::de::Error::custom("serde requested a value before its name")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
