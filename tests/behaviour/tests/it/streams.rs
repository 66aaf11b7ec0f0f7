//! Records of a stream as typed changes: the events that Lambda passes on, and the SDK's records.

use std::collections::HashMap;

use aws_sdk_dynamodbstreams::{
    primitives::Blob,
    types::{AttributeValue, Identity, OperationType, Record, StreamRecord as Images, StreamViewType},
};
use keywright::{
    Entity, ErrorKind, Table,
    streams::{Change, StreamEvent, StreamRecord, StreamView},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Table)]
struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
struct Order {
    customer: String,
    id: u32,
    tags: Vec<String>,
    paid: bool,
    note: Option<String>,
    #[serde(with = "serde_bytes_of")]
    seal: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "CART")]
struct Cart {
    customer: String,
}

/// Bytes as a binary attribute.
mod serde_bytes_of {
    use serde::{Deserializer, Serializer, de::Visitor};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Vec<u8>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
                Ok(bytes.to_vec())
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
                Ok(bytes)
            }
        }
        deserializer.deserialize_byte_buf(Bytes)
    }
}

fn order(paid: bool) -> Order {
    let (customer, tags) = ("ann".into(), vec!["gift".into()]);
    Order { customer, id: 7, tags, paid, note: None, seal: vec![0xfb, 0xff, 0x01] }
}

fn keys() -> Value {
    json!({"PK": {"S": "CUSTOMER#ann"}, "SK": {"S": "ORDER#0000000007"}})
}

fn image(paid: bool) -> Value {
    let mut image = json!({
        "_et": {"S": "Order"}, "customer": {"S": "ann"}, "id": {"N": "7"}, "tags": {"L": [{"S": "gift"}]},
        "paid": {"BOOL": paid}, "note": {"NULL": true}, "seal": {"B": "+/8B"},
    });
    image.as_object_mut().unwrap().extend(keys().as_object().unwrap().clone());
    image
}

fn cart() -> Value {
    json!({"_et": {"S": "Cart"}, "customer": {"S": "ann"}, "PK": {"S": "CUSTOMER#ann"}, "SK": {"S": "CART"}})
}

/// Returns an event in the form that Lambda passes on.
fn event(name: &str, view: &str, old: Option<Value>, new: Option<Value>) -> Value {
    let mut images = json!({
        "ApproximateCreationDateTime": 1_479_499_740.0, "Keys": keys(), "SequenceNumber": "13021600000000001596893679",
        "SizeBytes": 112, "StreamViewType": view,
    });
    for (side, image) in [("OldImage", old), ("NewImage", new)] {
        if let Some(image) = image {
            images[side] = image;
        }
    }
    json!({"Records": [{
        "eventID": "c4ca4238a0b923820dcc509a6f75849b", "eventName": name, "eventVersion": "1.1",
        "eventSource": "aws:dynamodb", "awsRegion": "eu-west-1", "dynamodb": images,
        "eventSourceARN": "arn:aws:dynamodb:eu-west-1:123456789012:table/shop/stream/2026-06-22T00:00:00.000",
    }]})
}

fn read(event: Value) -> StreamRecord {
    let mut event: StreamEvent = serde_json::from_value(event).unwrap();
    event.records.remove(0)
}

const BOTH: &str = "NEW_AND_OLD_IMAGES";

#[test]
fn record_is_an_insert_a_change_or_a_removal() {
    let inserted = read(event("INSERT", BOTH, None, Some(image(false))));
    assert_eq!(inserted.change::<Order>().unwrap(), Some(Change::Inserted(order(false))));
    assert_eq!(inserted.change::<Cart>().unwrap(), None);
    assert_eq!(inserted.sequence_number.as_deref(), Some("13021600000000001596893679"));
    assert_eq!(inserted.view, StreamView::NewAndOldImages);

    let changed = read(event("MODIFY", BOTH, Some(image(false)), Some(image(true))));
    let change = changed.change::<Order>().unwrap().unwrap();
    assert_eq!((change.old_item(), change.new_item()), (Some(&order(false)), Some(&order(true))));

    let removed = read(event("REMOVE", BOTH, Some(image(true)), None));
    assert_eq!(removed.change::<Order>().unwrap(), Some(Change::Removed(order(true))));
    assert!(!removed.expired);
}

#[test]
fn ttl_removals_are_marked_expired() {
    let mut removed = event("REMOVE", BOTH, Some(image(true)), None);
    removed["Records"][0]["userIdentity"] = json!({"type": "Service", "principalId": "dynamodb.amazonaws.com"});
    assert!(read(removed).expired);
}

#[test]
fn replacement_by_another_entity_is_an_insert_and_a_removal() {
    let record = read(event("MODIFY", BOTH, Some(cart()), Some(image(true))));
    assert_eq!(record.change::<Order>().unwrap(), Some(Change::Inserted(order(true))));
    assert_eq!(record.change::<Cart>().unwrap(), Some(Change::Removed(Cart { customer: "ann".into() })));
}

