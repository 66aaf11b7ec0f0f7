//! Events of DynamoDB Streams in the form that Lambda passes on, with items in DynamoDB's JSON.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{
    Entity, Item, Table,
    streams::{StreamEvent, StreamRecord},
};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    corpus::{files, generated},
    mutations::mutated,
};

#[derive(Table)]
#[entities(Order)]
struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
struct Order {
    customer: String,
    id: u32,
    cents: u64,
    note: Option<String>,
    tags: Vec<String>,
}

/// Returns an attribute in DynamoDB's JSON.
fn json_of(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(digits) => json!({ "N": digits }),
        AttributeValue::B(bytes) => json!({ "B": base64(bytes.as_ref()) }),
        AttributeValue::Ss(texts) => json!({ "SS": texts }),
        AttributeValue::Ns(numbers) => json!({ "NS": numbers }),
        AttributeValue::Bs(all) => json!({ "BS": all.iter().map(|bytes| base64(bytes.as_ref())).collect::<Vec<_>>() }),
        AttributeValue::L(values) => json!({ "L": values.iter().map(json_of).collect::<Vec<_>>() }),
        AttributeValue::M(values) => json!({ "M": item_json(values) }),
        AttributeValue::Bool(truth) => json!({ "BOOL": truth }),
        AttributeValue::Null(is_null) => json!({ "NULL": is_null }),
        other => panic!("{other:?}"),
    }
}

fn item_json(item: &Item) -> Value {
    Value::Object(item.iter().map(|(name, value)| (name.clone(), json_of(value))).collect())
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

/// Checks that the items of a record round-trip.
fn round_trips(record: &StreamRecord) {
    let event = match (record.old.is_some(), record.new.is_some()) {
        (true, true) => "MODIFY",
        (true, false) => "REMOVE",
        _ => "INSERT",
    };
    let mut images = json!({ "Keys": item_json(&record.keys), "StreamViewType": record.view.name() });
    for (name, image) in [("OldImage", &record.old), ("NewImage", &record.new)] {
        if let Some(item) = image {
            images[name] = item_json(item);
        }
    }
    let again: StreamRecord = serde_json::from_value(json!({ "eventName": event, "dynamodb": images })).unwrap();
    assert_eq!((&again.keys, &again.old, &again.new), (&record.keys, &record.old, &record.new));
}

fn read(text: &str) -> bool {
    match serde_json::from_str::<StreamEvent>(text) {
        Ok(event) => {
            for record in &event.records {
                round_trips(record);
                match record.change::<Order>() {
                    Ok(change) => drop(format!("{change:?}")),
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

#[test]
fn sample_files_are_events_or_give_clear_errors() {
    for file in files("streams") {
        assert_eq!(read(&file.text()), file.is_valid(), "{}", file.name);
    }
    for text in generated() {
        assert!(!read(&text));
    }
}

#[test]
fn a_valid_event_converts_to_typed_changes() {
    let file = files("streams").into_iter().find(|file| file.name == "valid-lambda-example.json").unwrap();
    let event: StreamEvent = serde_json::from_str(&file.text()).unwrap();
    let changes: Vec<_> = event.records.iter().map(|record| record.change::<Order>().unwrap()).collect();
    let order = changes[0].as_ref().unwrap().new_item().unwrap();
    assert_eq!((order.customer.as_str(), order.id, order.cents, order.tags.len()), ("ann", 7, 1_250, 2));
    assert!(event.records[2].expired);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_events_round_trip_or_are_rejected((_, text) in mutated(files("streams"))) {
        let _ = read(&text);
    }
}
