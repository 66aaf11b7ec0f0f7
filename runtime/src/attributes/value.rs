//! The value of one attribute.

use std::collections::{BTreeMap, BTreeSet};

/// A value of any of DynamoDB's types.
///
/// With the feature `client` it converts from and into the SDK's `AttributeValue`.
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
