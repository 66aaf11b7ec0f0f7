//! Converts items between the AWS SDK's types and DynamoDB's JSON.

use std::collections::HashMap;

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use aws_smithy_types::base64;
use serde_json::{Map, Value, json};

/// An item in the SDK's representation.
type Item = HashMap<String, AttributeValue>;

/// Converts an item to DynamoDB's JSON. Values of types that this version of the SDK does not know are omitted.
pub(crate) fn to_json(item: &Item) -> Map<String, Value> {
    item.iter().filter_map(|(name, value)| Some((name.clone(), value_to_json(value)?))).collect()
}

fn value_to_json(value: &AttributeValue) -> Option<Value> {
    let encoded = |blob: &Blob| base64::encode(blob);
    Some(match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(number) => json!({ "N": number }),
        AttributeValue::B(blob) => json!({ "B": encoded(blob) }),
        AttributeValue::Bool(is) => json!({ "BOOL": is }),
        AttributeValue::Null(is) => json!({ "NULL": is }),
        AttributeValue::Ss(texts) => json!({ "SS": texts }),
        AttributeValue::Ns(numbers) => json!({ "NS": numbers }),
        AttributeValue::Bs(blobs) => json!({ "BS": blobs.iter().map(encoded).collect::<Vec<_>>() }),
        AttributeValue::L(values) => json!({ "L": values.iter().filter_map(value_to_json).collect::<Vec<_>>() }),
        AttributeValue::M(entries) => json!({ "M": to_json(entries) }),
        _ => return None,
    })
}

/// Converts an item from DynamoDB's JSON. Returns `None` if it is not valid.
pub(crate) fn from_json(item: &Map<String, Value>) -> Option<Item> {
    item.iter().map(|(name, value)| Some((name.clone(), value_from_json(value)?))).collect()
}

fn value_from_json(value: &Value) -> Option<AttributeValue> {
    let object = value.as_object().filter(|object| object.len() == 1)?;
    let (letter, content) = object.iter().next()?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let blob = |value: &Value| base64::decode(value.as_str()?).ok().map(Blob::new);
    Some(match letter.as_str() {
        "S" => AttributeValue::S(text(content)?),
        "N" => AttributeValue::N(text(content)?),
        "B" => AttributeValue::B(blob(content)?),
        "BOOL" => AttributeValue::Bool(content.as_bool()?),
        "NULL" => AttributeValue::Null(content.as_bool()?),
        "SS" => AttributeValue::Ss(content.as_array()?.iter().map(text).collect::<Option<_>>()?),
        "NS" => AttributeValue::Ns(content.as_array()?.iter().map(text).collect::<Option<_>>()?),
        "BS" => AttributeValue::Bs(content.as_array()?.iter().map(blob).collect::<Option<_>>()?),
        "L" => AttributeValue::L(content.as_array()?.iter().map(value_from_json).collect::<Option<_>>()?),
        "M" => AttributeValue::M(from_json(content.as_object()?)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_attribute_type_round_trips() {
        let item = json!({
            "s": {"S": "a"}, "n": {"N": "1.50"}, "b": {"B": "AAEC"}, "bool": {"BOOL": false}, "null": {"NULL": true},
            "ss": {"SS": ["a", "b"]}, "ns": {"NS": ["1"]}, "bs": {"BS": ["AA=="]},
            "l": {"L": [{"S": "a"}, {"M": {}}]}, "m": {"M": {"k": {"L": []}}},
        });
        let item = item.as_object().unwrap();
        assert_eq!(to_json(&from_json(item).unwrap()), *item);
        assert_eq!(from_json(json!({ "b": {"B": "?"} }).as_object().unwrap()), None);
    }
}
