//! Deserializes a value as [`Attribute`](crate::Attribute): numbers with all digits, and sets as sets.

use std::iter;

use serde::{
    de::{
        DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer as _, VariantAccess, Visitor,
        value::SeqDeserializer,
    },
    forward_to_deserialize_any,
};

use super::{
    Reader, Result, expected,
    stored::{Content, StoredValue},
};

/// A value that is visited as an enum where serde's data model would lose something: a number, or a set.
pub(super) struct Exact<S>(pub(super) S);

impl<'de, 'a, S: StoredValue<'a>> Deserializer<'de> for Exact<S> {
    type Error = serde_dynamo::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0.content() {
            Some(content @ Content::N(_)) => visitor.visit_enum(Variant { name: "N", content }),
            Some(content @ Content::Ss(_)) => visitor.visit_enum(Variant { name: "Ss", content }),
            Some(content @ Content::Ns(_)) => visitor.visit_enum(Variant { name: "Ns", content }),
            Some(content @ Content::Bs(_)) => visitor.visit_enum(Variant { name: "Bs", content }),
            _ => Reader(self.0).deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A type, and the values of that type.
struct Variant<'a, V> {
    name: &'static str,
    content: Content<'a, V>,
}

impl<'de, 'a, S: StoredValue<'a>, V: Iterator<Item = (&'a str, S)>> EnumAccess<'de> for Variant<'a, V> {
    type Error = serde_dynamo::Error;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self)> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self))
    }
}

impl<'de, 'a, S: StoredValue<'a>, V: Iterator<Item = (&'a str, S)>> VariantAccess<'de> for Variant<'a, V> {
    type Error = serde_dynamo::Error;

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        match self.content {
            Content::N(digits) => seed.deserialize(digits.into_deserializer()),
            Content::Ss(values) | Content::Ns(values) => {
                seed.deserialize(SeqDeserializer::new(values.filter_map(|(_, value)| match value.content() {
                    Some(Content::S(text) | Content::N(text)) => Some(text),
                    _ => None,
                })))
            }
            Content::Bs(values) => {
                seed.deserialize(SeqDeserializer::new(values.filter_map(|(_, value)| match value.content() {
                    Some(Content::B(bytes)) => Some(bytes),
                    _ => None,
                })))
            }
            _ => seed.deserialize(SeqDeserializer::new(iter::empty::<&str>())),
        }
    }

    fn unit_variant(self) -> Result<()> {
        expected("unit")
    }

    fn tuple_variant<T: Visitor<'de>>(self, _: usize, _: T) -> Result<T::Value> {
        expected("seq")
    }

    fn struct_variant<T: Visitor<'de>>(self, _: &'static [&'static str], _: T) -> Result<T::Value> {
        expected("map")
    }
}
