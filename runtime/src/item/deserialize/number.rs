//! Deserializes numbers.

use serde::{
    de::{Deserializer, Error as _, Visitor},
    forward_to_deserialize_any,
};

use super::Result;
use crate::attributes::number::whole_number;

/// A number in decimal digits.
pub(super) struct Number<'a>(pub(super) &'a str);

macro_rules! parsed {
    ($($method:ident $visit:ident $number:ty, $kind:literal;)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                let number: $number = self.0.parse().map_err(|error| failed(self.0, $kind, &error))?;
                visitor.$visit(number)
            }
        )*
    };
}

fn failed(digits: &str, kind: &str, error: &dyn std::fmt::Display) -> serde_dynamo::Error {
    serde_dynamo::Error::custom(format_args!("Failed to parse '{digits}' as {kind}: {error}"))
}

fn out_of_range(digits: &str) -> serde_dynamo::Error {
    serde_dynamo::Error::custom(format_args!("Failed to parse '{digits}' as an integer of 128 bits"))
}

impl<'de> Deserializer<'de> for Number<'_> {
    type Error = serde_dynamo::Error;

    /// Visits the first of `i64`, `u64` and `f64` that can represent the number.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Ok(number) = self.0.parse() {
            return visitor.visit_i64(number);
        }
        if let Ok(number) = self.0.parse() {
            return visitor.visit_u64(number);
        }
        self.deserialize_f64(visitor)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let whole = whole_number(self.0);
        let number = whole.and_then(|(negative, magnitude)| match negative {
            true => 0_i128.checked_sub_unsigned(magnitude),
            false => magnitude.try_into().ok(),
        });
        match number {
            Some(number) => visitor.visit_i128(number),
            None => Err(out_of_range(self.0)),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match whole_number(self.0) {
            Some((false, magnitude)) => visitor.visit_u128(magnitude),
            _ => Err(out_of_range(self.0)),
        }
    }

    parsed! {
        deserialize_i8 visit_i8 i8, "an integer";
        deserialize_i16 visit_i16 i16, "an integer";
        deserialize_i32 visit_i32 i32, "an integer";
        deserialize_i64 visit_i64 i64, "an integer";
        deserialize_u8 visit_u8 u8, "an integer";
        deserialize_u16 visit_u16 u16, "an integer";
        deserialize_u32 visit_u32 u32, "an integer";
        deserialize_u64 visit_u64 u64, "an integer";
        deserialize_f32 visit_f32 f32, "a float";
        deserialize_f64 visit_f64 f64, "a float";
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        str string seq map bool char unit enum bytes tuple option struct byte_buf identifier
        unit_struct tuple_struct newtype_struct
    }
}
