//! Serializes values to attribute values as `serde_dynamo` does, and more: integers of 128 bits, and
//! [`Attribute`](crate::Attribute) with all digits and sets.

mod compound;
mod map_key;

use std::{cell::Cell, collections::HashMap};

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use serde::ser::{Error as _, Serialize, Serializer};
use serde_dynamo::Error;

use super::form::as_set;
use crate::attributes::{BINARY_SET, NUMBER, NUMBER_SET, STRING_SET};
use compound::{Fields, InVariant, List, Map};
pub(crate) use map_key::map_key;

pub(super) type Result<T> = std::result::Result<T, Error>;

/// Serializes a value.
pub(crate) fn to_attribute_value<T: Serialize>(value: T) -> Result<AttributeValue> {
    value.serialize(ToAttribute::default())
}

/// Serializes a value to an attribute value.
#[derive(Clone, Copy, Default)]
pub struct ToAttribute<'c> {
    /// Set if the value contains an integer of 128 bits.
    wide: Option<&'c Cell<bool>>,
}

impl<'c> ToAttribute<'c> {
    /// Creates a serializer that records whether the value contains an integer of 128 bits.
    pub(crate) fn recording(wide: &'c Cell<bool>) -> Self {
        Self { wide: Some(wide) }
    }

    fn wide_number(self, digits: String) -> Result<AttributeValue> {
        if let Some(wide) = self.wide {
            wide.set(true);
        }
        Ok(AttributeValue::N(digits))
    }
}

/// The type of a set.
#[derive(Clone, Copy)]
enum Set {
    Texts,
    Numbers,
    Binary,
}

impl Set {
    fn named(name: &'static str) -> Option<Self> {
        match name {
            STRING_SET => Some(Self::Texts),
            NUMBER_SET => Some(Self::Numbers),
            BINARY_SET => Some(Self::Binary),
            _ => Self::of_serde_dynamo(name),
        }
    }

    /// Recognizes the newtypes that `serde_dynamo`'s modules `string_set`, `number_set` and `binary_set` serialize.
    /// Their names are private, so it looks at what `serde_dynamo` makes of an empty list.
    fn of_serde_dynamo(name: &'static str) -> Option<Self> {
        match serde_dynamo::Serializer.serialize_newtype_struct(name, &[(); 0]) {
            Ok(serde_dynamo::AttributeValue::Ss(_)) => Some(Self::Texts),
            Ok(serde_dynamo::AttributeValue::Ns(_)) => Some(Self::Numbers),
            Ok(serde_dynamo::AttributeValue::Bs(_)) => Some(Self::Binary),
            _ => None,
        }
    }

    /// Converts a list to this set.
    fn of(self, list: AttributeValue) -> Result<AttributeValue> {
        let AttributeValue::L(values) = list else { return Err(Error::custom("Not a set-like sequence")) };
        if values.is_empty() {
            return Ok(match self {
                Self::Texts => AttributeValue::Ss(Vec::new()),
                Self::Numbers => AttributeValue::Ns(Vec::new()),
                Self::Binary => AttributeValue::Bs(Vec::new()),
            });
        }
        match (self, as_set(values)) {
            (Self::Texts, Some(set @ AttributeValue::Ss(_)))
            | (Self::Numbers, Some(set @ AttributeValue::Ns(_)))
            | (Self::Binary, Some(set @ AttributeValue::Bs(_))) => Ok(set),
            (Self::Texts, _) => Err(Error::custom("String set element does not serialize to string")),
            (Self::Numbers, _) => Err(Error::custom("Number set element does not serialize to number")),
            (Self::Binary, _) => Err(Error::custom("Binary set element does not serialize to binary")),
        }
    }
}

macro_rules! numbers {
    ($($method:ident $number:ty;)*) => {
        $(
            fn $method(self, number: $number) -> Result<AttributeValue> {
                Ok(AttributeValue::N(number.to_string()))
            }
        )*
    };
}

impl<'c> Serializer for ToAttribute<'c> {
    type Ok = AttributeValue;
    type Error = Error;
    type SerializeSeq = List<'c>;
    type SerializeTuple = List<'c>;
    type SerializeTupleStruct = List<'c>;
    type SerializeTupleVariant = InVariant<List<'c>>;
    type SerializeMap = Map<'c>;
    type SerializeStruct = Fields<'c>;
    type SerializeStructVariant = InVariant<Fields<'c>>;

    numbers! {
        serialize_i8 i8;
        serialize_i16 i16;
        serialize_i32 i32;
        serialize_i64 i64;
        serialize_u8 u8;
        serialize_u16 u16;
        serialize_u32 u32;
        serialize_u64 u64;
        serialize_f32 f32;
        serialize_f64 f64;
    }

    fn serialize_i128(self, number: i128) -> Result<AttributeValue> {
        self.wide_number(number.to_string())
    }

    fn serialize_u128(self, number: u128) -> Result<AttributeValue> {
        self.wide_number(number.to_string())
    }

    fn serialize_bool(self, truth: bool) -> Result<AttributeValue> {
        Ok(AttributeValue::Bool(truth))
    }

    fn serialize_char(self, character: char) -> Result<AttributeValue> {
        Ok(AttributeValue::S(character.to_string()))
    }

    fn serialize_str(self, text: &str) -> Result<AttributeValue> {
        Ok(AttributeValue::S(text.to_owned()))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<AttributeValue> {
        Ok(AttributeValue::B(Blob::new(bytes)))
    }

    fn serialize_none(self) -> Result<AttributeValue> {
        Ok(AttributeValue::Null(true))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<AttributeValue> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<AttributeValue> {
        Ok(AttributeValue::Null(true))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<AttributeValue> {
        Ok(AttributeValue::Null(true))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<AttributeValue> {
        Ok(AttributeValue::S(variant.to_owned()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<AttributeValue> {
        let written = value.serialize(self)?;
        match (Set::named(name), written) {
            (Some(set), written) => set.of(written),
            (None, AttributeValue::S(digits)) if name == NUMBER => Ok(AttributeValue::N(digits)),
            (None, written) => Ok(written),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<AttributeValue> {
        Ok(in_variant(variant, value.serialize(self)?))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List<'c>> {
        Ok(List::new(self, length))
    }

    fn serialize_tuple(self, length: usize) -> Result<List<'c>> {
        Ok(List::new(self, Some(length)))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<List<'c>> {
        Ok(List::new(self, Some(length)))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<InVariant<List<'c>>> {
        Ok(InVariant { variant, inner: List::new(self, Some(length)) })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Map<'c>> {
        Ok(Map::new(self, length))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Fields<'c>> {
        Ok(Fields::new(self, length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<InVariant<Fields<'c>>> {
        Ok(InVariant { variant, inner: Fields::new(self, length) })
    }
}

/// Returns a map with the value under the name of its variant.
fn in_variant(variant: &'static str, value: AttributeValue) -> AttributeValue {
    AttributeValue::M(HashMap::from([(variant.to_owned(), value)]))
}

#[cfg(test)]
mod tests;
