//! KW014 for a field in an attribute of an index that does not contain the entity, if its type is another one: DynamoDB
//! refuses each item with it.

use super::{opening, rename};
use crate::{
    check::text::Text,
    key::KeyPart,
    schema::{AttributeForm, AttributeKind, EntitySchema, Field, KeyAttributes, Purpose, same},
};

/// The types whose values serde stores as a number.
const NUMBERS: &[&str] =
    &["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64"];

const TEXTS: &[&str] = &["String", "str", "char"];

const BYTES: &[&str] = &["Bytes"];

/// The types whose values serde stores as a boolean, a list or a map, which no key attribute can be.
const NO_KEYS: &[&str] = &[
    "bool",
    "Vec",
    "VecDeque",
    "HashMap",
    "BTreeMap",
    "HashSet",
    "BTreeSet",
    "OffsetDateTime",
    "PrimitiveDateTime",
    "UtcDateTime",
];

/// Returns the error for a field that is stored in an attribute of this index or of the local index of this name.
pub(super) const fn refusal(
    entity: &EntitySchema,
    field: &Field,
    index: &str,
    (partition, sort): (Option<KeyAttributes>, Option<KeyAttributes>),
) -> Option<Text> {
    let (kind, part) = match (kind_of(partition, field.attribute), kind_of(sort, field.attribute)) {
        (Some(kind), _) => (kind, KeyPart::Partition),
        (None, Some(kind)) => (kind, KeyPart::Sort),
        (None, None) => return None,
    };
    if !is_of_another_type(field, kind) {
        return None;
    }
    let mut text = opening(entity, field);
    text.push("in the ").push(part.noun()).push(" of index ").push(index).push(", which has type ").push(match kind {
        AttributeKind::S => "S",
        AttributeKind::N => "N",
        AttributeKind::B => "B",
    });
    text.push(": DynamoDB refuses items with another type there");
    rename(&mut text);
    Some(text)
}

const fn kind_of(attributes: Option<KeyAttributes>, name: &str) -> Option<AttributeKind> {
    let Some(attributes) = attributes else { return None };
    let mut place = 0;
    while let Some(attribute) = attributes.at(place) {
        if same(attribute.name, name) {
            return Some(attribute.kind);
        }
        place += 1;
    }
    None
}

/// Whether a field is certainly stored with another type. The type of one with functions of its own, or of a type that
/// is not listed here, is not known.
const fn is_of_another_type(field: &Field, kind: AttributeKind) -> bool {
    if field.key_only {
        return false;
    }
    if matches!(field.form, AttributeForm::Set { .. }) {
        return true;
    }
    if matches!(field.purpose, Purpose::Ttl) {
        return !matches!(kind, AttributeKind::N);
    }
    if field.converted {
        return false;
    }
    let name = type_name(field.rust_type.as_bytes());
    is_one_of(name, NO_KEYS)
        || is_date_of_time(field.rust_type.as_bytes(), name)
        || is_one_of(name, NUMBERS) && !matches!(kind, AttributeKind::N)
        || is_one_of(name, TEXTS) && !matches!(kind, AttributeKind::S)
        || is_one_of(name, BYTES) && !matches!(kind, AttributeKind::B)
}

/// Whether a type is `time::Date`, whose values serde stores as a list. Dates of other crates are texts.
const fn is_date_of_time(ty: &[u8], name: &[u8]) -> bool {
    const PATH: &[u8] = b"time::Date";
    if !is_equal(name, b"Date") {
        return false;
    }
    let mut at = 0;
    while at + PATH.len() <= ty.len() {
        let is_whole = at == 0 || !(ty[at - 1].is_ascii_alphanumeric() || ty[at - 1] == b'_');
        if is_whole && is_equal(between(ty, at, at + PATH.len()), PATH) {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns the name of a type without its path and its arguments, or that of the type in an `Option`.
const fn type_name(ty: &[u8]) -> &[u8] {
    let (mut start, mut at) = (0, 0);
    while at < ty.len() {
        match ty[at] {
            b':' | b' ' | b'&' => start = at + 1,
            b'>' | b',' => break,
            b'<' if is_equal(between(ty, start, at), b"Option") => start = at + 1,
            b'<' => break,
            _ => {}
        }
        at += 1;
    }
    between(ty, start, at)
}

const fn between(text: &[u8], start: usize, end: usize) -> &[u8] {
    text.split_at(end).0.split_at(start).1
}

const fn is_one_of(name: &[u8], names: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() {
        if is_equal(name, names[at].as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

const fn is_equal(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        if *first != *other {
            return false;
        }
        (a, b) = (rest, others);
    }
    a.is_empty() && b.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_their_last_name() {
        let names = [
            ("String", "String"),
            ("Option<u8>", "u8"),
            ("std::option::Option<time::OffsetDateTime>", "OffsetDateTime"),
            ("Vec<Option<String>>", "Vec"),
            ("Option<BTreeMap<String, u8>>", "BTreeMap"),
            ("", ""),
        ];
        for (ty, name) in names {
            assert_eq!(type_name(ty.as_bytes()), name.as_bytes(), "{ty}");
        }
    }

    #[test]
    fn only_certain_differences_count() {
        let of = |rust_type| Field::new("at", "at", "").of_type(rust_type);
        let is_other = |rust_type, kind| is_of_another_type(&of(rust_type), kind);
        for (rust_type, kind) in [("u8", AttributeKind::N), ("String", AttributeKind::S), ("Level", AttributeKind::N)] {
            assert!(!is_other(rust_type, kind), "{rust_type}");
        }
        for (rust_type, kind) in
            [("Option<u8>", AttributeKind::S), ("String", AttributeKind::N), ("time::OffsetDateTime", AttributeKind::S)]
        {
            assert!(is_other(rust_type, kind), "{rust_type}");
            assert!(!is_of_another_type(&of(rust_type).converted(), kind), "{rust_type}");
        }
        for (rust_type, is_list) in [
            ("time::Date", true),
            ("Option<::time::Date>", true),
            ("Date", false),
            ("jiff::civil::Date", false),
            ("my_time::Date", false),
            ("time::DateTime", false),
        ] {
            assert_eq!(is_other(rust_type, AttributeKind::S), is_list, "{rust_type}");
        }
        assert!(is_of_another_type(&of("Tags").set(true), AttributeKind::S));
        assert!(is_of_another_type(&of("u64").timed(Purpose::Ttl, false), AttributeKind::S));
    }
}
