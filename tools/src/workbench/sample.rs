//! Writes sample items as DynamoDB's JSON.

use keywright::{
    KeyValue,
    key::{ItemKey, KeyScalar},
    schema::{Field, KeyAttributes, Purpose, TableSchema},
};
use serde_json::{Map, Value, json};

use crate::access_patterns::{
    attribute::{attributes, placed},
    samples::item::SampleItem,
};

/// A time of samples, in the text that serde writes for times of all libraries.
const TIME: &str = "2026-06-22T14:05:06Z";

/// [`TIME`] in seconds since 1970.
const SECONDS: u64 = 1_782_137_106;

/// Returns the attributes of a sample item: its keys, and those of its fields whose type is known.
pub(super) fn item(table: &TableSchema, sample: &SampleItem, number: u32) -> Map<String, Value> {
    let entity = sample.entity;
    let mut item = Map::new();
    for attribute in attributes(entity).into_iter().filter(|attribute| !attribute.key_only) {
        let field = entity.fields.iter().zip(sample.values()).find(|(field, _)| field.attribute == attribute.name);
        let value = field
            .zip(attribute.dynamodb_type)
            .and_then(|((field, value), kind)| Some(json!({ kind: content(field, value.as_ref(), kind, number)? })));
        item.extend(value.map(|value| (attribute.name.to_owned(), value)));
    }
    for (name, text) in entity.constants {
        item.insert((*name).to_owned(), json!({ "S": text }));
    }
    if let Some(name) = table.discriminator {
        item.insert(name.to_owned(), json!({ "S": entity.discriminator }));
    }
    // Keys last: a field that is itself a key's attribute has the key's form.
    for (key, schema) in sample.keys().zip(entity.keys) {
        let (partition, sort) = placed(entity, schema);
        item.extend(key.into_iter().flat_map(|key| key_attributes(key, partition, sort)));
    }
    item
}

fn key_attributes(
    key: &ItemKey,
    partition: KeyAttributes,
    sort: Option<KeyAttributes>,
) -> impl Iterator<Item = (String, Value)> {
    let of_sort = key.sort.iter().zip(sort).flat_map(|(scalar, of)| scalar.values().iter().zip(of.iter()));
    let all = key.partition.values().iter().zip(partition.iter()).chain(of_sort);
    all.filter_map(|(scalar, attribute)| Some((attribute.name.to_owned(), scalar_json(scalar)?)))
}

fn scalar_json(scalar: &KeyScalar) -> Option<Value> {
    match scalar {
        KeyScalar::S(text) => Some(json!({ "S": text })),
        KeyScalar::N(number) => Some(json!({ "N": number })),
        KeyScalar::B(bytes) => Some(json!({ "B": base64(bytes) })),
        KeyScalar::Several(_) => None,
    }
}

/// Returns what an attribute of this type contains: the value that is in keys, or a made-up one.
fn content(field: &Field, value: Option<&KeyValue<'_>>, kind: &str, number: u32) -> Option<Value> {
    let name = field.name.replace('_', "-");
    Some(match (kind, value) {
        ("N", _) if field.purpose == Purpose::Ttl => json!(SECONDS.to_string()),
        ("S", Some(KeyValue::Text(text))) => json!(text),
        ("N", Some(KeyValue::Integer(integer))) => {
            let sign = if integer.is_negative() { "-" } else { "" };
            json!(format!("{sign}{}", integer.magnitude()))
        }
        ("BOOL", Some(KeyValue::Text(text))) => json!(text == "true"),
        ("B", Some(KeyValue::Binary(bytes))) => json!(base64(bytes)),
        ("S", _) => json!(made_up_text(field.rust_type).map_or_else(|| format!("{name}-{number}"), str::to_owned)),
        ("N", _) => json!(number.to_string()),
        ("BOOL", _) => json!(true),
        ("B", _) => json!(base64(&[1])),
        ("L", _) => json!([]),
        ("M", _) => json!({}),
        ("SS", _) => json!([format!("{name}-{number}")]),
        ("NS", _) => json!([number.to_string()]),
        ("BS", _) => json!([base64(&[1])]),
        _ => return None,
    })
}

/// Returns a text for a type whose texts have a form of their own.
fn made_up_text(rust_type: &str) -> Option<&'static str> {
    let has = |name| rust_type.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    let texts = [
        ("DateTime", TIME),
        ("NaiveDateTime", "2026-06-22T14:05:06"),
        ("NaiveDate", "2026-06-22"),
        ("NaiveTime", "14:05:06"),
        ("Zoned", "2026-06-22T14:05:06+00:00[UTC]"),
        ("Uuid", "0190a7e4-5c1b-7d3e-9f00-000000000001"),
        ("char", "a"),
    ];
    texts.into_iter().find(|(name, _)| has(*name)).map(|(_, text)| text)
}

/// Encodes bytes as DynamoDB's JSON does.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0, |word: u32, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS.get((word >> (18 - 6 * place)) as usize & 63).copied().map(char::from);
            text.extend(if place <= chunk.len() { letter } else { Some('=') });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_in_base64() {
        let all = [&b""[..], b"f", b"fo", b"foo", b"foobar", &[0xFB, 0xFF]].map(base64);
        assert_eq!(all, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYmFy", "+/8="]);
    }
}
