//! Deserializes values of a body exactly as `serde_dynamo` does.
//!
//! Each type corresponds to one of `serde_dynamo`'s deserializers, with the same results and error messages.

mod map;
mod number;
mod seq;
mod variant;

use serde::de::{Deserializer, Error as _, IntoDeserializer as _, Visitor};

use super::value::{Content, Value};
use map::Members;
use number::Number;
use seq::Elements;
use variant::Variant;

/// Uses `serde_dynamo`'s error, so that failures are reported in the same way.
pub(super) type Result<T> = std::result::Result<T, serde_dynamo::Error>;

fn expected<T>(what: &str) -> Result<T> {
    Err(serde_dynamo::Error::custom(format_args!("Expected {what}")))
}

macro_rules! numbers {
    ($($method:ident)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                match self.content() {
                    Content::N(digits) => Number(digits).$method(visitor),
                    _ => expected("num"),
                }
            }
        )*
    };
}

impl<'de> Deserializer<'de> for Value<'_> {
    type Error = serde_dynamo::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::S(text) => visitor.visit_str(text),
            Content::N(digits) => Number(digits).deserialize_any(visitor),
            Content::B(bytes) => visitor.visit_bytes(bytes),
            Content::Bool(boolean) => visitor.visit_bool(boolean),
            Content::Null(_) => self.deserialize_unit(visitor),
            Content::M(_) => self.deserialize_map(visitor),
            Content::L(_) | Content::Ss(_) | Content::Ns(_) | Content::Bs(_) => self.deserialize_seq(visitor),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::S(text) => visitor.visit_str(text),
            _ => expected("string"),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::Bool(boolean) => visitor.visit_bool(boolean),
            _ => expected("bool"),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Content::S(text) = self.content() else { return expected("char") };
        let mut chars = text.chars();
        match chars.next() {
            Some(one) => {
                let visited = visitor.visit_char(one)?;
                if chars.next().is_none() { Ok(visited) } else { expected("char") }
            }
            None => expected("char"),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::B(bytes) => visitor.visit_bytes(bytes),
            _ => expected("binary data"),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::Null(true) => visitor.visit_unit(),
            _ => expected("unit"),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::Null(true) => visitor.visit_unit(),
            _ => expected("unit struct"),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::Null(true) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::L(values) | Content::Ss(values) | Content::Ns(values) | Content::Bs(values) => {
                visitor.visit_seq(Elements(values))
            }
            _ => expected("seq"),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::M(members) => visitor.visit_map(Members::of(members)),
            _ => expected("map"),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.content() {
            Content::L(values) | Content::Ss(values) | Content::Ns(values) | Content::Bs(values) => {
                visitor.visit_seq(Elements(values))
            }
            _ => self.deserialize_map(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.content() {
            Content::S(text) => visitor.visit_enum(text.into_deserializer()),
            Content::M(members) => visitor.visit_enum(Variant(members)),
            _ => expected("enum"),
        }
    }

    /// Skips a value that nothing reads. `serde_dynamo` also checks its nulls and numbers, but those that DynamoDB
    /// stores are always valid.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}
