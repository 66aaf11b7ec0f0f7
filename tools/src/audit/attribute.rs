//! Collects statistics of one attribute in the items of a pattern.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{item::typed, kind::Kind, slot::is_integer};

/// Statistics of an attribute.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AttributeAudit {
    /// Items that have the attribute.
    pub items: u64,
    /// Items by the type of the attribute's value, as DynamoDB's type descriptor.
    pub types: BTreeMap<String, u64>,
    /// Whole numbers that fit 64 bits.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub integers: u64,
    /// Numbers below 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub negative: u64,
    /// Numbers that are not whole, but keep all their digits as a 64-bit float.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub floats: u64,
    /// Texts that are times, by their kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub times: BTreeMap<Kind, u64>,
    /// The text that all items with the attribute share, as long as there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks for it")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl AttributeAudit {
    pub(crate) fn add(&mut self, value: &Value) {
        let Some((letter, content)) = typed(value) else { return };
        let text = content.as_str().filter(|_| letter == "S");
        self.only = match (&self.only, text) {
            _ if self.items == 0 => text.filter(|text| text.len() <= 64).map(str::to_owned),
            (Some(only), Some(text)) if only == text => Some(text.to_owned()),
            _ => None,
        };
        if let Some(kind) = text.and_then(Kind::of_time) {
            *self.times.entry(kind).or_default() += 1;
        }
        self.items += 1;
        *self.types.entry(letter.to_owned()).or_default() += 1;
        if let (Some(number), "N") = (content.as_str(), letter) {
            self.integers += u64::from(is_integer(number));
            self.negative += u64::from(number.starts_with('-'));
            self.floats += u64::from(!is_integer(number) && is_float(number));
        }
    }

    /// Adds the values of the attribute in other items.
    pub(crate) fn merge(&mut self, other: Self) {
        self.only = match (self.items, other.items) {
            (0, _) => other.only,
            (_, 0) => self.only.take(),
            _ => self.only.take().filter(|only| other.only.as_ref() == Some(only)),
        };
        self.items += other.items;
        for (letter, items) in other.types {
            *self.types.entry(letter).or_default() += items;
        }
        self.integers += other.integers;
        self.negative += other.negative;
        self.floats += other.floats;
        for (kind, items) in other.times {
            *self.times.entry(kind).or_default() += items;
        }
    }

    /// Returns the kind of time that all values are.
    pub(crate) fn only_time(&self) -> Option<Kind> {
        let (kind, items) = self.times.first_key_value()?;
        (*items == self.items).then_some(*kind)
    }

    /// Returns the type, if all values have the same one.
    pub(crate) fn only_type(&self) -> Option<&str> {
        let (letter, _) = self.types.first_key_value().filter(|_| self.types.len() == 1)?;
        Some(letter)
    }
}

/// Returns whether a 64-bit float keeps all digits of a number.
fn is_float(number: &str) -> bool {
    number.parse::<f64>().is_ok_and(|float| float.is_finite() && float.to_string() == number)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_that_lose_digits_are_no_floats() {
        let mut audit = AttributeAudit::default();
        for number in ["12.99", "-7", "0.1000", "1E3", "12345678901234567890.5", "18446744073709551616"] {
            audit.add(&json!({ "N": number }));
        }
        assert_eq!((audit.items, audit.integers, audit.negative, audit.floats), (6, 1, 1, 1));
    }

    #[test]
    fn a_text_shared_by_all_items_is_kept() {
        let mut audit = AttributeAudit::default();
        audit.add(&json!({ "S": "Order" }));
        audit.add(&json!({ "S": "Order" }));
        assert_eq!(audit.only.as_deref(), Some("Order"));
        audit.add(&json!({ "NULL": true }));
        audit.add(&json!({ "S": "Order" }));
        assert_eq!((audit.only, audit.types.len()), (None, 2));
    }
}
