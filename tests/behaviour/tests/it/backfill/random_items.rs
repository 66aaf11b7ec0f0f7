//! Whatever the derived attributes of an item were, a backfill sets them to those of the current schema.

use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Item, Table};
use keywright_local::Local;
use proptest::{collection::vec, prelude::*};
use serde::{Deserialize, Serialize};

use super::design::{in_order, s};

#[allow(clippy::duplicated_attributes, reason = "two indexes share an attribute")]
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI1SK", projection = "keys_only")]
#[gsi(name = "GSI3", pk = "product", sk = "GSI3SK")]
#[entities(Order)]
struct Platform;

/// An entity with optional fields in one index, hashed shards in another, and a field as the key of a third.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform, constants("form" = "2"))]
#[pk(template = "CUSTOMER#<customer>#<at:month>", legacy(template = "CUSTOMER#<customer>"))]
#[sk(template = "<id>")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>#<product>", sk = "<at>#<id>", shard(random = 3))]
#[gsi(index = "GSI2", query = by_customer, pk = "C#<customer>", sk = "<at>#<id>")]
#[gsi(index = "GSI3", query = by_product, pk = "<product>", sk = "<state>#<at>")]
struct Order {
    customer: String,
    id: u32,
    at: DateTime<Utc>,
    product: Option<String>,
    state: String,
}

const DERIVED: [&str; 6] = ["GSI1PK", "GSI1SK", "GSI2PK", "GSI3SK", "_et", "form"];

/// The state of a derived attribute before the backfill.
#[derive(Debug, Clone)]
enum Was {
    AsToday,
    Missing,
    Other(String),
}

fn was() -> impl Strategy<Value = Was> {
    prop_oneof![Just(Was::AsToday), Just(Was::Missing), "[a-z#%]{1,8}".prop_map(Was::Other)]
}

fn orders() -> impl Strategy<Value = Vec<(Order, [Was; 6], bool)>> {
    let order = ("[a-c#%é]{1,3}", 0_i64..100_000_000, proptest::option::of("[a-c#]{1,2}"), "[xy#]{1,2}");
    let one = (order, [was(), was(), was(), was(), was(), was()], any::<bool>());
    vec(one, 1..12).prop_map(|all| {
        let order = |(id, ((customer, at, product, state), was, is_older))| {
            let at = DateTime::from_timestamp(1_750_000_000 + at, 0).unwrap();
            (Order { customer, id, at, product, state }, was, is_older)
        };
        (0..).zip(all).map(order).collect()
    })
}

/// Returns an item of the current schema with damaged attributes, under its older key if it is older.
fn damaged((order, was, is_older): &(Order, [Was; 6], bool)) -> Item {
    let mut item = order.to_item().unwrap();
    for (name, was) in DERIVED.iter().zip(was) {
        match was {
            Was::AsToday => {}
            Was::Missing => drop(item.remove(*name)),
            // An item with another discriminator would belong to another entity.
            Was::Other(_) if *name == "_et" => drop(item.remove(*name)),
            Was::Other(text) => drop(item.insert((*name).to_owned(), s(text))),
        }
    }
    if *is_older {
        let key = item["PK"].as_s().unwrap().rsplit_once('#').unwrap().0.to_owned();
        item.insert("PK".to_owned(), s(key));
    }
    item.insert("theirs".to_owned(), s("kept"));
    item
}

/// Returns the item by the current schema, under the key where it is stored. Under an older key, any shard of the index
/// is right, because reads visit all shards. The item has no attributes of indexes that it is not in.
fn as_current_schema(stored: &Item) -> Item {
    let mut item = Order::from_item(stored.clone()).unwrap().to_item().unwrap();
    if let (Some(today), Some(key), true) = (item.get("GSI1PK"), stored.get("GSI1PK"), item["PK"] != stored["PK"]) {
        let beginning = |key: &str| key.rsplit_once('#').unwrap().0.to_owned();
        assert_eq!(beginning(today.as_s().unwrap()), beginning(key.as_s().unwrap()));
        assert!((0..3).any(|shard| key.as_s().unwrap().ends_with(&format!("#{shard}"))), "{key:?}");
        item.insert("GSI1PK".to_owned(), key.clone());
    }
    item.extend(["PK", "SK", "theirs"].map(|name| (name.to_owned(), stored[name].clone())));
    item
}

async fn put_raw(platform: &Handle<Platform>, item: Item) {
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_item_ends_with_the_current_schema(
        orders in orders(),
        changed in vec((any::<proptest::sample::Index>(), "[x-z]{1,2}"), 0..8),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let local = Local::builder().answer_inline().start();
            let platform = local.open::<Platform>("platform").await.unwrap();
            for order in &orders {
                put_raw(&platform, damaged(order)).await;
            }
            // An older program overwrites items without the current derived attributes. The run corrects only items
            // that are overwritten before it writes them; the others are left to the next run.
            let writer = async {
                for (which, state) in &changed {
                    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
                    let (order, was, is_older) = which.get(&orders);
                    let order = Order { state: state.clone(), ..order.clone() };
                    put_raw(&platform, damaged(&(order, was.clone(), *is_older))).await;
                }
            };
            let (first, ()) = tokio::join!(platform.backfill::<Order>().write_units_per_second(3), writer);
            let first = first.unwrap();
            assert_eq!(first.matched, orders.len() as u64);
            assert!(first.failed.is_empty(), "{first:?}");
            let second = platform.backfill::<Order>().await.unwrap();
            for item in in_order(&platform).await {
                assert_eq!(as_current_schema(&item), item);
            }
            if changed.is_empty() {
                assert_eq!((second.written, second.unchanged), (0, orders.len() as u64));
            }
            let third = platform.backfill::<Order>().await.unwrap();
            assert_eq!((third.written, third.unchanged), (0, orders.len() as u64), "repeating it is harmless");
        });
    }
}
