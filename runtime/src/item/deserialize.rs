//! Deserializes stored values as `serde_dynamo` does, with the same results and error messages, and more: integers of
//! 128 bits, sets of newtypes, and [`Attribute`](crate::Attribute) with all digits and sets.
//!
//! Each type corresponds to one of `serde_dynamo`'s deserializers. Values in a response body and values of the SDK's
//! type are read by the same code.

mod exact;
mod map;
mod number;
mod seq;
mod stored;
mod variant;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::{Deserializer, Error as _, IntoDeserializer as _, Visitor};

use crate::attributes::EXACT;
use exact::Exact;
use map::Members;
use number::Number;
use seq::Elements;
pub(crate) use stored::{Content, SdkValue, StoredValue};
use variant::Variant;

/// Deserializes a stored value.
pub(crate) struct Reader<S>(pub(crate) S);

impl<'a> Reader<SdkValue<'a>> {
    /// Returns the deserializer of a value of the SDK's type.
    pub(crate) fn of(value: &'a AttributeValue) -> Self {
        Self(SdkValue::Value(value))
    }
}

/// Uses `serde_dynamo`'s error, so that failures are reported in the same way.
pub(crate) type Result<T> = std::result::Result<T, serde_dynamo::Error>;

fn expected<T>(what: &str) -> Result<T> {
    Err(serde_dynamo::Error::custom(format_args!("Expected {what}")))
}

macro_rules! numbers {
    ($($method:ident)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                match self.0.content() {
                    Some(Content::N(digits)) => Number(digits).$method(visitor),
                    _ => expected("num"),
                }
            }
        )*
    };
}

impl<'de, 'a, S: StoredValue<'a>> Deserializer<'de> for Reader<S> {
    type Error = serde_dynamo::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0.content() {
            Some(Content::S(text)) => visitor.visit_str(text),
            Some(Content::N(digits)) => Number(digits).deserialize_any(visitor),
            Some(Content::B(bytes)) => visitor.visit_bytes(bytes),
            Some(Content::Bool(boolean)) => visitor.visit_bool(boolean),
            Some(Content::Null(_)) => self.deserialize_unit(visitor),
            Some(Content::M(_)) => self.deserialize_map(visitor),
            Some(Content::L(_) | Content::Ss(_) | Content::Ns(_) | Content::Bs(_)) => self.deserialize_seq(visitor),
            None => Err(serde_dynamo::Error::custom("a type of value that this version does not know")),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0.content() {
            Some(Content::S(text)) => visitor.visit_str(text),
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
        match self.0.content() {
            Some(Content::Bool(boolean)) => visitor.visit_bool(boolean),
            _ => expected("bool"),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Some(Content::S(text)) = self.0.content() else { return expected("char") };
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
        match self.0.content() {
            Some(Content::B(bytes)) => visitor.visit_bytes(bytes),
            _ => expected("binary data"),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0.content() {
            Some(Content::Null(true)) => visitor.visit_unit(),
            _ => expected("unit"),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        match self.0.content() {
            Some(Content::Null(true)) => visitor.visit_unit(),
            _ => expected("unit struct"),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0.content() {
            Some(Content::Null(true)) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == EXACT { visitor.visit_newtype_struct(Exact(self.0)) } else { visitor.visit_newtype_struct(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0.content() {
            Some(Content::L(values) | Content::Ss(values) | Content::Ns(values) | Content::Bs(values)) => {
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
        match self.0.content() {
            Some(Content::M(members)) => visitor.visit_map(Members::of(members)),
            _ => expected("map"),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.0.content() {
            Some(Content::L(values) | Content::Ss(values) | Content::Ns(values) | Content::Bs(values)) => {
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
        match self.0.content() {
            Some(Content::S(text)) => visitor.visit_enum(text.into_deserializer()),
            Some(Content::M(members)) => visitor.visit_enum(Variant(members)),
            _ => expected("enum"),
        }
    }

    /// Skips a value that nothing reads. `serde_dynamo` also checks its nulls and numbers, but those that DynamoDB
    /// stores are always valid.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}
