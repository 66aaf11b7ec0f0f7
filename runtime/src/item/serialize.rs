//! Serializes an entity's fields one by one, so that an error can name the attribute at which it occurred.

use std::{cell::Cell, collections::hash_map::Entry};

use aws_sdk_dynamodb::types::AttributeValue;
use serde::ser::{Error as _, Impossible, Serialize, SerializeMap, SerializeStruct, Serializer};
use serde_dynamo::Error;

use super::{
    is_none::is_none,
    to_attribute::{ToAttribute, map_key},
};
use crate::Item;

/// The error of an entity that does not serialize, and its attribute.
pub(crate) struct SerializeError {
    pub(crate) attribute: Option<String>,
    pub(crate) error: Error,
}

/// Additional capacity for attributes that are not fields: a table key, an index key, and the discriminator.
const DERIVED: usize = 5;

/// The maximum number of fields for which capacity is reserved, because a custom `Serialize` can report any number.
const MAX_TRUSTED_LENGTH: usize = 256;

/// Serializes an entity with serde.
pub(crate) struct Serialized {
    pub(crate) item: Item,
    /// The attributes that are null but do not represent a `None`.
    pub(crate) nulls: Vec<String>,
    /// The attributes that were written more than once, with an earlier value.
    pub(crate) repeated: Vec<(String, AttributeValue)>,
    /// The attributes that contain an integer of 128 bits.
    pub(crate) wide: Vec<String>,
    /// Whether there can be attributes that are not fields, because serde writes flattened fields as a map.
    pub(crate) is_map: bool,
}

/// Serializes an entity with serde.
pub(crate) fn serialize<E: Serialize>(entity: &E) -> Result<Serialized, SerializeError> {
    let serialized =
        Serialized { item: Item::new(), nulls: Vec::new(), repeated: Vec::new(), wide: Vec::new(), is_map: false };
    let mut attributes = Attributes { serialized, name: None };
    match entity.serialize(&mut attributes) {
        Ok(()) => Ok(attributes.serialized),
        Err(error) => Err(SerializeError { attribute: attributes.name, error }),
    }
}

struct Attributes {
    serialized: Serialized,
    /// The attribute that is being written.
    name: Option<String>,
}

impl Attributes {
    fn write(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        let is_wide = Cell::new(false);
        let written = value.serialize(ToAttribute::recording(&is_wide))?;
        if let Some(name) = self.name.take() {
            if is_wide.get() {
                self.serialized.wide.push(name.clone());
            }
            if matches!(written, AttributeValue::Null(_)) && !is_none(value) {
                self.serialized.nulls.push(name.clone());
            }
            match self.serialized.item.entry(name) {
                Entry::Vacant(place) => drop(place.insert(written)),
                Entry::Occupied(mut place) => {
                    let earlier = place.insert(written);
                    self.serialized.repeated.push((place.key().clone(), earlier));
                }
            }
        }
        Ok(())
    }
}

fn not_a_struct<T>() -> Result<T, Error> {
    Err(Error::custom("it is not a struct with named fields, as every entity must be"))
}

macro_rules! refuse {
    ($($method:ident($($argument:ty),*) -> $out:ty;)*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<$out, Error> {
            not_a_struct()
        })*
    };
}

impl Serializer for &mut Attributes {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<(), Error>;

    fn serialize_struct(self, _: &'static str, fields: usize) -> Result<Self, Error> {
        self.serialized.item.reserve(fields.min(MAX_TRUSTED_LENGTH) + DERIVED);
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Error> {
        self.serialized.is_map = true;
        Ok(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        not_a_struct()
    }

    refuse! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }
}

impl SerializeStruct for &mut Attributes {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.name = Some(name.to_owned());
        self.write(value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl SerializeMap for &mut Attributes {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), Error> {
        self.name = Some(map_key(name)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.write(value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}
