//! The value of one attribute.

use std::collections::{BTreeMap, BTreeSet};

/// A value of any of DynamoDB's types.
///
/// With the feature `client` it converts from and into the SDK's `AttributeValue`. It can be the type of a field, or in
/// one: an item then keeps every digit of its numbers, and its sets. In other formats, such as JSON, a number with too
/// many digits is a string, and a set is a list; so it is below `#[serde(flatten)]`, except in
/// [`Attributes`](super::Attributes), and in enums without `serde`'s default representation.
#[derive(Debug, Clone, PartialEq)]
pub enum Attribute {
    /// A string.
    S(String),
    /// A number in decimal digits, up to 38 of them.
    N(String),
    /// Bytes.
    B(Vec<u8>),
    /// A boolean.
    Bool(bool),
    /// NULL.
    Null,
    /// A list.
    L(Vec<Attribute>),
    /// A map.
    M(BTreeMap<String, Attribute>),
    /// A set of strings.
    Ss(BTreeSet<String>),
    /// A set of numbers.
    Ns(BTreeSet<String>),
    /// A set of byte strings.
    Bs(BTreeSet<Vec<u8>>),
}

impl From<&str> for Attribute {
    fn from(text: &str) -> Self {
        Self::S(text.to_owned())
    }
}

impl From<String> for Attribute {
    fn from(text: String) -> Self {
        Self::S(text)
    }
}

impl From<bool> for Attribute {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<i64> for Attribute {
    fn from(number: i64) -> Self {
        Self::N(number.to_string())
    }
}

impl From<Vec<u8>> for Attribute {
    fn from(bytes: Vec<u8>) -> Self {
        Self::B(bytes)
    }
}
