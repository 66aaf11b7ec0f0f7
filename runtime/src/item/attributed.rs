//! Access to an item's attributes by name, for every representation of items.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{Item, key::KeyScalar};

/// An item whose attributes can be read by name.
pub(crate) trait Attributed {
    /// Returns the value of the attribute with this name.
    fn attribute(&self, name: &str) -> Option<Scalar<'_>>;
}

/// An attribute's value, borrowed if its type is one that keys can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scalar<'a> {
    S(&'a str),
    N(&'a str),
    B(&'a [u8]),
    /// A value of another type.
    Other,
}

impl<'a> Scalar<'a> {
    pub(crate) fn of(value: &'a AttributeValue) -> Self {
        match value {
            AttributeValue::S(text) => Self::S(text),
            AttributeValue::N(digits) => Self::N(digits),
            AttributeValue::B(bytes) => Self::B(bytes.as_ref()),
            _ => Self::Other,
        }
    }

    /// Converts the value to a key's value. `None` for other types.
    pub(crate) fn to_key(self) -> Option<KeyScalar> {
        match self {
            Self::S(text) => Some(KeyScalar::S(text.to_owned())),
            Self::N(digits) => Some(KeyScalar::N(digits.to_owned())),
            Self::B(bytes) => Some(KeyScalar::B(bytes.to_vec())),
            Self::Other => None,
        }
    }
}

impl Attributed for Item {
    fn attribute(&self, name: &str) -> Option<Scalar<'_>> {
        self.get(name).map(Scalar::of)
    }
}

impl<A: Attributed> Attributed for &A {
    fn attribute(&self, name: &str) -> Option<Scalar<'_>> {
        A::attribute(self, name)
    }
}
