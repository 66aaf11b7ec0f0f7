//! Deserializes maps and their keys.

use serde::{
    de::{DeserializeSeed, Deserializer, Error as _, IntoDeserializer as _, MapAccess, Visitor},
    forward_to_deserialize_any,
};

use super::{Reader, Result, StoredValue, expected};

/// The members of a map.
pub(super) struct Members<S, V> {
    rest: V,
    value: Option<S>,
}

impl<S, V> Members<S, V> {
    pub(super) fn of(members: V) -> Self {
        Self { rest: members, value: None }
    }
}

impl<'de, 'a, S: StoredValue<'a>, V: Iterator<Item = (&'a str, S)>> MapAccess<'de> for Members<S, V> {
    type Error = serde_dynamo::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(MapKey(name)).map(Some)
    }

    fn next_value_seed<D: DeserializeSeed<'de>>(&mut self, seed: D) -> Result<D::Value> {
        match self.value.take() {
            Some(value) => seed.deserialize(Reader(value)),
            None => Err(serde_dynamo::Error::custom("serde requested a value before its name")),
        }
    }
}

/// The key of a map: a string, or a value that a string can represent.
struct MapKey<'a>(&'a str);

macro_rules! integers {
    ($($method:ident $visit:ident;)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                match self.0.parse() {
                    Ok(number) => visitor.$visit(number),
                    Err(_) => expected("num"),
                }
            }
        )*
    };
}

impl<'de> Deserializer<'de> for MapKey<'_> {
    type Error = serde_dynamo::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(self.0)
    }

    integers! {
        deserialize_i8 visit_i8;
        deserialize_i16 visit_i16;
        deserialize_i32 visit_i32;
        deserialize_i64 visit_i64;
        deserialize_i128 visit_i128;
        deserialize_u8 visit_u8;
        deserialize_u16 visit_u16;
        deserialize_u32 visit_u32;
        deserialize_u64 visit_u64;
        deserialize_u128 visit_u128;
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => expected("string"),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        str string identifier f32 f64 char bytes byte_buf option unit unit_struct seq tuple tuple_struct map struct
        ignored_any
    }
}
