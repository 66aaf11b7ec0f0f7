//! Serializes lists, maps and structs.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde_dynamo::Error;

use super::{Result, ToAttribute, in_variant, map_key};

/// The maximum number of values for which capacity is reserved, because a custom `Serialize` can report any number.
const MAX_TRUSTED_LENGTH: usize = 1_024;

/// The values of a list.
pub struct List<'c> {
    to: ToAttribute<'c>,
    values: Vec<AttributeValue>,
}

impl<'c> List<'c> {
    pub(super) fn new(to: ToAttribute<'c>, length: Option<usize>) -> Self {
        Self { to, values: Vec::with_capacity(length.unwrap_or_default().min(MAX_TRUSTED_LENGTH)) }
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.values.push(value.serialize(self.to)?);
        Ok(())
    }
}

/// The members of a map.
pub struct Map<'c> {
    to: ToAttribute<'c>,
    values: HashMap<String, AttributeValue>,
    name: Option<String>,
}

impl<'c> Map<'c> {
    pub(super) fn new(to: ToAttribute<'c>, length: Option<usize>) -> Self {
        let values = HashMap::with_capacity(length.unwrap_or_default().min(MAX_TRUSTED_LENGTH));
        Self { to, values, name: None }
    }
}

/// The fields of a struct.
pub struct Fields<'c> {
    to: ToAttribute<'c>,
    values: HashMap<String, AttributeValue>,
}

impl<'c> Fields<'c> {
    pub(super) fn new(to: ToAttribute<'c>, length: usize) -> Self {
        Self { to, values: HashMap::with_capacity(length.min(MAX_TRUSTED_LENGTH)) }
    }

    fn insert<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        self.values.insert(name.to_owned(), value.serialize(self.to)?);
        Ok(())
    }
}

/// The content of a variant of an enum.
pub struct InVariant<C> {
    pub(super) variant: &'static str,
    pub(super) inner: C,
}

macro_rules! list {
    ($($trait:ident $method:ident;)*) => {$(
        impl $trait for List<'_> {
            type Ok = AttributeValue;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.push(value)
            }

            fn end(self) -> Result<AttributeValue> {
                Ok(AttributeValue::L(self.values))
            }
        }
    )*};
}

list! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
}

impl SerializeTupleVariant for InVariant<List<'_>> {
    type Ok = AttributeValue;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.inner.push(value)
    }

    fn end(self) -> Result<AttributeValue> {
        Ok(in_variant(self.variant, AttributeValue::L(self.inner.values)))
    }
}

impl SerializeMap for Map<'_> {
    type Ok = AttributeValue;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<()> {
        self.name = Some(map_key(name)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let Some(name) = self.name.take() else {
            return Err(Error::custom("SerializeMap::serialize_value called before SerializeMap::serialize_key"));
        };
        self.values.insert(name, value.serialize(self.to)?);
        Ok(())
    }

    fn end(self) -> Result<AttributeValue> {
        Ok(AttributeValue::M(self.values))
    }
}

impl SerializeStruct for Fields<'_> {
    type Ok = AttributeValue;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        self.insert(name, value)
    }

    fn end(self) -> Result<AttributeValue> {
        Ok(AttributeValue::M(self.values))
    }
}

impl SerializeStructVariant for InVariant<Fields<'_>> {
    type Ok = AttributeValue;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        self.inner.insert(name, value)
    }

    fn end(self) -> Result<AttributeValue> {
        Ok(in_variant(self.variant, AttributeValue::M(self.inner.values)))
    }
}
