//! Random shards, in every spelling that existing tables use.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::platform::noon;
use crate::support::stored;

#[allow(deprecated, reason = "heavy keys in one table need more warm throughput than the quota")]
#[derive(Table)]
#[entities(Plain, Underscore, Word, Dotted, Padded, Leading, Named)]
struct Catalog;

/// `PRODUCT_INDEX#7`
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Catalog)]
#[pk(template = "PRODUCT_INDEX")]
#[shard(random = 10)]
#[sk(template = "<sku>")]
struct Plain {
    sku: u32,
}

/// `PRODUCT_INDEX#_7`
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Catalog)]
#[pk(template = "PRODUCT_INDEX#_<shard>")]
#[shard(random = 10)]
#[sk(template = "<sku>")]
struct Underscore {
    sku: u32,
}

/// `PRODUCT_INDEX#SHARD#7`
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Catalog)]
#[pk(template = "PRODUCT_INDEX#SHARD")]
#[shard(random = 10)]
#[sk(template = "<sku>")]
struct Word {
    sku: u32,
}

/// `2014-07-09.7`, from 1 to 200
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Catalog)]
#[pk(template = "<at:day>.<shard>")]
#[shard(random = 200, first = 1)]
#[sk(template = "<at>#<order>")]
#[peak(writes_per_second = 10_000, item_bytes = 500)]
struct Dotted {
    at: DateTime<Utc>,
    order: u32,
}

/// `PRODUCT_INDEX#SHARD_07`, from 1 to 12
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Catalog)]
#[pk(template = "PRODUCT_INDEX#SHARD_<shard:02>")]
#[shard(random = 12, first = 1)]
#[sk(template = "<sku>")]
struct Padded {
    sku: u32,
}

/// `7#PRODUCT_INDEX`
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Catalog)]
#[pk(template = "<shard>#PRODUCT_INDEX")]
#[shard(random = 10)]
#[sk(template = "<sku>")]
struct Leading {
    sku: u32,
}

/// An entity for tests that name shards. Their puts take turns too, which would affect the tests of other entities.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Catalog)]
#[pk(template = "ORDER#<at:day>.<shard>")]
#[shard(random = 200, first = 1)]
#[sk(template = "<at>#<order>")]
#[peak(writes_per_second = 10_000, item_bytes = 500)]
struct Named {
    at: DateTime<Utc>,
    order: u32,
}

async fn catalog() -> (Local, Handle<Catalog>) {
    let local = Local::start();
    let catalog = local.open::<Catalog>("catalog").await.unwrap();
    local.clear_operations();
    (local, catalog)
}

/// Puts one item per shard without naming shards, then reads all shards in order. Checks that exactly these partition
/// keys are written, and that the read queries each of them once.
macro_rules! assert_shards {
    ($entity:ident, $count:literal, $keys:expr) => {
        let (local, catalog) = catalog().await;
        let products: Vec<_> = (0..$count).map(|sku| $entity { sku }).collect();
        for product in products.iter().rev() {
            catalog.put(product).await.unwrap();
        }
        let keys: BTreeSet<String> = $keys.collect();
        assert_eq!(stored::partition_keys(&catalog).await, keys);
        local.clear_operations();
        let page = $entity::query().send(&catalog).await.unwrap();
        assert_eq!(page.items, products);
        assert_eq!((page.stats.lanes, local.requests()), ($count as usize, $count as u64));
    };
}

#[tokio::test]
async fn shard_suffix_is_written_and_read() {
    assert_shards!(Plain, 10, (0..10).map(|shard| format!("PRODUCT_INDEX#{shard}")));
}

#[tokio::test]
async fn shard_with_underscore_is_written_and_read() {
    assert_shards!(Underscore, 10, (0..10).map(|shard| format!("PRODUCT_INDEX#_{shard}")));
}

#[tokio::test]
async fn shard_after_a_word_is_written_and_read() {
    assert_shards!(Word, 10, (0..10).map(|shard| format!("PRODUCT_INDEX#SHARD#{shard}")));
}

#[tokio::test]
async fn zero_padded_shard_from_1_is_written_and_read() {
    assert_shards!(Padded, 12, (1..=12).map(|shard| format!("PRODUCT_INDEX#SHARD_{shard:02}")));
}

#[tokio::test]
async fn leading_shard_is_written_and_read() {
    assert_shards!(Leading, 10, (0..10).map(|shard| format!("{shard}#PRODUCT_INDEX")));
}

#[tokio::test]
async fn shard_after_date_and_dot_is_written_and_read() {
    let (local, catalog) = catalog().await;
    let at = "2014-07-09T10:00:00Z".parse().unwrap();
    let orders: Vec<_> = (0..200).map(|order| Dotted { at, order }).collect();
    for order in &orders {
        catalog.put(order).await.unwrap();
    }
    let keys: BTreeSet<_> = (1..=200).map(|shard| format!("2014-07-09.{shard}")).collect();
    assert_eq!(stored::partition_keys(&catalog).await, keys);
    local.clear_operations();
    let day: DateTime<Utc> = "2014-07-09T00:00:00Z".parse().unwrap();
    let page = Dotted::query().between(day..day + chrono::TimeDelta::days(1)).send(&catalog).await.unwrap();
    assert_eq!(page.items, orders);
    assert_eq!((page.stats.lanes, local.requests()), (200, 200));
}

#[tokio::test]
async fn in_shard_writes_to_the_named_shard() {
    let (_local, catalog) = catalog().await;
    catalog.put(&Named { at: noon(), order: 1 }).in_shard(7).await.unwrap();
    assert_eq!(stored::partition_keys(&catalog).await, ["ORDER#2026-06-22.7".to_owned()].into());
    for shard in [0, 201] {
        let error = catalog.put(&Named { at: noon(), order: 1 }).in_shard(shard).await.unwrap_err();
        assert!(error.to_string().contains("1 to 200"), "{error}");
    }
    assert_eq!(stored::items(&catalog).await.len(), 1);
}

#[tokio::test]
async fn find_locates_items_without_their_shard() {
    let (local, catalog) = catalog().await;
    let order = Named { at: noon(), order: 1 };
    catalog.put(&order).in_shard(200).await.unwrap();
    local.clear_operations();
    let found = Named::find(noon(), 1).send(&catalog).await.unwrap();
    assert_eq!(found.iter().map(|found| &found.item).collect::<Vec<_>>(), [&order]);
    let operations = local.operations();
    assert_eq!(operations.iter().map(|operation| operation.name.as_str()).collect::<Vec<_>>(), ["BatchGetItem"; 2]);
}
