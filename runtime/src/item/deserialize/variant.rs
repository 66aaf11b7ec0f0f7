//! Deserializes enums that are stored as maps with one member.

use serde::de::{DeserializeSeed, Deserializer as _, EnumAccess, IntoDeserializer as _, VariantAccess, Visitor};

use super::{Reader, Result, StoredValue, expected};

/// The name of a variant, and its content.
pub(super) struct Variant<V>(pub(super) V);

impl<'de, 'a, S: StoredValue<'a>, V: Iterator<Item = (&'a str, S)>> EnumAccess<'de> for Variant<V> {
    type Error = serde_dynamo::Error;
    type Variant = Inner<S>;

    fn variant_seed<D: DeserializeSeed<'de>>(mut self, seed: D) -> Result<(D::Value, Inner<S>)> {
        match (self.0.next(), self.0.next()) {
            (Some((name, value)), None) => Ok((seed.deserialize(name.into_deserializer())?, Inner(value))),
            _ => expected("an item with a single key"),
        }
    }
}

/// The content of a variant.
pub(super) struct Inner<S>(S);

impl<'de, 'a, S: StoredValue<'a>> VariantAccess<'de> for Inner<S> {
    type Error = serde_dynamo::Error;

    fn unit_variant(self) -> Result<()> {
        Ok(())
    }

    fn newtype_variant_seed<D: DeserializeSeed<'de>>(self, seed: D) -> Result<D::Value> {
        seed.deserialize(Reader(self.0))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        Reader(self.0).deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        Reader(self.0).deserialize_map(visitor)
    }
}
