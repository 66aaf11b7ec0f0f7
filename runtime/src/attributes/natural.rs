//! Serializes attributes in serde's own types: numbers as numbers, sets as lists, binary as bytes.
//!
//! In DynamoDB's items, all digits and the sets are kept.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{
    de::{self, Deserialize, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor},
    ser::{Serialize, Serializer},
};

use super::{
    Attribute, Attributes,
    exact::{BINARY_SET, EXACT, NUMBER, NUMBER_SET, STRING_SET, VARIANTS},
    number::compare_numbers,
};

impl Serialize for Attributes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(&self.values)
    }
}

impl<'de> Deserialize<'de> for Attributes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Deserialize::deserialize(deserializer).map(|values| Self { values })
    }
}

impl Serialize for Attribute {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Attribute::S(text) => serializer.serialize_str(text),
            Attribute::N(digits) => number(digits, serializer),
            Attribute::B(bytes) => serializer.serialize_bytes(bytes),
            Attribute::Bool(truth) => serializer.serialize_bool(*truth),
            Attribute::Null => serializer.serialize_unit(),
            Attribute::L(values) => serializer.collect_seq(values),
            Attribute::M(values) => serializer.collect_map(values),
            Attribute::Ss(texts) => serializer.serialize_newtype_struct(STRING_SET, texts),
            Attribute::Ns(numbers) => serializer.serialize_newtype_struct(NUMBER_SET, &Numbers(numbers)),
            Attribute::Bs(sets) => serializer.serialize_newtype_struct(BINARY_SET, &ByteStrings(sets)),
        }
    }
}

/// Writes a number, or its text if serde's number types would lose digits. An item stores a number in both cases.
fn number<S: Serializer>(digits: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(number) = digits.parse::<i64>() {
        return serializer.serialize_i64(number);
    }
    if let Ok(number) = digits.parse::<u64>() {
        return serializer.serialize_u64(number);
    }
    match digits.parse::<f64>() {
        Ok(number) if compare_numbers(&number.to_string(), digits).is_eq() => serializer.serialize_f64(number),
        _ => serializer.serialize_newtype_struct(NUMBER, digits),
    }
}

struct Number<'a>(&'a str);

impl Serialize for Number<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        number(self.0, serializer)
    }
}

struct Numbers<'a>(&'a BTreeSet<String>);

impl Serialize for Numbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|digits| Number(digits)))
    }
}

struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

struct ByteStrings<'a>(&'a BTreeSet<Vec<u8>>);

impl Serialize for ByteStrings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|bytes| Bytes(bytes)))
    }
}

impl<'de> Deserialize<'de> for Attribute {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(EXACT, AnyValue)
    }
}

struct AnyValue;

/// The types that serde's data model does not have. Only this crate's deserializers pass them.
enum Exact {
    N,
    Ss,
    Ns,
    Bs,
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        match name.as_str() {
            "N" => Ok(Self::N),
            "Ss" => Ok(Self::Ss),
            "Ns" => Ok(Self::Ns),
            "Bs" => Ok(Self::Bs),
            _ => Err(de::Error::unknown_variant(&name, &VARIANTS)),
        }
    }
}

/// A byte string of a set.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ByteString(Vec<u8>);

impl<'de> Deserialize<'de> for ByteString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_byte_buf(AnyValue)? {
            Attribute::B(bytes) => Ok(Self(bytes)),
            _ => Err(de::Error::custom("a binary set contains only bytes")),
        }
    }
}

macro_rules! visit_numbers {
    ($($visit:ident: $number:ty),*) => {
        $(
            fn $visit<E: de::Error>(self, number: $number) -> Result<Attribute, E> {
                Ok(Attribute::N(number.to_string()))
            }
        )*
    };
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = Attribute;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that DynamoDB can hold")
    }

    visit_numbers!(visit_i64: i64, visit_u64: u64, visit_i128: i128, visit_u128: u128);

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Attribute, E> {
        if !number.is_finite() {
            return Err(E::custom("DynamoDB has no infinite numbers and no NaN"));
        }
        Ok(Attribute::N(number.to_string()))
    }

    fn visit_bool<E: de::Error>(self, truth: bool) -> Result<Attribute, E> {
        Ok(Attribute::Bool(truth))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Attribute, E> {
        Ok(Attribute::S(text.to_owned()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Attribute, E> {
        Ok(Attribute::S(text))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Attribute, E> {
        Ok(Attribute::B(bytes.to_owned()))
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Attribute, E> {
        Ok(Attribute::B(bytes))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Attribute, E> {
        Ok(Attribute::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Attribute, E> {
        Ok(Attribute::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Attribute, D::Error> {
        Attribute::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Attribute, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Attribute, A::Error> {
        let (of, value) = access.variant()?;
        Ok(match of {
            Exact::N => Attribute::N(value.newtype_variant()?),
            Exact::Ss => Attribute::Ss(value.newtype_variant()?),
            Exact::Ns => Attribute::Ns(value.newtype_variant()?),
            Exact::Bs => {
                let sets: BTreeSet<ByteString> = value.newtype_variant()?;
                Attribute::Bs(sets.into_iter().map(|ByteString(bytes)| bytes).collect())
            }
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Attribute, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element()? {
            values.push(value);
        }
        Ok(Attribute::L(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Attribute, A::Error> {
        let mut values = BTreeMap::new();
        while let Some((name, value)) = map.next_entry()? {
            values.insert(name, value);
        }
        Ok(Attribute::M(values))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn attributes_serialize_to_natural_json() {
        let attributes: Attributes = [
            ("text", Attribute::S("a".into())),
            ("small", Attribute::N("-7".into())),
            ("exact", Attribute::N("2.5".into())),
            ("large", Attribute::N("12345678901234567890123456789".into())),
            ("none", Attribute::Null),
            ("set", Attribute::Ns(["1".to_owned(), "20".to_owned()].into())),
            ("map", Attribute::M([("in".to_owned(), Attribute::L(vec![Attribute::Bool(true)]))].into())),
        ]
        .into_iter()
        .collect();
        let json = json!({
            "text": "a", "small": -7, "exact": 2.5, "large": "12345678901234567890123456789", "none": null,
            "set": [1, 20], "map": { "in": [true] },
        });
        assert_eq!(serde_json::to_value(&attributes).unwrap(), json);
    }

    #[test]
    fn natural_json_deserializes_to_attributes() {
        let json =
            json!({ "a": "x", "b": 18_446_744_073_709_551_615_u64, "c": 0.5, "d": [null, false], "e": { "f": -1 } });
        let attributes: Attributes = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(attributes.get("b"), Some(&Attribute::N("18446744073709551615".into())));
        assert_eq!(attributes.get("d"), Some(&Attribute::L(vec![Attribute::Null, Attribute::Bool(false)])));
        assert_eq!(serde_json::to_value(&attributes).unwrap(), json);
    }
}
