//! Deserializes enums that are stored as maps with one member.

use serde::de::{DeserializeSeed, Deserializer as _, EnumAccess, IntoDeserializer as _, VariantAccess, Visitor};

use super::{Result, Value, expected};
use crate::item::wire::value::Siblings;

/// The name of a variant, and its content.
pub(super) struct Variant<'a>(pub(super) Siblings<'a>);

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = serde_dynamo::Error;
    type Variant = Content<'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<(S::Value, Content<'a>)> {
        match (self.0.next(), self.0.next()) {
            (Some((name, value)), None) => Ok((seed.deserialize(name.into_deserializer())?, Content(value))),
            _ => expected("an item with a single key"),
        }
    }
}

/// The content of a variant.
pub(super) struct Content<'a>(Value<'a>);

impl<'de> VariantAccess<'de> for Content<'_> {
    type Error = serde_dynamo::Error;

    fn unit_variant(self) -> Result<()> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.0.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        self.0.deserialize_map(visitor)
    }
}
