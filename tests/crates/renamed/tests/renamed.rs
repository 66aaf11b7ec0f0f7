//! Tests that derives are complete if keywright is renamed.

use chrono::{DateTime, Utc};
use kw::{
    Entity, Key, KeyField, Schema, Table,
    key::{FieldKind, ItemKey},
    schema::ShardBy,
};
use renamed::{Order, Orders, Shop, State, View};

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("a time of RFC 3339")
}

fn texts(key: &ItemKey) -> (Option<&str>, Option<&str>) {
    (key.partition.as_s(), key.sort.as_ref().and_then(|sort| sort.as_s()))
}

fn names<S: Schema>() -> Vec<&'static str> {
    S::ENTITIES.iter().map(|entity| entity.name).collect()
}

#[test]
fn both_schemas_list_their_entities() {
    assert_eq!(names::<Shop>(), ["Order", "View"]);
    assert_eq!(names::<Orders>(), ["Order"]);
    assert_eq!(Shop::LISTED.map(<[_]>::len), Some(2));
}

#[test]
fn entity_attributes_are_in_the_schema() {
    let order = Order::SCHEMA;
    assert_eq!((order.discriminator, order.constants), ("order", [("_v", "1")].as_slice()));
    assert_eq!(order.fields.iter().map(|field| field.name).collect::<Vec<_>>(), ["at", "id", "courier", "state"]);
    assert!(order.fields[2].optional);
    assert!(matches!(order.keys[1].shard.map(|shard| shard.by), Some(ShardBy::TableKey)));
    assert_eq!(State::KIND, FieldKind::OneOf(&["packed", "sent"]));
    let value = State::Sent.to_value().expect("a text");
    assert!(matches!(State::from_value(value), Some(State::Sent)));
}

/// `7` is byte 55, and 55 modulo 8 is 7.
#[test]
fn the_shard_uses_the_custom_hash() {
    let stored = Order::key(at("2026-06-22T14:05:06Z"), "o-17").to_item_key().expect("a key");
    assert_eq!(texts(&stored), (Some("ORDERS#2026-W26#7"), Some("2026-06-22T14:05:06.000000000Z#o-17")));
    let read = Key::<Order>::from_item_key(&stored).expect("a key of an order");
    assert_eq!(read.to_item_key().expect("a key"), stored);
}

#[test]
fn random_shards_are_part_of_the_key() {
    let when = at("2026-06-22T14:05:06Z");
    let stored = View::key_in_shard(5, when, 42_u32).to_item_key().expect("a key");
    assert_eq!(texts(&stored), (Some("VIEWS#5"), Some("VIEW#2026-06-22T14:05:06.000000000Z#000042")));
    let _ = View::find(when, 42_u32);
}

#[test]
fn a_query_visits_buckets_shards_and_legacy_keys() {
    let plan =
        Order::query().between(at("2026-06-15T00:00:00Z")..at("2026-06-29T00:00:00Z")).explain().expect("a plan");
    assert_eq!(plan.groups().len(), 2);
    let lanes: Vec<_> = plan.lanes().map(|lane| lane.partition_key().to_string()).collect();
    for lane in ["ORDERS#2026-W25#0", "ORDERS#2026-W26#7", "ORDERS"] {
        assert!(lanes.iter().any(|visited| visited == lane), "{lane} is not in {lanes:?}");
    }
}

#[test]
fn an_index_query_is_planned() {
    let plan = Order::by_courier("kim").then(State::Sent).explain().expect("a plan");
    assert_eq!(
        plan.to_string(),
        "Order::by_courier over the index GSI1, ascending, eventually consistent\n\
         2 lanes in 1 group, at most 64 requests in flight\n\
         first round: 2 requests, 1 to 256 RCU if items have 143 bytes\n\
         at worst a page is unbounded: without a limit, a page contains up to 1 MB of each partition key\n\
         group 1: 2 lanes, up to 1 MB of each: the answer is certain up to the point that every lane has reached\n  \
         GSI1PK = \"COURIER#kim#0\" AND begins_with(GSI1SK, \"sent#\")\n  \
         GSI1PK = \"COURIER#kim#1\" AND begins_with(GSI1SK, \"sent#\")\n"
    );
}