#[test]
fn stream_view_without_both_images_is_rejected() {
    for (name, view, old, new, lacks) in [
        ("MODIFY", "NEW_IMAGE", None, Some(image(true)), "the old image"),
        ("REMOVE", "NEW_IMAGE", None, None, "the old image"),
        ("MODIFY", "OLD_IMAGE", Some(image(true)), None, "the new image"),
        ("MODIFY", "KEYS_ONLY", None, None, "both images"),
        ("INSERT", "KEYS_ONLY", None, None, "the new image"),
    ] {
        let error = read(event(name, view, old, new)).change::<Order>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert_eq!(error.key(), Some("CUSTOMER#ann / ORDER#0000000007"));
        let text = error.to_string();
        assert!(text.contains(lacks) && text.contains(view) && text.contains("NEW_AND_OLD_IMAGES"), "{text}");
    }
    for view in ["NEW_IMAGE", BOTH] {
        let error = read(event("REMOVE", view, None, Some(image(true)))).change::<Order>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains("lacks the old image"), "{error}");
    }
    let inserted = read(event("INSERT", "NEW_IMAGE", None, Some(image(true))));
    assert_eq!(inserted.change::<Order>().unwrap(), Some(Change::Inserted(order(true))));
}

/// Such a change would look like a new item, or like one of no entity.
#[test]
fn record_without_a_required_image_is_rejected() {
    for (name, old, new, lacks) in [
        ("MODIFY", None, Some(image(true)), "the old image"),
        ("MODIFY", Some(image(true)), None, "the new image"),
        ("MODIFY", None, None, "both images"),
        ("INSERT", None, None, "the new image"),
        ("REMOVE", None, None, "the old image"),
    ] {
        let error = read(event(name, BOTH, old, new)).change::<Order>().unwrap_err();
        assert_eq!((error.kind(), error.key()), (ErrorKind::InvalidArgument, Some("CUSTOMER#ann / ORDER#0000000007")));
        let text = error.to_string();
        assert!(text.contains(&format!("the stream record lacks {lacks};")), "{text}");
    }
}

#[test]
fn debug_output_shows_attribute_names_without_values() {
    let event = event("MODIFY", BOTH, Some(image(false)), Some(image(true)));
    let event: StreamEvent = serde_json::from_value(event).unwrap();
    let text = format!("{event:?}");
    assert!(text.contains(r#"keys: ["PK", "SK"]"#) && text.contains(r#""customer""#), "{text}");
    assert!(!text.contains("ann") && !text.contains("gift") && !text.contains("0000000007"), "{text}");
}

#[test]
fn invalid_records_are_rejected() {
    let unread = |event: Value| serde_json::from_value::<StreamEvent>(event).unwrap_err().to_string();
    assert!(unread(event("EXPLODE", BOTH, None, None)).contains("an event `EXPLODE` is not known"));
    assert!(unread(event("INSERT", "SOME_IMAGES", None, None)).contains("a stream view `SOME_IMAGES` is not known"));
    let mut binary = image(true);
    binary["seal"] = json!({"B": "not base64!"});
    assert!(unread(event("INSERT", BOTH, None, Some(binary))).contains("is not base64"));

    let mut wrong = image(true);
    wrong["id"] = json!({"S": "seven"});
    let error = read(event("INSERT", BOTH, None, Some(wrong))).change::<Order>().unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::Decode, Some("Order")));
    assert!(error.to_string().contains("attribute `id`"), "{error}");
}

#[test]
fn sdk_records_decode_as_changes() {
    let s = |text: &str| AttributeValue::S(text.into());
    let image = |paid: bool| {
        HashMap::from([
            ("PK".into(), s("CUSTOMER#ann")),
            ("SK".into(), s("ORDER#0000000007")),
            ("_et".into(), s("Order")),
            ("customer".into(), s("ann")),
            ("id".into(), AttributeValue::N("7".into())),
            ("tags".into(), AttributeValue::L(vec![s("gift")])),
            ("paid".into(), AttributeValue::Bool(paid)),
            ("note".into(), AttributeValue::Null(true)),
            ("seal".into(), AttributeValue::B(Blob::new([0xfb, 0xff, 0x01]))),
        ])
    };
    let images = Images::builder().stream_view_type(StreamViewType::NewAndOldImages).sequence_number("1");
    let changed = images.clone().set_old_image(Some(image(false))).set_new_image(Some(image(true))).build();
    let record = Record::builder().event_name(OperationType::Modify).dynamodb(changed).build();
    let record = StreamRecord::try_from(record).unwrap();
    let both = Change::Changed { old: order(false), new: order(true) };
    assert_eq!(record.change::<Order>().unwrap(), Some(both));

    let ttl = Identity::builder().r#type("Service").principal_id("dynamodb.amazonaws.com").build();
    let removed = images.set_old_image(Some(image(true))).build();
    let record = Record::builder().event_name(OperationType::Remove).user_identity(ttl).dynamodb(removed).build();
    assert!(StreamRecord::try_from(record).unwrap().expired);

    let error = StreamRecord::try_from(Record::builder().event_name(OperationType::Insert).build()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
}
