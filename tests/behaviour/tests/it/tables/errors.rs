//! Tables that do not exist or do not match.

use keywright::{Entity, ErrorKind, Outcome, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::shop::*;

#[derive(Table)]
#[table(pk = "device", sk(name = "ts", type = "N"))]
#[entities(Sample)]
struct Samples;

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Samples)]
#[pk(template = "<device>")]
#[sk(template = "<ts>")]
struct Sample {
    device: String,
    ts: i64,
}

#[tokio::test]
async fn table_with_another_key_is_reported() {
    let local = Local::start();
    let samples = local.open::<Samples>("samples").await.unwrap();
    let shop = Shop::open(local.client(), "samples");
    let orders = [order("o")];
    let report = shop.batch_put(&orders).await.unwrap();
    assert_eq!(report.written, 0);
    assert_message_contains(&report.leftovers[0].reason, &["batch_put", "`Order`", "table samples", "open_verified()"]);
    for error in [
        shop.put(&order("o")).await.unwrap_err(),
        shop.get(Order::key("s", noon(), "o")).await.unwrap_err(),
        shop.delete(Order::key("s", noon(), "o")).await.unwrap_err(),
        Order::query("s").send(&shop).await.unwrap_err(),
        Order::by_clerk("ann").send(&shop).await.unwrap_err(),
    ] {
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::TableMismatch, Outcome::NotApplied), "{error}");
        assert_message_contains(&error, &["`Order`", "table samples", "open_verified()"]);
    }
    let error = Shop::open(local.client(), "samples").ensure_table().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableMismatch);
    assert!(Sample::query("d").send(&samples).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn batch_into_a_missing_table_leaves_every_item_unwritten() {
    let local = Local::start();
    let nowhere = Shop::open(local.client(), "nowhere");
    let orders: Vec<_> = (0..260).map(|at| order(&at.to_string())).collect();
    let report = nowhere.batch_put(&orders).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (0, 260));
    for (leftover, order) in report.leftovers.iter().zip(&orders) {
        assert!(std::ptr::eq(leftover.entity, order));
        assert_eq!(leftover.reason.kind(), ErrorKind::TableNotFound);
        assert_message_contains(&leftover.reason, &["batch_put", "`Order`", "table nowhere", "create_table()"]);
    }
    assert!(local.requests() <= 4, "the others would fail alike");
}

#[tokio::test]
async fn native_numbers_sort_and_page_both_ways() {
    let samples = Local::start().open::<Samples>("samples").await.unwrap();
    let values = [i64::MIN, -100, -20, -3, 0, 5, 10, 100, i64::MAX];
    for ts in values {
        samples.put(&Sample { device: "d#%".into(), ts }).await.unwrap();
    }
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let query = Sample::query("d#%").between(-100..10).newest_first().limit(2).cursor(cursor);
        let page = query.send(&samples).await.unwrap();
        found.extend(page.items.iter().map(|sample| sample.ts));
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, [5, 0, -3, -20, -100]);
    let all = Sample::query("d#%").send(&samples).await.unwrap().items;
    assert_eq!(all.iter().map(|sample| sample.ts).collect::<Vec<_>>(), values);
}
