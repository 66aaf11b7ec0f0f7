//! DynamoDB's JSON, and expected items.

use std::collections::HashMap;

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use keywright::Item;
use serde_json::{Map, Value as Json, json};

use crate::base64;

/// Converts DynamoDB's JSON to an item.
pub fn to_item(json: &Json) -> Option<Item> {
    json.as_object()?.iter().map(|(name, value)| Some((name.clone(), to_value(value)?))).collect()
}

/// Converts DynamoDB's JSON to an attribute.
pub fn to_value(json: &Json) -> Option<AttributeValue> {
    let (kind, value) = json.as_object()?.iter().next()?;
    let texts = || value.as_array()?.iter().map(|text| Some(text.as_str()?.to_owned())).collect::<Option<Vec<_>>>();
    Some(match kind.as_str() {
        "S" => AttributeValue::S(value.as_str()?.to_owned()),
        "N" => AttributeValue::N(value.as_str()?.to_owned()),
        "B" => AttributeValue::B(Blob::new(base64::decode(value.as_str()?)?)),
        "BOOL" => AttributeValue::Bool(value.as_bool()?),
        "NULL" => AttributeValue::Null(true),
        "SS" => AttributeValue::Ss(texts()?),
        "NS" => AttributeValue::Ns(texts()?),
        "BS" => AttributeValue::Bs(
            texts()?.iter().map(|text| Some(Blob::new(base64::decode(text)?))).collect::<Option<_>>()?,
        ),
        "L" => AttributeValue::L(value.as_array()?.iter().map(to_value).collect::<Option<_>>()?),
        "M" => AttributeValue::M(to_item(value)?),
        _ => return None,
    })
}

/// Converts an item to DynamoDB's JSON. Sets are sorted.
pub fn to_json(item: &HashMap<String, AttributeValue>) -> Json {
    Json::Object(item.iter().map(|(name, value)| (name.clone(), value_json(value))).collect::<Map<_, _>>())
}

fn value_json(value: &AttributeValue) -> Json {
    let sorted = |mut texts: Vec<String>| {
        texts.sort();
        texts
    };
    let base64 = |blob: &Blob| base64::encode(blob.as_ref());
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(text) => json!({ "N": text }),
        AttributeValue::B(blob) => json!({ "B": base64(blob) }),
        AttributeValue::Bool(is) => json!({ "BOOL": is }),
        AttributeValue::Null(_) => json!({ "NULL": true }),
        AttributeValue::Ss(texts) => json!({ "SS": sorted(texts.clone()) }),
        AttributeValue::Ns(texts) => json!({ "NS": sorted(texts.clone()) }),
        AttributeValue::Bs(blobs) => json!({ "BS": sorted(blobs.iter().map(base64).collect()) }),
        AttributeValue::L(values) => json!({ "L": values.iter().map(value_json).collect::<Vec<_>>() }),
        AttributeValue::M(entries) => json!({ "M": to_json(entries) }),
        other => json!(format!("{other:?}")),
    }
}

/// Returns whether an item is an expected one: `$any` is one of several values, `$now` a time of the last minute,
/// `$like` a text with other digits, `$id` the id of a write, `$maybe` any or none.
pub fn is_expected(found: &Json, expected: &Json) -> bool {
    match (found, expected) {
        (_, Json::Object(special)) if special.contains_key("$any") => {
            special["$any"].as_array().is_some_and(|values| values.contains(found))
        }
        (_, Json::Object(special)) if special.contains_key("$now") => is_now(found),
        (_, Json::Object(special)) if special.contains_key("$like") => {
            digits(found["S"].as_str()) == digits(special["$like"].as_str())
        }
        (_, Json::Object(special)) if special.contains_key("$id") => found["B"].is_string(),
        (Json::Object(found), Json::Object(expected)) => {
            let is_optional = |name: &str| expected.get(name).is_some_and(|value| value.get("$maybe").is_some());
            let required = |of: &Map<String, Json>| of.keys().filter(|name| !is_optional(name)).count();
            let is_same = |name: &str, value| found.get(name).is_some_and(|found| is_expected(found, value));
            required(found) == required(expected)
                && expected.iter().all(|(name, value)| is_optional(name) || is_same(name, value))
        }
        _ => found == expected,
    }
}

/// Writes every digit as 0.
fn digits(text: Option<&str>) -> Option<String> {
    let digit = |character: char| if character.is_ascii_digit() { '0' } else { character };
    text.map(|text| text.chars().map(digit).collect())
}

/// Returns whether an attribute is a time of the last minute.
fn is_now(found: &Json) -> bool {
    let seconds = match found {
        Json::Object(list) if list.contains_key("L") => {
            let number = |place: usize| list["L"][place]["N"].as_str().and_then(|text| text.parse::<i32>().ok());
            let (Some(year), Some(day)) = (number(0), number(1)) else { return false };
            let date = chrono::NaiveDate::from_yo_opt(year, day.unsigned_abs());
            let clock = [2, 3, 4].map(|place| number(place).unwrap_or_default().unsigned_abs());
            let time = date.and_then(|date| date.and_hms_opt(clock[0], clock[1], clock[2]));
            time.map(|time| time.and_utc().timestamp())
        }
        _ => found["S"].as_str().and_then(|text| text.parse::<jiff::Timestamp>().ok()).map(|time| time.as_second()),
    };
    seconds.is_some_and(|seconds| (jiff::Timestamp::now().as_second() - seconds).abs() <= 60)
}
