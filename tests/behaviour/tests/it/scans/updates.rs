//! Updates of each item of an entity.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Attributes, Entity, ErrorKind, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{
    Log, Note, Order, Platform, checked_orders, closed, filled, ids, inline, order, put_raw, requests, s, stored,
};

#[tokio::test]
async fn update_each_writes_the_item_and_its_index_keys() {
    let local = Local::start();
    let platform = filled(&local, 60).await;
    let update = |order: Order| order.id.is_multiple_of(2).then(|| Order { product: None, ..closed(order).unwrap() });
    let report = platform.update_each(update).segments(3).await.unwrap();
    assert_eq!((report.scanned, report.matched), (120, 60));
    assert_eq!((report.written, report.skipped, report.unchanged, report.failures), (30, 30, 0, 0));
    // 24 of 30 items leave the index.
    assert!(report.is_complete() && report.wcu == 54.0, "{report:?}");
    for found in checked_orders(&platform).await {
        let expected = match found.id % 2 {
            0 => Order { product: None, state: "closed".into(), ..order(found.id) },
            _ => order(found.id),
        };
        assert_eq!(found, expected);
    }
    let pumps = Order::by_product("pump").limit(1_000).send(&platform).await.unwrap().items;
    assert_eq!(ids(&pumps), (0..60).filter(|id| id % 2 == 1 && id % 5 != 0).collect::<Vec<_>>());
    assert_eq!(platform.scan::<Note>().count().await.unwrap().items, 30, "others' are left alone");
}

#[tokio::test]
async fn unchanged_item_costs_only_its_read() {
    let local = Local::start();
    let platform = filled(&local, 20).await;
    let report = platform.update_each(|order: Order| Some(order)).await.unwrap();
    assert_eq!((report.written, report.unchanged, report.wcu), (0, 20, 0.0));
    assert_eq!(requests(&local, "UpdateItem"), 0);
}

#[tokio::test]
async fn dry_run_reports_the_cost_of_the_run() {
    let local = Local::start();
    let platform = filled(&local, 40).await;
    let before = stored(&platform).await;
    let dry = platform.update_each(closed).dry_run().await.unwrap();
    assert_eq!((dry.written, requests(&local, "UpdateItem")), (40, 0));
    assert_eq!(stored(&platform).await, before);
    let report = platform.update_each(closed).await.unwrap();
    assert_eq!((report.written, report.wcu), (dry.written, dry.wcu));
}

#[tokio::test]
async fn changing_a_key_field_fails_the_item() {
    let local = Local::start();
    let platform = filled(&local, 10).await;
    let before = stored(&platform).await;
    let report = platform.update_each(|order: Order| Some(Order { id: order.id + 100, ..order })).await.unwrap();
    assert_eq!((report.written, report.failures, report.failed.len()), (0, 10, 10));
    for failed in &report.failed {
        assert_eq!(failed.error.kind(), ErrorKind::InvalidArgument);
        let words = failed.error.to_string();
        assert!(words.contains("update_each, `Order`") && words.contains("changes `id`"), "{words}");
        assert!(words.contains(&failed.key.sort.as_ref().unwrap().to_string()), "{words}");
    }
    assert_eq!(stored(&platform).await, before);
}

#[tokio::test]
async fn failed_items_are_listed_up_to_a_bound_and_all_counted() {
    let local = inline();
    let platform = filled(&local, 0).await;
    let orders: Vec<_> = (0..1_050).map(order).collect();
    assert!(platform.batch_put(&orders).await.unwrap().is_complete());
    let spoil = |order: Order| Some(Order { customer: String::new(), ..order });
    let error = platform.update_each(spoil).await.unwrap_err();
    assert!(error.to_string().contains("1001 items cannot be updated"), "{error}");
    let run = platform.update_each(spoil).max_failures(usize::MAX).write_units_per_second(1_000_000);
    let report = run.read_units_per_second(1_000_000).await.unwrap();
    assert_eq!((report.failures, report.failed.len(), report.is_complete()), (1_050, 1_000, false));
}

#[tokio::test]
async fn unstorable_value_fails_only_its_item() {
    let local = Local::start();
    let platform = filled(&local, 20).await;
    let update = |order: Order| match order.id {
        3 => Some(Order { product: Some(String::new()), ..order }),
        4 => Some(Order { state: "x".repeat(500_000), ..order }),
        _ => closed(order),
    };
    let report = platform.update_each(update).await.unwrap();
    assert_eq!((report.written, report.failures), (18, 2));
    let mut kinds: Vec<_> = report.failed.iter().map(|failed| failed.error.kind()).collect();
    kinds.sort_by_key(|kind| *kind as u8);
    assert_eq!(kinds, [ErrorKind::KeyValue, ErrorKind::KeyTooLong], "{:?}", report.failed);
    checked_orders(&platform).await;
}

