//! Other writers during a backfill.

use std::{future::IntoFuture as _, time::Duration};

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{ORDERS, Order, Platform, at, found, in_order, order, requests, s, text, written_earlier};

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Returns the orders in the order of a scan.
async fn orders(platform: &Handle<Platform>) -> Vec<Item> {
    let mut items = in_order(platform).await;
    items.retain(|item| text(item, "SK").starts_with("ORDER#"));
    items
}

async fn update<T: Table>(table: &Handle<T>, item: &Item, expression: &str, value: &str) {
    let request = table.client().update_item().table_name(table.table_name());
    let request = request.key("PK", item["PK"].clone()).key("SK", item["SK"].clone());
    let request = request.update_expression(expression).expression_attribute_values(":v", s(value));
    request.send().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn concurrently_changed_items_are_reread_and_not_overwritten() {
    let (local, platform) = written_earlier().await;
    let all = orders(&platform).await;
    // These are read with the first page in the first second, and written 10 seconds later.
    let (changed, deleted, noted) = (&all[40..50], &all[50..53], &all[53..60]);
    let writer = async {
        tokio::time::sleep(seconds(3)).await;
        for item in changed {
            update(&platform, item, "SET product = :v", "valve").await;
        }
        for item in deleted {
            let delete = platform.client().delete_item().table_name("platform");
            delete.key("PK", item["PK"].clone()).key("SK", item["SK"].clone()).send().await.unwrap();
        }
        for item in noted {
            update(&platform, item, "SET theirs = :v", "kept").await;
        }
    };
    let (report, ()) = tokio::join!(platform.backfill::<Order>().write_units_per_second(10), writer);
    let report = report.unwrap();
    assert_eq!((report.changed_meanwhile, report.deleted_meanwhile), (10, 3));
    assert_eq!((report.matched, report.written, report.failed.len()), (300, 297, 0));
    assert_eq!(requests(&local, "GetItem"), 3, "a refusal says what is stored, unless nothing is");

    let valves = Order::by_product("valve").send(&platform).await.unwrap().items;
    let mut ids: Vec<u32> = valves.iter().map(|order| order.id).collect();
    let mut expected: Vec<u32> = changed.iter().map(|item| item["id"].as_n().unwrap().parse().unwrap()).collect();
    ids.sort_unstable();
    expected.sort_unstable();
    assert_eq!(ids, expected);
    let left = orders(&platform).await;
    assert_eq!(left.len(), 297, "what was deleted does not come back");
    assert_eq!(left.iter().filter(|item| item.contains_key("theirs")).count(), 7);
    for item in left {
        let whole = Order::from_item(item.clone()).unwrap().to_item().unwrap();
        assert!(whole.iter().all(|(name, value)| item.get(name) == Some(value)), "{item:?}");
    }
    assert!(!found(&platform).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn items_written_during_the_run_stay_unchanged() {
    let (_local, platform) = written_earlier().await;
    let all = orders(&platform).await;
    let writer = async {
        tokio::time::sleep(seconds(3)).await;
        for item in &all[40..50] {
            let order = Order { at: at(100_000), ..Order::from_item(item.clone()).unwrap() };
            platform.put(&order).await.unwrap();
        }
    };
    let (report, ()) = tokio::join!(platform.backfill::<Order>().write_units_per_second(10), writer);
    let report = report.unwrap();
    assert_eq!((report.changed_meanwhile, report.written, report.unchanged), (10, 290, 10));
    let later = Order::by_month().between(at(100_000)..at(100_001));
    assert_eq!(later.count(&platform).await.unwrap().items, 10);
}

/// Two concurrent runs, and a current program that writes all the time.
#[tokio::test(start_paused = true)]
async fn concurrent_runs_and_writers_end_with_the_current_schema() {
    let (_local, platform) = written_earlier().await;
    let writer = async {
        for step in 0..150 {
            tokio::time::sleep(Duration::from_millis(150)).await;
            let id = step * 7 % ORDERS;
            let order = Order { product: Some(format!("valve{step}")), at: at(id + 1_000), ..order(id) };
            platform.put(&order).await.unwrap();
        }
    };
    let run = || platform.backfill::<Order>().segments(2).write_units_per_second(30).into_future();
    let (one, two, ()) = tokio::join!(run(), run(), writer);
    for report in [one.unwrap(), two.unwrap()] {
        assert_eq!(report.matched, report.written + report.unchanged);
        assert!(report.changed_meanwhile > 0 && report.written > 0, "{report:?}");
    }
    for item in orders(&platform).await {
        assert_eq!(Order::from_item(item.clone()).unwrap().to_item().unwrap(), item);
    }
    let valves = orders(&platform).await.iter().filter(|item| item.get("GSI1PK").is_some_and(is_valve)).count();
    assert_eq!(valves, 150, "each order that was put is found by what was put last");
}

fn is_valve(key: &AttributeValue) -> bool {
    key.as_s().is_ok_and(|key| key.starts_with("PRODUCT#valve"))
}

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Call)]
struct Renamed;

/// A call whose field had another name earlier.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Renamed)]
#[pk(template = "CALL#<id>")]
#[sk(template = "CALL")]
#[gsi(index = "GSI1", query = by_agent, pk = "AGENT#<agent>", sk = "<id>")]
struct Call {
    id: String,
    #[serde(alias = "bot")]
    agent: String,
}

#[tokio::test(start_paused = true)]
async fn conflicts_are_detected_on_renamed_fields() {
    let local = Local::builder().answer_inline().start();
    let table = local.open::<Renamed>("renamed").await.unwrap();
    let item = |id: usize| -> Item {
        let attributes = [("PK", format!("CALL#{id}")), ("SK", "CALL".into()), ("id", id.to_string())];
        let item = attributes.into_iter().chain([("bot", "scout".into()), ("_et", "Call".into())]);
        item.map(|(name, value)| (name.to_owned(), s(value))).collect()
    };
    for id in 0..40 {
        table.client().put_item().table_name("renamed").set_item(Some(item(id))).send().await.unwrap();
    }
    let last = in_order(&table).await.pop().unwrap();
    let writer = async {
        tokio::time::sleep(seconds(1)).await;
        update(&table, &last, "SET bot = :v", "keeper").await;
    };
    let (report, ()) = tokio::join!(table.backfill::<Call>().write_units_per_second(10), writer);
    let report = report.unwrap();
    assert_eq!((report.written, report.changed_meanwhile), (40, 1));
    let kept = Call::by_agent("keeper").send(&table).await.unwrap().items;
    assert_eq!(kept.iter().map(|call| call.id.clone()).collect::<Vec<_>>(), [text(&last, "id")]);
    assert_eq!(Call::by_agent("scout").count(&table).await.unwrap().items, 39);
}
