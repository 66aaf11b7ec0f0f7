//! Appends DynamoDB's JSON to a string.

use std::{collections::HashMap, fmt::Write as _};

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::base64;

use crate::item::wire::is_plain_text;

/// A body that is being written: one object, and the objects inside it.
pub(super) struct Body(String);

/// The initial capacity of a body, which suffices for a short request.
const INITIAL_CAPACITY: usize = 1_024;

impl Body {
    pub(super) fn new() -> Self {
        let mut text = String::with_capacity(INITIAL_CAPACITY);
        text.push('{');
        Self(text)
    }

    /// Ends the object and returns it.
    pub(super) fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }

    /// Writes a string member, if it is set. The names of members need no escapes.
    pub(super) fn text(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.name(name);
            string(&mut self.0, value);
        }
    }

    /// Writes a boolean member.
    pub(super) fn boolean(&mut self, name: &str, value: Option<bool>) {
        if let Some(value) = value {
            self.name(name);
            self.0.push_str(if value { "true" } else { "false" });
        }
    }

    /// Writes a number member.
    pub(super) fn number(&mut self, name: &str, value: Option<i32>) {
        if let Some(value) = value {
            self.name(name);
            // Writing to a string does not fail.
            write!(self.0, "{value}").unwrap_or_default();
        }
    }

    /// Writes a member whose members are strings.
    pub(super) fn names(&mut self, name: &str, names: Option<&HashMap<String, String>>) {
        if let Some(names) = names {
            self.name(name);
            members(&mut self.0, names, |out, name| {
                string(out, name);
                Some(())
            });
        }
    }

    /// Writes a member whose members are typed values. Returns `None` for a type that DynamoDB did not have when this
    /// was written.
    pub(super) fn values(&mut self, name: &str, values: Option<&HashMap<String, AttributeValue>>) -> Option<()> {
        let Some(values) = values else { return Some(()) };
        self.name(name);
        members(&mut self.0, values, typed)
    }

    /// Writes an object member, if it is set.
    pub(super) fn object<V>(
        &mut self,
        name: &str,
        value: Option<&V>,
        write: impl FnOnce(&mut Self, &V) -> Option<()>,
    ) -> Option<()> {
        let Some(value) = value else { return Some(()) };
        self.name(name);
        self.0.push('{');
        write(self, value)?;
        self.0.push('}');
        Some(())
    }

    /// Writes a list of objects, if it is set.
    pub(super) fn objects<V>(
        &mut self,
        name: &str,
        values: Option<&[V]>,
        write: impl Fn(&mut Self, &V) -> Option<()>,
    ) -> Option<()> {
        let Some(values) = values else { return Some(()) };
        self.name(name);
        self.list(values, &write)
    }

    /// Writes a member whose members are lists of objects, if it is set.
    pub(super) fn lists<V>(
        &mut self,
        name: &str,
        lists: Option<&HashMap<String, Vec<V>>>,
        write: impl Fn(&mut Self, &V) -> Option<()>,
    ) -> Option<()> {
        let Some(lists) = lists else { return Some(()) };
        self.name(name);
        self.0.push('{');
        for (place, (name, values)) in lists.iter().enumerate() {
            if place > 0 {
                self.0.push(',');
            }
            string(&mut self.0, name);
            self.0.push(':');
            self.list(values, &write)?;
        }
        self.0.push('}');
        Some(())
    }

    fn list<V>(&mut self, values: &[V], write: &impl Fn(&mut Self, &V) -> Option<()>) -> Option<()> {
        self.0.push('[');
        for (place, value) in values.iter().enumerate() {
            self.0.push_str(if place > 0 { ",{" } else { "{" });
            write(self, value)?;
            self.0.push('}');
        }
        self.0.push(']');
        Some(())
    }

    fn name(&mut self, name: &str) {
        if self.0.as_bytes().last() != Some(&b'{') {
            self.0.push(',');
        }
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
    }
}

/// Writes a value with its type.
fn typed(out: &mut String, value: &AttributeValue) -> Option<()> {
    match value {
        AttributeValue::S(text) => {
            out.push_str("{\"S\":");
            string(out, text);
        }
        AttributeValue::N(digits) => {
            out.push_str("{\"N\":");
            string(out, digits);
        }
        AttributeValue::B(bytes) => {
            out.push_str("{\"B\":");
            binary(out, bytes.as_ref());
        }
        AttributeValue::Bool(boolean) => out.push_str(if *boolean { "{\"BOOL\":true" } else { "{\"BOOL\":false" }),
        AttributeValue::Null(boolean) => out.push_str(if *boolean { "{\"NULL\":true" } else { "{\"NULL\":false" }),
        AttributeValue::L(values) => {
            out.push_str("{\"L\":");
            elements(out, values, typed)?;
        }
        AttributeValue::M(values) => {
            out.push_str("{\"M\":");
            members(out, values, typed)?;
        }
        AttributeValue::Ss(texts) => {
            out.push_str("{\"SS\":");
            strings(out, texts)?;
        }
        AttributeValue::Ns(numbers) => {
            out.push_str("{\"NS\":");
            strings(out, numbers)?;
        }
        AttributeValue::Bs(sets) => {
            out.push_str("{\"BS\":");
            elements(out, sets, |out, bytes| {
                binary(out, bytes.as_ref());
                Some(())
            })?;
        }
        _ => return None,
    }
    out.push('}');
    Some(())
}

fn members<V>(out: &mut String, members: &HashMap<String, V>, write: fn(&mut String, &V) -> Option<()>) -> Option<()> {
    out.push('{');
    for (place, (name, value)) in members.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        string(out, name);
        out.push(':');
        write(out, value)?;
    }
    out.push('}');
    Some(())
}

fn elements<V>(out: &mut String, values: &[V], write: fn(&mut String, &V) -> Option<()>) -> Option<()> {
    out.push('[');
    for (place, value) in values.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        write(out, value)?;
    }
    out.push(']');
    Some(())
}

fn strings(out: &mut String, texts: &[String]) -> Option<()> {
    elements(out, texts, |out, text| {
        string(out, text);
        Some(())
    })
}

/// Writes base64, which needs no escapes.
fn binary(out: &mut String, bytes: &[u8]) {
    out.push('"');
    out.push_str(&base64::encode(bytes));
    out.push('"');
}

fn string(out: &mut String, text: &str) {
    out.push('"');
    match is_plain_text(text.as_bytes()) {
        true => out.push_str(text),
        false => escape(out, text),
    }
    out.push('"');
}

#[cold]
fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' => {
                let digit = |of: u32| char::from_digit(of, 16).unwrap_or('0');
                out.push_str("\\u00");
                out.push(digit(u32::from(character) >> 4));
                out.push(digit(u32::from(character) & 15));
            }
            _ => out.push(character),
        }
    }
}
