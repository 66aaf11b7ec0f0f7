//! One item in DynamoDB's JSON.

use std::fmt;

use base64_length::decoded_bytes;
use keywright::physics::item::{
    BOOL_BYTES, NULL_BYTES, attribute_bytes, list_bytes, map_bytes, number_bytes, string_bytes,
};
use serde_json::{Map, Value};

mod base64_length;

/// An item in [DynamoDB's
/// JSON](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html#Programming.LowLevelAPI.DataTypeDescriptors):
/// `{"PK": {"S": "CUSTOMER#ann"}, "cents": {"N": "4200"}}`.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredItem {
    attributes: Map<String, Value>,
}

/// The error for a JSON object that is not an item in DynamoDB's JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAnItem {
    attribute: String,
}

impl fmt::Display for NotAnItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "attribute `{}` is not a value in DynamoDB's JSON, such as {{\"S\": \"text\"}}", self.attribute)
    }
}

impl std::error::Error for NotAnItem {}

impl StoredItem {
    /// Creates an item from attributes.
    ///
    /// # Errors
    ///
    /// If a value is not in DynamoDB's JSON, which is an object with one member, named after the type.
    pub fn new(attributes: Map<String, Value>) -> Result<Self, NotAnItem> {
        match attributes.iter().find(|(_, value)| !is_attribute_value(value)) {
            Some((name, _)) => Err(NotAnItem { attribute: name.clone() }),
            None => Ok(Self { attributes }),
        }
    }

    /// Creates an item with only a partition key and a sort key, both strings.
    pub(crate) fn of_key(partition: (&str, &str), sort: Option<(&str, &str)>) -> Self {
        let text = |(name, text): (&str, &str)| (name.to_owned(), serde_json::json!({ "S": text }));
        Self { attributes: std::iter::once(partition).chain(sort).map(text).collect() }
    }

    /// Returns the attributes, in DynamoDB's JSON.
    pub fn attributes(&self) -> &Map<String, Value> {
        &self.attributes
    }

    /// Returns the item's size in bytes, by DynamoDB's rules: the names and the values of its attributes.
    pub fn bytes(&self) -> u64 {
        let of = |(name, value): (&String, &Value)| attribute_bytes(name, value_bytes(value));
        self.attributes.iter().map(of).fold(0, u64::saturating_add)
    }

    /// Returns the type and text of an attribute that can be a key: a string, a number or a base64-encoded binary
    /// value.
    pub(crate) fn scalar(&self, name: &str) -> Option<(Scalar, &str)> {
        scalar(self.attributes.get(name)?)
    }
}

/// A type that a key can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scalar {
    String,
    Number,
    Binary,
}

/// Returns the type and text of a value that can be a key.
pub(crate) fn scalar(value: &Value) -> Option<(Scalar, &str)> {
    let (letter, content) = typed(value)?;
    let kind = match letter {
        "S" => Scalar::String,
        "N" => Scalar::Number,
        "B" => Scalar::Binary,
        _ => return None,
    };
    Some((kind, content.as_str()?))
}

/// Returns the type descriptor of a value, and its content.
pub(crate) fn typed(value: &Value) -> Option<(&str, &Value)> {
    let object = value.as_object()?;
    let (letter, content) = object.iter().next().filter(|_| object.len() == 1)?;
    Some((letter, content))
}

/// Returns whether a JSON value is an attribute value. Checks nested values, too.
pub(crate) fn is_attribute_value(value: &Value) -> bool {
    let Some((letter, content)) = typed(value) else { return false };
    match letter {
        "S" | "N" | "B" => content.is_string(),
        "BOOL" | "NULL" => content.is_boolean(),
        "SS" | "NS" | "BS" => content.as_array().is_some_and(|values| values.iter().all(Value::is_string)),
        "L" => content.as_array().is_some_and(|values| values.iter().all(is_attribute_value)),
        "M" => content.as_object().is_some_and(|entries| entries.values().all(is_attribute_value)),
        _ => false,
    }
}

/// Returns the size of a value in bytes, without its attribute's name.
fn value_bytes(value: &Value) -> u64 {
    let Some((letter, content)) = typed(value) else { return 0 };
    let text = |value: &Value| value.as_str().map(str::to_owned).unwrap_or_default();
    let sum = |of: fn(&str) -> u64| {
        let values = content.as_array().map(Vec::as_slice).unwrap_or_default();
        values.iter().map(|value| of(&text(value))).fold(0, u64::saturating_add)
    };
    match letter {
        "S" => string_bytes(&text(content)),
        "N" => number_bytes(&text(content)),
        "B" => decoded_bytes(&text(content)),
        "BOOL" => BOOL_BYTES,
        "NULL" => NULL_BYTES,
        "SS" => sum(string_bytes),
        "NS" => sum(number_bytes),
        "BS" => sum(decoded_bytes),
        "L" => {
            let values = content.as_array().map(Vec::as_slice).unwrap_or_default();
            list_bytes(values.len() as u64, values.iter().map(value_bytes).fold(0, u64::saturating_add))
        }
        "M" => {
            let entries = content.as_object().into_iter().flatten();
            let content = entries.clone().map(|(name, value)| attribute_bytes(name, value_bytes(value)));
            map_bytes(entries.count() as u64, content.fold(0, u64::saturating_add))
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn item(value: Value) -> Result<StoredItem, NotAnItem> {
        StoredItem::new(value.as_object().unwrap().clone())
    }

    /// Checks the example of AWS's page on item sizes, and further types of values.
    #[test]
    fn item_bytes_are_the_sum_of_names_and_values() {
        assert_eq!(item(json!({ "shirt-color": {"S": "R"}, "shirt-size": {"S": "M"} })).unwrap().bytes(), 23);
        // A list or a map takes 3 bytes, and 1 byte more for each element.
        assert_eq!(item(json!({ "l": {"L": [{"S": "ab"}, {"NULL": true}]} })).unwrap().bytes(), 1 + 3 + 2 + 2 + 1);
        assert_eq!(item(json!({ "m": {"M": {"k": {"BOOL": true}}} })).unwrap().bytes(), 1 + 3 + 1 + 1 + 1);
        assert_eq!(item(json!({ "s": {"SS": ["ab", "c"]}, "b": {"B": "AAEC"} })).unwrap().bytes(), 1 + 3 + 1 + 3);
    }

    #[test]
    fn values_outside_of_dynamodb_json_are_rejected() {
        for (value, attribute) in [
            (json!({ "PK": "CUSTOMER#ann" }), "PK"),
            (json!({ "PK": {"S": "a"}, "n": {"N": 7} }), "n"),
            (json!({ "m": {"M": {"k": "v"}} }), "m"),
            (json!({ "x": {"S": "a", "N": "1"} }), "x"),
        ] {
            let message = item(value).unwrap_err().to_string();
            assert!(message.starts_with(&format!("attribute `{attribute}`")), "{message}");
        }
    }
}
