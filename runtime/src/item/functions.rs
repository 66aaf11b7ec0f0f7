//! The functions of an entity that code for every entity calls.

use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Serialize, Serializer, ser::Error as _};

use crate::{Entity, entity::StoredField, key::KeyValue, schema::EntitySchema};

/// An entity without its type: its schema, and the functions that its derive expands to.
///
/// A function that takes this instead of a type parameter is compiled once, not once for each entity.
#[derive(Clone, Copy)]
pub(crate) struct EntityFunctions {
    pub(crate) schema: &'static EntitySchema,
    /// Returns what a put writes for a field of a key.
    pub(crate) stored: fn(u8, KeyValue<'static>) -> StoredField,
    /// Returns a value of a field that is a time of the item, as serde writes the struct's own.
    pub(crate) serde_form: fn(u8, KeyValue<'static>) -> serde_dynamo::Result<AttributeValue>,
    /// The maximum of the version's type.
    pub(crate) most_version: u64,
}

impl EntityFunctions {
    /// Returns the functions of one entity.
    pub(crate) const fn of<E: Entity>() -> Self {
        Self {
            schema: const { &E::SCHEMA },
            stored: E::__stored,
            serde_form: serde_form::<E>,
            most_version: E::__MOST_VERSION,
        }
    }
}

/// Returns the value of a field that a key contains, or `None` if it is absent.
pub(crate) type ValueOf<'f, 'v> = &'f dyn Fn(u8) -> Option<KeyValue<'v>>;

/// Returns a value of a field as serde writes the struct's own.
fn serde_form<E: Entity>(field: u8, value: KeyValue<'static>) -> serde_dynamo::Result<AttributeValue> {
    serde_dynamo::to_attribute_value(Form { field, value, entity: PhantomData::<fn() -> E> })
}

struct Form<E> {
    field: u8,
    value: KeyValue<'static>,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> Serialize for Form<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let written = E::__serialize_as(self.field, self.value.clone(), serializer);
        written.unwrap_or_else(|| Err(S::Error::custom("its type has no such value")))
    }
}
