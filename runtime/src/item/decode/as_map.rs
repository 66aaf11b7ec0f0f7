//! Presents an item to serde as a map of its attributes.

use serde::{
    Deserializer,
    de::{MapAccess, Visitor},
    forward_to_deserialize_any,
};

/// Presents these entries to serde as a map, whatever type serde requests.
///
/// Unlike serde's own [`MapAccessDeserializer`](serde::de::value::MapAccessDeserializer), it also passes the map to the
/// field of a newtype.
pub(super) struct AsMap<M>(pub(super) M);

impl<'de, M: MapAccess<'de>> Deserializer<'de> for AsMap<M> {
    type Error = M::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_map(self.0)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
