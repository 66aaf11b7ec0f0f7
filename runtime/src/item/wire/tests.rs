//! Checks that bodies are read as by the SDK, and that values decode as by `serde_dynamo`.

mod decoded;
pub(crate) mod json;
mod types;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::str_bytes::StrBytes;
use proptest::prelude::*;

use super::{BodyItem, Member, Page};
use crate::Item;
use json::{any_item, any_value, item_text};

/// Splits a body into its page and the rest.
fn split(body: &[u8], member: Member) -> Option<(Page, String)> {
    super::split(StrBytes::try_copy_from_slice(body).ok()?, member)
}

/// Returns the items of a body.
fn items_of(body: &[u8]) -> Option<Vec<BodyItem>> {
    Some(BodyItem::all(split(body, Member::Items)?.0).flatten().collect())
}

/// Returns an item with one attribute, `v`.
fn item_with(value: &AttributeValue) -> BodyItem {
    let item = Item::from([("v".to_owned(), value.clone())]);
    items_of(format!(r#"{{"Items":[{}]}}"#, item_text(&item, 0)).as_bytes()).unwrap().remove(0)
}

#[test]
fn splitting_a_body_removes_only_the_items() {
    let body = br#"{"Count":1,"Items":[{"a":{"S":"x"}}],"ScannedCount":2,
        "LastEvaluatedKey":{"PK":{"S":"p"},"n":{"N":"12345678901234567890123456789012345678"}},
        "ConsumedCapacity":{"TableName":"t","CapacityUnits":12.5}}"#;
    let (page, rest) = split(body, Member::Items).unwrap();
    assert_eq!(BodyItem::all(page).len(), 1);
    let mut expected: serde_json::Value = serde_json::from_slice(body).unwrap();
    expected.as_object_mut().unwrap().remove("Items");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&rest).unwrap(), expected);
}

#[test]
fn a_get_response_has_at_most_one_item() {
    let all = |body: &[u8]| BodyItem::all(split(body, Member::Item).unwrap().0).flatten().collect::<Vec<_>>();
    assert!(all(b"{}").is_empty());
    let item = all(br#"{"Item":{"id":{"S":"a"},"n":{"N":"1"}}}"#).remove(0);
    let expected = [("id", AttributeValue::S("a".into())), ("n", AttributeValue::N("1".into()))];
    assert_eq!(item.to_item(), expected.map(|(name, value)| (name.to_owned(), value)).into());
}

#[test]
fn bodies_unlike_those_of_dynamodb_are_left_to_the_sdk() {
    for body in [
        "",
        "null",
        "[]",
        r#"{"Items":null}"#,
        r#"{"Items":[null]}"#,
        r#"{"Items":[{"a":null}]}"#,
        r#"{"Items":[{"a":{}}]}"#,
        r#"{"Items":[{"a":{"S":null}}]}"#,
        r#"{"Items":[{"a":{"S":1}}]}"#,
        r#"{"Items":[{"a":{"N":1}}]}"#,
        r#"{"Items":[{"a":{"X":"y"}}]}"#,
        r#"{"Items":[{"a":{"S":"y","N":"1"}}]}"#,
        r#"{"Items":[{"a":{"B":"*"}}]}"#,
        r#"{"Items":[{"a":{"BOOL":"true"}}]}"#,
        r#"{"Items":[{"a":{"SS":[1]}}]}"#,
        r#"{"Items":[{"a":{"S":"\ud800"}}]}"#,
        r#"{"Items":[],"Items":[]}"#,
        r#"{"Items":[]} x"#,
        r#"{"Items":[]"#,
        "{\"Items\":[{\"a\":{\"S\":\"\n\"}}]}",
    ] {
        assert!(items_of(body.as_bytes()).is_none(), "{body}");
    }
    assert!(items_of(b"{\"Items\":[{\"a\":{\"S\":\"\xff\"}}]}").is_none());
}

#[test]
fn deep_nesting_is_rejected_without_a_stack_overflow() {
    let nested = |depth: usize| {
        let (open, close) = (r#"{"L":["#.repeat(depth), "]}".repeat(depth));
        items_of(format!(r#"{{"Items":[{{"a":{open}{{"NULL":true}}{close}}}]}}"#).as_bytes())
    };
    assert!(nested(32).is_some(), "DynamoDB nests 32 deep");
    assert!(nested(100_000).is_none());
}

proptest! {
    #[test]
    fn items_round_trip(
        items in proptest::collection::vec(any_item(), 0..4),
        style in any::<u64>(),
    ) {
        let texts: Vec<_> = items.iter().map(|item| item_text(item, style)).collect();
        let body = format!(r#"{{ "Count": 7, "Items" : [{}]}}"#, texts.join(" , "));
        let read: Vec<_> = items_of(body.as_bytes()).unwrap().iter().map(BodyItem::to_item).collect();
        prop_assert_eq!(read, items);
    }

    #[test]
    fn truncated_bodies_are_rejected(item in any_item(), at in any::<proptest::sample::Index>()) {
        let body = format!(r#"{{"Items":[{}]}}"#, item_text(&item, 0));
        prop_assert!(items_of(&body.as_bytes()[..at.index(body.len())]).is_none());
    }

    #[test]
    fn attributes_are_found_by_their_names(item in any_item()) {
        use crate::item::attributed::{Attributed as _, Scalar};
        let body = format!(r#"{{"Items":[{}]}}"#, item_text(&item, 1));
        let read = items_of(body.as_bytes()).unwrap().remove(0);
        for (name, value) in &item {
            prop_assert_eq!(read.attribute(name), Some(Scalar::of(value)));
            prop_assert_eq!(read.get(name).unwrap().type_name(), crate::item::stored::type_name(value));
        }
        prop_assert_eq!(read.bytes(), crate::item::size::item_bytes(&item));
        prop_assert_eq!(read.attribute("no such name at all"), None);
    }

    #[test]
    fn values_convert_to_the_sdk_type(value in any_value()) {
        prop_assert_eq!(item_with(&value).get("v").unwrap().to_attribute(), value);
    }
}
