//! Keys, items and entities without a request.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, ErrorKind, Table};
use keywright_local::Local;

use super::design::*;

#[test]
fn keys_lists_the_table_key_and_then_index_keys() {
    let keys = threat("t#1").keys().unwrap();
    let shown: Vec<_> =
        keys.iter().map(|key| (key.index, key.partition.as_str(), key.sort.as_deref().unwrap())).collect();
    assert_eq!(
        shown,
        [
            (None, "THREAT#abc#2026-06", "ALERT#2026-06-22T12:00:00.000000000Z#t%231"),
            (Some("GSI1"), "BRAND#abc", "THREAT#2026-06-22T12:00:00.000000000Z#t%231"),
        ]
    );
    let mut brand = brand("b-1");
    brand.owner = None;
    assert_eq!(brand.keys().unwrap().len(), 1);
}

#[test]
fn items_and_entities_convert_both_ways() {
    let threat = threat("t-1");
    assert_eq!(Threat::from_item(threat.to_item().unwrap()).unwrap(), threat);
    let reading = Reading { site: "s".into(), device: "d".into(), at: later(1), celsius: -0.25 };
    assert_eq!(Reading::from_item(reading.to_item().unwrap()).unwrap(), reading);
}

#[test]
fn item_without_discriminator_is_recognized_by_key() {
    let mut item = threat("t-1").to_item().unwrap();
    item.remove("_et");
    assert_eq!(Threat::from_item(item.clone()).unwrap(), threat("t-1"));
    assert_eq!(Visit::from_item(item.clone()).unwrap_err().kind(), ErrorKind::WrongEntity);
    item.insert("_et".into(), AttributeValue::S("Visit".into()));
    assert_eq!(Threat::from_item(item).unwrap_err().kind(), ErrorKind::WrongEntity);
}

#[test]
fn a_missing_field_is_named() {
    let mut item = threat("t-1").to_item().unwrap();
    item.remove("severity");
    let error = Threat::from_item(item).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(error.to_string().contains("missing field `severity`"), "{error}");
}

#[test]
fn invalid_key_value_is_an_error() {
    let mut empty = threat("t-1");
    empty.brand = String::new();
    assert_eq!(empty.to_item().unwrap_err().kind(), ErrorKind::KeyValue);
    let mut long = threat("t-1");
    long.brand = "x".repeat(3_000);
    assert_eq!(long.to_item().unwrap_err().kind(), ErrorKind::KeyTooLong);
}

#[tokio::test]
async fn native_key_field_is_stored_once() {
    let samples = Samples::open(Local::start().client(), "samples");
    samples.create_table().await.unwrap();
    let sample = Sample { device: "d-1".into(), ts: later(7), value: -3 };
    let item = sample.to_item().unwrap();
    assert_eq!(item["ts"], AttributeValue::N(later(7).timestamp_millis().to_string()));
    assert_eq!(item["device"], AttributeValue::S("d-1".into()));
    assert_eq!(item.len(), 3, "{item:?}");
    samples.put(&sample).await.unwrap();
    assert_eq!(samples.get(Sample::key("d-1", later(7))).await.unwrap(), Some(sample));
    samples.delete(Sample::key("d-1", later(7))).await.unwrap();
    assert_eq!(samples.get(Sample::key("d-1", later(7))).await.unwrap(), None);
}
