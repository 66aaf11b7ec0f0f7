//! Generates items, and their JSON with varying white space and escapes.

use std::fmt::Write as _;

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use aws_smithy_types::base64;
use proptest::{collection, prelude::*};

use crate::Item;

/// Numbers that DynamoDB can store, from small ones to those with 38 digits.
pub(super) fn any_number() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i8>().prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<u64>().prop_map(|number| number.to_string()),
        (-1e6..1e6_f64).prop_map(|number| number.to_string()),
        "-?[1-9][0-9]{37}",
        "-?[0-9]{1,20}\\.[0-9]{1,18}",
        "[1-9]E[+-]?1[0-2][0-9]",
    ]
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{0,12}",
        ".{0,8}",
        "[\"\\\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}é€𝄞]{0,6}",
        Just("true".to_owned()),
        "-?[1-9][0-9]{0,2}"
    ]
}

pub(crate) fn any_value() -> impl Strategy<Value = AttributeValue> {
    let bytes = || collection::vec(any::<u8>(), 0..7).prop_map(Blob::new);
    let leaf = prop_oneof![
        any_text().prop_map(AttributeValue::S),
        any_number().prop_map(AttributeValue::N),
        bytes().prop_map(AttributeValue::B),
        any::<bool>().prop_map(AttributeValue::Bool),
        any::<bool>().prop_map(AttributeValue::Null),
        collection::vec(any_text(), 0..4).prop_map(AttributeValue::Ss),
        collection::vec(any_number(), 0..4).prop_map(AttributeValue::Ns),
        collection::vec(bytes(), 0..4).prop_map(AttributeValue::Bs),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            collection::vec(inner.clone(), 0..4).prop_map(AttributeValue::L),
            collection::hash_map(prop_oneof!["[a-c]{1,2}", any_text()], inner, 0..4).prop_map(AttributeValue::M),
        ]
    })
}

pub(crate) fn any_item() -> impl Strategy<Value = Item> {
    collection::hash_map(prop_oneof!["[a-z]{1,6}", any_text()], any_value(), 0..6)
}

/// Writes the JSON of an item. `style` selects the white space, and the characters that are escaped.
pub(super) fn item_text(item: &Item, style: u64) -> String {
    let mut text = String::new();
    members(item, style, &mut text);
    text
}

fn members(item: &Item, style: u64, out: &mut String) {
    let space = if style & 1 == 1 { "\n " } else { "" };
    out.push('{');
    for (place, (name, value)) in item.iter().enumerate() {
        out.push_str(if place == 0 { space } else { "," });
        string(name, style, out);
        write!(out, "{space}:{space}").unwrap();
        typed(value, style, out);
    }
    write!(out, "{space}}}").unwrap();
}

fn typed(value: &AttributeValue, style: u64, out: &mut String) {
    let bytes = |blob: &Blob| base64::encode(blob);
    match value {
        AttributeValue::S(text) => one("S", out, |out| string(text, style, out)),
        AttributeValue::N(digits) => one("N", out, |out| string(digits, style, out)),
        AttributeValue::B(blob) => one("B", out, |out| string(&bytes(blob), 0, out)),
        AttributeValue::Bool(boolean) => one("BOOL", out, |out| write!(out, "{boolean}").unwrap()),
        AttributeValue::Null(null) => one("NULL", out, |out| write!(out, "{null}").unwrap()),
        AttributeValue::M(values) => one("M", out, |out| members(values, style, out)),
        AttributeValue::L(values) => one("L", out, |out| list(values, out, |value, out| typed(value, style, out))),
        AttributeValue::Ss(texts) => one("SS", out, |out| list(texts, out, |text, out| string(text, style, out))),
        AttributeValue::Ns(numbers) => one("NS", out, |out| list(numbers, out, |text, out| string(text, style, out))),
        AttributeValue::Bs(sets) => one("BS", out, |out| list(sets, out, |set, out| string(&bytes(set), 0, out))),
        _ => unreachable!("DynamoDB has no other type"),
    }
}

fn one(name: &str, out: &mut String, value: impl FnOnce(&mut String)) {
    write!(out, "{{\"{name}\":").unwrap();
    value(out);
    out.push('}');
}

fn list<T>(values: &[T], out: &mut String, write: impl Fn(&T, &mut String)) {
    out.push('[');
    for (place, value) in values.iter().enumerate() {
        out.push_str(if place == 0 { "" } else { ", " });
        write(value, out);
    }
    out.push(']');
}

fn string(text: &str, style: u64, out: &mut String) {
    out.push('"');
    for (place, character) in text.chars().enumerate() {
        let is_escaped = style >> (place % 61) & 2 == 2;
        match character {
            '\n' if is_escaped => out.push_str("\\n"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '/' if is_escaped => out.push_str("\\/"),
            _ if is_escaped || character < ' ' => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}").unwrap();
                }
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}
