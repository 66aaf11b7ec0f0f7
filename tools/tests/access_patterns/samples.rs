//! Tests that sample items have the keys that the library would write.

use keywright::Entity;
use keywright_tools::access_patterns::{Sampled, access_patterns};

use crate::shop::{Log, Order, Shop};

fn place(index: Option<&str>) -> Sampled {
    let samples = access_patterns::<Shop>("shop").samples;
    samples.into_iter().find(|place| place.index == index).unwrap()
}

/// Returns the partition key, the entity and the sort key of each sample item.
fn rows(index: Option<&str>) -> Vec<(String, &'static str, Option<String>)> {
    let collections = place(index).collections.into_iter();
    let row =
        |partition: String, item: keywright_tools::access_patterns::Sample| (partition, item.entity, item.sort_key);
    collections.flat_map(|of| of.items.into_iter().map(move |item| row(of.partition_key.clone(), item))).collect()
}

#[test]
fn related_sample_items_share_a_partition_key() {
    let of_customer: Vec<_> =
        rows(None).into_iter().filter(|(partition, ..)| partition == "CUSTOMER#customer-1").collect();
    let expected = [("Customer", "CUSTOMER"), ("Order", "ORDER#order-1"), ("Order", "ORDER#order-2")];
    let found: Vec<_> = of_customer.iter().map(|(_, entity, sort)| (*entity, sort.as_deref().unwrap())).collect();
    assert_eq!(found, expected);
}

#[test]
fn sample_index_entries_have_index_keys() {
    let couriers = rows(Some("GSI1"));
    assert!(couriers.contains(&("COURIER#courier-1".to_owned(), "Order", Some("order-2".to_owned()))), "{couriers:?}");
    let by_state = rows(Some("ByState"));
    assert_eq!(by_state[0], ("Open, region-1".to_owned(), "Order", Some("1, order-1".to_owned())));
    let local = rows(Some("ByPlaced"));
    assert_eq!(local[0], ("CUSTOMER#customer-1".to_owned(), "Order", Some("placed-1".to_owned())));
}

/// The typed functions write the sample keys.
#[test]
fn sample_keys_match_the_typed_functions() {
    let key = Order::key("customer-1", "order-2").to_item_key().unwrap();
    assert_eq!(key.partition.to_string(), "CUSTOMER#customer-1");
    assert_eq!(key.sort.unwrap().to_string(), "ORDER#order-2");
    let logs: Vec<_> = rows(None).into_iter().filter(|(_, entity, _)| *entity == "Log").collect();
    let partitions: Vec<_> = logs.iter().map(|(partition, ..)| partition.as_str()).collect();
    assert_eq!(partitions, ["LOG#2026-06-22#0", "LOG#2026-06-22#1"], "each in a shard of its own");
    assert_eq!(logs[0].2.as_deref(), Some("2026-06-22T14:05:06.000000000Z#log-1"));
    assert_eq!(Log::SCHEMA.keys[0].lanes_per_bucket(), 10);
}
