//! The schema and functions of an entity, for code that is not generic.

use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Serialize, Serializer, ser::Error as _};

use super::to_attribute::to_attribute_value;
use crate::{Entity, entity::StoredField, key::KeyValue, schema::EntitySchema};

/// An entity without its type: its schema, and functions that its derive implements.
///
/// A function that takes this instead of a type parameter is compiled once, not once for each entity.
#[derive(Clone, Copy)]
pub(crate) struct EntityFunctions {
    pub(crate) schema: &'static EntitySchema,
    /// Returns the attribute that a put writes for a key field with this value.
    pub(crate) stored: fn(u8, KeyValue<'static>) -> StoredField,
    /// Converts a value of a field that is a time of the item to the form in which serde writes the field.
    pub(crate) serde_form: fn(u8, KeyValue<'static>) -> serde_dynamo::Result<AttributeValue>,
    /// The attribute in which serde writes the name of the struct.
    pub(crate) tag: Option<&'static str>,
    /// The maximum value of the version field's type.
    pub(crate) max_version: u64,
}

impl EntityFunctions {
    /// Returns the functions of one entity.
    pub(crate) const fn of<E: Entity>() -> Self {
        Self {
            schema: const { &E::SCHEMA },
            stored: E::__stored,
            serde_form: serde_form::<E>,
            tag: E::__TAG,
            max_version: E::__MOST_VERSION,
        }
    }
}

/// Returns the value of a key field, or `None` if it is absent.
pub(crate) type ValueOf<'f, 'v> = &'f dyn Fn(u8) -> Option<KeyValue<'v>>;

/// Converts a value of a field to the form in which serde writes the field.
fn serde_form<E: Entity>(field: u8, value: KeyValue<'static>) -> serde_dynamo::Result<AttributeValue> {
    to_attribute_value(Form { field, value, entity: PhantomData::<fn() -> E> })
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
