//! The parts of an item's key that determine positions.

use dynoxide::types::AttributeValue;

use crate::hash::hash_of_bytes;

/// The partition key value of an item or entry, and its sort key.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Keys {
    pub(super) lane: String,
    pub(super) sort: Option<SortKey>,
}

/// A sort key, for its position in the order of sort keys and among their hashes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SortKey(Vec<u8>);

impl SortKey {
    /// Makes a sort key from a value. `None` if the value cannot be a sort key.
    pub(super) fn of(value: &AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::S(text) => Some(Self(text.as_bytes().to_vec())),
            AttributeValue::N(number) => number.parse().ok().map(Self::of_number),
            AttributeValue::B(bytes) => Some(Self(bytes.to_vec())),
            _ => None,
        }
    }

    /// Makes a sort key from a number. The bits of a float have the order of its values, except for the sign.
    fn of_number(number: f64) -> Self {
        let bits = number.to_bits();
        let ordered = if number.is_sign_negative() { !bits } else { bits ^ (1 << 63) };
        Self(ordered.to_be_bytes().to_vec())
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn hash(&self) -> u64 {
        hash_of_bytes(&self.0)
    }
}
