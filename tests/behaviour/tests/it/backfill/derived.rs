//! Attributes that are derived, and attributes that are kept.

use keywright::{Entity, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{Order, Platform, in_order, order, requests, s, text, written_earlier};

async fn put_raw(platform: &Handle<Platform>, item: Item) {
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
}

/// Adds one item to the table, backfills, and reads the item back.
async fn backfilled(item: Item) -> (Item, keywright::client::BackfillReport) {
    let local = Local::builder().answer_inline().start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    put_raw(&platform, item).await;
    let report = platform.backfill::<Order>().await.unwrap();
    (in_order(&platform).await.remove(0), report)
}

#[tokio::test(start_paused = true)]
async fn attributes_of_inapplicable_indexes_are_removed() {
    let mut item = Order { product: None, ..order(1) }.to_item().unwrap();
    item.insert("GSI1PK".into(), s("PRODUCT#gone"));
    let (after, report) = backfilled(item).await;
    assert_eq!(report.written, 1);
    assert!(!after.contains_key("GSI1PK"));
    // The other index also uses this attribute, and the item is in that index.
    assert!(after.contains_key("GSI1SK") && after.contains_key("GSI2PK"));
    assert_eq!(after, Order { product: None, ..order(1) }.to_item().unwrap());
}

#[tokio::test(start_paused = true)]
async fn attributes_of_other_writers_are_kept() {
    let mut item = order(1).to_item().unwrap();
    item.retain(|name, _| !["GSI1PK", "GSI1SK", "GSI2PK", "form", "_et"].contains(&&**name));
    item.insert("theirs".into(), s("kept"));
    // Another text than serde's for an equal time.
    item.insert("at".into(), s("2026-06-01T02:01:00+02:00"));
    let (after, _) = backfilled(item).await;
    assert_eq!(text(&after, "theirs"), "kept");
    assert_eq!(text(&after, "at"), "2026-06-01T02:01:00+02:00");
    assert_eq!(text(&after, "_et"), "Order");
    assert_eq!(text(&after, "form"), "2");
    let whole = order(1).to_item().unwrap();
    for name in ["GSI1PK", "GSI1SK", "GSI2PK"] {
        assert_eq!(after[name], whole[name], "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn items_without_discriminator_are_recognized_by_key() {
    let (local, platform) = written_earlier().await;
    let keys: Vec<_> = in_order(&platform).await.iter().map(|item| (item["PK"].clone(), item["SK"].clone())).collect();
    for (partition, sort) in keys {
        let update = platform.client().update_item().table_name("platform").key("PK", partition).key("SK", sort);
        update.update_expression("REMOVE #d").expression_attribute_names("#d", "_et").send().await.unwrap();
    }
    let stranger = [("PK", "CUSTOMER#c1"), ("SK", "ORDER#seven"), ("product", "pump")];
    put_raw(&platform, stranger.map(|(name, value)| (name.to_owned(), s(value))).into()).await;
    let report = platform.backfill::<Order>().await.unwrap();
    assert_eq!((report.scanned, report.matched, report.written), (331, 300, 300));
    let marked = in_order(&platform).await.iter().filter(|item| item.contains_key("_et")).count();
    assert_eq!(marked, 300);
    assert_eq!(requests(&local, "UpdateItem"), 330 + 300);
}

#[derive(Table)]
#[table(sk = none)]
#[gsi(name = "by-status", pk = "status", sk = "due")]
#[gsi(name = "by-kind", pk = "kindPK", sk = "PK")]
#[entities(Task)]
struct Tasks;

/// An entity with fields as the keys of one index, and the table's key as the sort key of another.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Tasks)]
#[pk(template = "TASK#<id>")]
#[gsi(index = "by-status", query = by_status, pk = "<status>", sk = "<due>", allow_hot = "a test")]
#[gsi(index = "by-kind", query = by_kind, pk = "KIND#<kind>", sk = "TASK#<id>")]
struct Task {
    id: String,
    status: Option<String>,
    due: String,
    kind: String,
}

#[tokio::test(start_paused = true)]
async fn fields_that_are_index_keys_are_not_removed() {
    let local = Local::builder().answer_inline().start();
    let tasks = local.open::<Tasks>("tasks").await.unwrap();
    let task = |id: &str, status: Option<&str>| {
        let mut item: Item = [("PK", &*format!("TASK#{id}")), ("id", id), ("due", "monday"), ("kind", "call")]
            .map(|(name, value)| (name.to_owned(), s(value)))
            .into();
        item.extend(status.map(|status| ("status".to_owned(), s(status))));
        item
    };
    for item in [task("1", Some("open")), task("2", None)] {
        tasks.client().put_item().table_name("tasks").set_item(Some(item)).send().await.unwrap();
    }
    let report = tasks.backfill::<Task>().await.unwrap();
    assert_eq!((report.matched, report.written), (2, 2));
    let (mut one, mut two) = (task("1", Some("open")), task("2", None));
    for item in [&mut one, &mut two] {
        item.insert("_et".into(), s("Task"));
        item.insert("kindPK".into(), s("KIND#call"));
    }
    let mut after = in_order(&tasks).await;
    after.sort_by_key(|item| text(item, "PK"));
    assert_eq!(after, [one, two]);
    let found = Task::by_status("open").send(&tasks).await.unwrap().items;
    assert_eq!(found.iter().map(|task| &*task.id).collect::<Vec<_>>(), ["1"]);
    let found = Task::by_kind("call").send(&tasks).await.unwrap().items;
    assert_eq!(found.iter().map(|task| &*task.id).collect::<Vec<_>>(), ["1", "2"]);
}
