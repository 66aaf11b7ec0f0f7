//! The documented costs of writes match the engine's counts.

use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity::Indexes};
use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use keywright_tools::access_patterns::{Call, access_patterns};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "keys_only")]
#[lsi(name = "ByPlaced", sk = "placed")]
#[entities(Order, Invoice, Visit)]
struct Shop;

/// An item of less than 2 KB. Without a courier, it is not in GSI2.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "<id>")]
#[gsi(index = "GSI2", query = of_courier, pk = "COURIER#<courier>", sk = "<id>")]
#[lsi(index = "ByPlaced", query = by_placed, sk = "<placed>")]
#[peak(writes_per_second = 10, item_bytes = 1_500)]
struct Order {
    customer: String,
    id: u32,
    state: String,
    placed: String,
    courier: Option<String>,
    note: String,
}

/// An entity with four older keys.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "INVOICE#<id>", legacy(template = "I#<id>", shards = 3), legacy(template = "INV#<id>"))]
#[sk(template = "INVOICE#<number>")]
struct Invoice {
    id: String,
    number: u32,
}

/// An entity with a key that has only the day, which does not identify a visit.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "VISIT#<user>")]
#[sk(template = "<at:day>")]
struct Visit {
    user: String,
    at: DateTime<Utc>,
}

fn order() -> Order {
    let (customer, state, placed) = ("ann".into(), "open".into(), "2026-06-22".into());
    Order { customer, id: 7, state, placed, courier: None, note: "x".repeat(1_400) }
}

fn documented(entity: &str, method: &str) -> Call {
    let entities = access_patterns::<Shop>("shop").entities;
    let entity = entities.into_iter().find(|patterns| patterns.entity == entity).unwrap();
    entity.calls.into_iter().find(|call| call.method == method).unwrap()
}

async fn shop() -> (Local, Handle<Shop>) {
    let local = Local::start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    local.clear_operations();
    (local, shop)
}

/// Returns the units of the table and of its indexes.
fn units(consumed: Option<ConsumedCapacity>) -> (f64, f64) {
    let consumed = consumed.unwrap();
    let indexes = [consumed.global_secondary_indexes(), consumed.local_secondary_indexes()];
    let of_indexes = indexes.into_iter().flatten().flat_map(|indexes| indexes.values());
    (consumed.table().unwrap().capacity_units().unwrap(), of_indexes.map(|of| of.capacity_units().unwrap()).sum())
}

#[track_caller]
fn assert_costs(method: &str, consumed: Option<ConsumedCapacity>, indexes: f64) {
    let call = documented("Order", method);
    assert_eq!(units(consumed), (call.table_wcu as f64, indexes), "{method}");
    let range = call.least_index_wcu as f64..=call.most_index_wcu as f64;
    assert!(range.contains(&indexes), "{method}: {indexes} is not in {range:?}");
}

#[tokio::test]
async fn documented_write_costs_include_index_entries() {
    let (_local, shop) = shop().await;
    let carried = || Order { courier: Some("bob".into()), ..order() };
    let key = || Order::key("ann", 7_u32);

    // The fewest units without a courier, the most with one.
    let put = shop.create(&order()).into_sdk().unwrap().return_consumed_capacity(Indexes).send().await.unwrap();
    let fewest = documented("Order", "create").least_index_wcu as f64;
    assert_costs("create", put.consumed_capacity, fewest);
    let deleted = shop.delete(key()).into_sdk().unwrap().return_consumed_capacity(Indexes).send().await.unwrap();
    assert_costs("delete", deleted.consumed_capacity, fewest);
    let put = shop.put(&carried()).into_sdk().unwrap().return_consumed_capacity(Indexes).send().await.unwrap();
    let most = documented("Order", "put").most_index_wcu as f64;
    assert_costs("put", put.consumed_capacity, most);
    assert_eq!((fewest, most), (4.0, 5.0));

    // A note is in the two indexes that project whole items.
    let noted = shop.update(key()).set(Order::NOTE, "y".repeat(1_400));
    let updated = noted.into_sdk().unwrap().return_consumed_capacity(Indexes).send().await.unwrap();
    assert_costs("update", updated.consumed_capacity, documented("Order", "update").least_index_wcu as f64);

    // All keys of the indexes change.
    let moved = Order { state: "paid".into(), placed: "2026-06-23".into(), courier: Some("eve".into()), ..order() };
    let replaced = shop.replace(&moved).into_sdk().unwrap().return_consumed_capacity(Indexes).send().await.unwrap();
    assert_costs("replace", replaced.consumed_capacity, documented("Order", "replace").most_index_wcu as f64);
}

#[tokio::test]
async fn documented_requests_include_older_keys() {
    let (local, shop) = shop().await;
    let invoice = Invoice { id: "a".into(), number: 1 };
    shop.create(&invoice).await.unwrap();
    assert_eq!(local.requests(), documented("Invoice", "create").requests, "{:?}", local.operations());
    local.clear_operations();
    shop.replace(&invoice).await.unwrap();
    assert_eq!(local.requests(), documented("Invoice", "replace").requests, "{:?}", local.operations());
    local.clear_operations();
    shop.delete(Invoice::key("a", 1_u32)).await.unwrap();
    assert_eq!(local.requests(), documented("Invoice", "delete").requests, "{:?}", local.operations());
}

#[tokio::test]
async fn documented_delete_by_lossy_key_includes_a_read() {
    let (local, shop) = shop().await;
    let visit = Visit { user: "ann".into(), at: "2026-06-22T12:00:00Z".parse().unwrap() };
    shop.put(&visit).await.unwrap();
    local.clear_operations();
    shop.delete(Visit::key("ann", visit.at)).await.unwrap();
    let call = documented("Visit", "delete");
    assert_eq!((local.requests(), call.requests, call.rcu), (2, 2, 1.0), "{:?}", local.operations());
}