#[tokio::test]
async fn items_keep_their_random_shards() {
    let local = Local::start();
    let platform = filled(&local, 40).await;
    let before = stored(&platform).await;
    let report = platform.update_each(|log: Log| Some(Log { level: "high".into(), ..log })).await.unwrap();
    assert_eq!((report.written, report.failures), (20, 0));
    let after = stored(&platform).await;
    let keys = |items: &[Item]| {
        let mut keys: Vec<_> = items.iter().map(|item| format!("{:?} {:?}", item["PK"], item["SK"])).collect();
        keys.sort_unstable();
        keys
    };
    assert_eq!(keys(&before), keys(&after));
    let range = super::design::at(0)..super::design::at(1_000_000);
    let high = Log::by_level("high").between(range.clone()).limit(100).send(&platform).await.unwrap().items;
    assert_eq!(high.len(), 20);
    assert!(Log::by_level("low").between(range).send(&platform).await.unwrap().items.is_empty());
}

/// An entity with a field that had another name earlier, and with attributes of other writers.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Renamed, constants("v" = "2"))]
#[pk(template = "CALL#<id>")]
#[sk(template = "CALL")]
#[gsi(index = "GSI1", query = by_agent, pk = "AGENT#<agent>", sk = "<id>")]
struct Call {
    id: String,
    #[serde(alias = "bot")]
    agent: String,
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u32>,
}

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Call, Kept)]
struct Renamed;

/// An entity with a field for other writers' attributes.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Renamed)]
#[pk(template = "KEPT#<id>")]
#[sk(template = "KEPT")]
struct Kept {
    id: String,
    #[serde(flatten)]
    others: Attributes,
}

async fn put<T: Table>(table: &Handle<T>, attributes: &[(&str, AttributeValue)]) {
    let item = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    table.client().put_item().table_name(table.table_name()).set_item(Some(item)).send().await.unwrap();
}

async fn get<T: Table>(table: &Handle<T>, pk: &str, sk: &str) -> Item {
    let request = table.client().get_item().table_name(table.table_name()).key("PK", s(pk)).key("SK", s(sk));
    request.send().await.unwrap().item.unwrap()
}

#[tokio::test]
async fn renamed_field_is_moved_and_unknown_attributes_are_kept() {
    let local = Local::start();
    let table = local.open::<Renamed>("renamed").await.unwrap();
    let theirs = AttributeValue::L(vec![s("kept"), AttributeValue::Null(true)]);
    put(
        &table,
        &[
            ("PK", s("CALL#1")),
            ("SK", s("CALL")),
            ("id", s("1")),
            ("bot", s("scout")),
            ("rating", AttributeValue::N("3".into())),
            ("theirs", theirs.clone()),
        ],
    )
    .await;
    let report = table.update_each(|call: Call| Some(Call { rating: None, ..call })).await.unwrap();
    assert_eq!((report.written, report.failures), (1, 0), "{report:?}");
    let item = get(&table, "CALL#1", "CALL").await;
    let expected = Call { id: "1".into(), agent: "scout".into(), note: None, rating: None };
    let mut whole = expected.to_item().unwrap();
    whole.insert("theirs".into(), theirs);
    assert_eq!(item, whole, "`bot` and `rating` are gone, the rest is derived");
    let found = Call::by_agent("scout").send(&table).await.unwrap().items;
    assert_eq!(found, [expected]);
    let again = table.update_each(|call: Call| Some(call)).await.unwrap();
    assert_eq!((again.written, again.unchanged), (0, 1));
}

#[tokio::test]
async fn flattened_unknown_attributes_can_be_changed() {
    let local = Local::start();
    let table = local.open::<Renamed>("renamed").await.unwrap();
    put(&table, &[("PK", s("KEPT#1")), ("SK", s("KEPT")), ("id", s("1")), ("a", s("1")), ("b", s("2"))]).await;
    let update = |kept: Kept| {
        let others = kept.others.iter().filter(|(name, _)| *name != "a");
        let others = others.map(|(name, value)| (name.to_owned(), value.clone())).collect();
        Some(Kept { others, ..kept.clone() })
    };
    let report = table.update_each(update).await.unwrap();
    assert_eq!((report.written, report.failures), (1, 0), "{report:?}");
    let item = get(&table, "KEPT#1", "KEPT").await;
    assert_eq!((item.get("a"), item.get("b")), (None, Some(&s("2"))));
}

#[tokio::test]
async fn item_with_very_many_attributes_keeps_them_all() {
    let local = Local::start();
    let platform: Handle<Platform> = filled(&local, 2).await;
    let mut item = order(1).to_item().unwrap();
    item.extend((0..400).map(|at| (format!("theirs{at}"), s("x"))));
    put_raw(&platform, item.clone()).await;
    let report = platform.update_each(closed).await.unwrap();
    // DynamoDB refuses a condition over 4 KB. An engine that accepts it has written the item.
    assert_eq!(report.written + report.failures, 2, "{report:?}");
    let unknown = stored(&platform).await.into_iter().find(|item| item.contains_key("theirs7")).unwrap();
    assert!(unknown.len() == item.len() && (0..400).all(|at| unknown.contains_key(&format!("theirs{at}"))));
}
