//! Deserializes the elements of a binary set.

use serde::{
    de::{Deserializer, Visitor},
    forward_to_deserialize_any,
};

use super::Result;

/// Deserializes as bytes, whatever type is requested.
pub(super) struct Binary<'a>(pub(super) &'a [u8]);

impl<'de> Deserializer<'de> for Binary<'_> {
    type Error = serde_dynamo::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bytes(self.0)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 str string seq map bool char unit enum tuple option struct identifier
        unit_struct tuple_struct newtype_struct bytes byte_buf ignored_any
    }
}
