//! Decodes fields that are themselves a key's attribute, which are stored once and in the key's form.
//!
//! The key's form can differ from the one in which serde writes the field's type: for example, a time stored as a
//! number, an enum with other names in serde, or a time of the crate `time`, which serde writes as a list. Serde
//! therefore reads the form that it writes for the key's value. For a type that does not serialize, the type that serde
//! requests selects the form.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{
    de::{DeserializeSeed, Deserializer, Visitor, value::SeqDeserializer},
    forward_to_deserialize_any,
};

use super::{
    attributed::{Attributed, Scalar},
    deserialize::{Reader, Result, SdkValue},
    encode::{Native, natives},
    functions::EntityFunctions,
};
use crate::{
    key::{FieldKind, KeyPart, KeyValue, native_value},
    schema::{Form, TimeForm},
};

/// The value of a field that a key's attribute represents.
pub(crate) struct RepresentedValue {
    value: KeyValue<'static>,
    kind: FieldKind,
    /// The value as serde writes the field. `None` if the field's type does not serialize.
    written: Option<AttributeValue>,
}

impl RepresentedValue {
    /// Deserializes the field from the form in which serde writes it, or else from the key's attribute.
    pub(crate) fn deserialize<'de, V: DeserializeSeed<'de>>(self, stored: AttributeValue, seed: V) -> Result<V::Value> {
        match self.written {
            Some(written) => seed.deserialize(Reader::of(&written)),
            None => seed.deserialize(NativeValue { stored, represented: self }),
        }
    }
}

/// Returns the values of the fields that are themselves a key's attribute.
pub(crate) fn native_values(functions: EntityFunctions, item: &impl Attributed) -> Vec<(u8, RepresentedValue)> {
    let entity = functions.schema;
    let mut values: Vec<(u8, RepresentedValue)> = Vec::new();
    for key in 0..entity.keys.len() {
        for Native { part, template, attribute, field, .. } in natives(entity, key) {
            let is_known = values.iter().any(|(known, _)| *known == field);
            let stored = item.attribute(attribute).filter(|_| !is_known).and_then(Scalar::to_key);
            let represented = stored.and_then(|stored| {
                let (field, value) = native_value(entity, part, &template, &stored)?;
                let kind = entity.fields.get(usize::from(field))?.kind?;
                let written = (functions.stored)(field, value.clone()).attribute.and_then(|written| written.ok()?);
                Some((field, RepresentedValue { value, kind, written }))
            });
            values.extend(represented);
        }
    }
    values
}

/// A stored value, and the value that it represents as a key.
struct NativeValue {
    stored: AttributeValue,
    represented: RepresentedValue,
}

impl NativeValue {
    fn as_stored(&self) -> Reader<SdkValue<'_>> {
        Reader::of(&self.stored)
    }

    fn visit_integer<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let KeyValue::Integer(integer) = self.represented.value else {
            return self.as_stored().deserialize_i64(visitor);
        };
        let magnitude = integer.magnitude();
        if integer.is_negative() {
            let number = 0_i128.wrapping_sub_unsigned(magnitude);
            match i64::try_from(number) {
                Ok(number) => visitor.visit_i64(number),
                Err(_) => visitor.visit_i128(number),
            }
        } else {
            match u64::try_from(magnitude) {
                Ok(number) => visitor.visit_u64(number),
                Err(_) => visitor.visit_u128(magnitude),
            }
        }
    }

    fn visit_text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match (&self.stored, &self.represented.value) {
            (AttributeValue::N(_), KeyValue::Time(time)) => {
                let mut text = String::new();
                if !time.write(Form::Time(TimeForm::Nanos), self.represented.kind.zone(), KeyPart::Sort, &mut text) {
                    return Err(serde::de::Error::custom("a time outside the years 0 to 9999"));
                }
                visitor.visit_string(text)
            }
            _ => self.as_stored().deserialize_string(visitor),
        }
    }
}

macro_rules! integers {
    ($($method:ident)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                self.visit_integer(visitor)
            }
        )*
    };
}

impl<'de> Deserializer<'de> for NativeValue {
    type Error = serde_dynamo::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.as_stored().deserialize_any(visitor)
    }

    integers!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128);
    integers!(deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128);

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_text(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match &self.represented.value {
            KeyValue::Text(text) if text == "true" => visitor.visit_bool(true),
            KeyValue::Text(text) if text == "false" => visitor.visit_bool(false),
            _ => self.as_stored().deserialize_bool(visitor),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.stored {
            AttributeValue::B(bytes) => visitor.visit_seq(SeqDeserializer::new(bytes.into_inner().into_iter())),
            _ => Reader::of(&self.stored).deserialize_seq(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.as_stored().deserialize_enum(name, variants, visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.as_stored().deserialize_bytes(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.as_stored().deserialize_byte_buf(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.as_stored().deserialize_char(visitor)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.as_stored().deserialize_f32(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.as_stored().deserialize_f64(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    forward_to_deserialize_any! { unit unit_struct tuple_struct map struct identifier ignored_any }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;
    use crate::KeyField;

    fn represented<F: KeyField>(value: &F) -> RepresentedValue {
        RepresentedValue { value: value.to_value().unwrap().into_owned(), kind: F::KIND, written: None }
    }

    fn decoded<T: DeserializeOwned>(stored: AttributeValue, value: &impl KeyField) -> T {
        T::deserialize(NativeValue { stored, represented: represented(value) }).unwrap()
    }

    #[test]
    fn serde_gets_the_requested_type() {
        let text = || AttributeValue::S("whatever the key says".into());
        for number in [i64::MIN, -1, 0, i64::MAX] {
            assert_eq!(decoded::<i64>(text(), &number), number);
            assert_eq!(decoded::<Option<i64>>(text(), &number), Some(number));
        }
        assert_eq!(decoded::<u128>(text(), &u128::MAX), u128::MAX);
        assert_eq!(decoded::<i128>(text(), &i128::MIN), i128::MIN);
        assert!(decoded::<bool>(AttributeValue::S("true".into()), &true));
        assert_eq!(decoded::<String>(AttributeValue::S("a".into()), &"a".to_owned()), "a");
        assert_eq!(
            decoded::<Vec<u8>>(AttributeValue::B(aws_sdk_dynamodb::primitives::Blob::new([0, 255])), &"".to_owned()),
            [0, 255]
        );
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn civil_times_stored_as_numbers_decode_as_text_without_a_zone() {
        let time: jiff::civil::DateTime = "2026-06-22T12:00:00.5".parse().unwrap();
        let stored = || AttributeValue::N("1782129600500".into());
        assert_eq!(decoded::<jiff::civil::DateTime>(stored(), &time), time);
        assert_eq!(decoded::<String>(stored(), &time), "2026-06-22T12:00:00.500000000");
        assert_eq!(decoded::<i64>(stored(), &time), 1_782_129_600_500);
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn times_stored_as_numbers_decode_as_text_on_request() {
        let time: chrono::DateTime<chrono::Utc> = "2026-06-22T12:00:00.5Z".parse().unwrap();
        let stored = || AttributeValue::N("1782129600500".into());
        assert_eq!(decoded::<chrono::DateTime<chrono::Utc>>(stored(), &time), time);
        assert_eq!(decoded::<i64>(stored(), &time), 1_782_129_600_500);
    }
}
