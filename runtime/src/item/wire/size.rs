//! Computes the size of an item in a body, as DynamoDB counts it.

use super::{
    BodyItem, Value,
    value::{Content, Siblings},
};
use crate::physics::item::{
    BOOL_BYTES, NULL_BYTES, attribute_bytes, binary_bytes, list_bytes, map_bytes, number_bytes, string_bytes,
};

impl BodyItem {
    /// Returns the size in bytes: that of [`item_bytes`](crate::item::size::item_bytes) in the SDK's representation.
    pub(crate) fn bytes(&self) -> u64 {
        sum(self.attributes().map(|(name, value)| attribute_bytes(name, value.bytes())))
    }
}

impl Value<'_> {
    fn bytes(self) -> u64 {
        match self.content() {
            Content::S(text) => string_bytes(text),
            Content::N(digits) => number_bytes(digits),
            Content::B(bytes) => binary_bytes(bytes),
            Content::Bool(_) => BOOL_BYTES,
            Content::Null(_) => NULL_BYTES,
            Content::L(values) => list_bytes(count(values.clone()), sum(values.map(|(_, value)| value.bytes()))),
            Content::M(values) => {
                let members = values.clone().map(|(name, value)| attribute_bytes(name, value.bytes()));
                map_bytes(count(values), sum(members))
            }
            Content::Ss(set) | Content::Ns(set) | Content::Bs(set) => sum(set.map(|(_, element)| element.bytes())),
        }
    }
}

fn sum(bytes: impl Iterator<Item = u64>) -> u64 {
    bytes.fold(0, u64::saturating_add)
}

fn count(values: Siblings<'_>) -> u64 {
    values.fold(0, |count, _| count + 1)
}
