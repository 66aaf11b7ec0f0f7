//! A new index, before and after a backfill.

use keywright::Entity;

use super::design::*;

#[tokio::test(start_paused = true)]
async fn new_index_returns_older_items_only_after_a_backfill() {
    let (local, platform) = written_earlier().await;
    assert_eq!(found(&platform).await, []);
    local.clear_operations();

    let report = platform.backfill::<Order>().segments(4).await.unwrap();
    assert_eq!((report.scanned, report.matched, report.written, report.unchanged), (330, 300, 300, 0));
    assert_eq!((report.changed_meanwhile, report.deleted_meanwhile, report.throttles), (0, 0, 0));
    assert!(report.is_complete());
    assert_eq!(requests(&local, "UpdateItem"), 300);

    assert_eq!(found(&platform).await, with_product());
    let keys = Order::by_month().between(at(0)..at(ORDERS)).count(&platform).await.unwrap();
    assert_eq!(keys.items, u64::from(ORDERS));
}

#[tokio::test(start_paused = true)]
async fn a_backfilled_item_is_what_a_put_writes() {
    let (_local, platform) = written_earlier().await;
    let _ = platform.backfill::<Order>().await.unwrap();
    for item in in_order(&platform).await.iter().filter(|item| text(item, "SK").starts_with("ORDER#")) {
        let order = Order::from_item(item.clone()).unwrap();
        assert_eq!(order.to_item().unwrap(), *item);
    }
}

#[tokio::test(start_paused = true)]
async fn repeated_backfill_reads_but_writes_nothing() {
    let (local, platform) = written_earlier().await;
    let _ = platform.backfill::<Order>().await.unwrap();
    let before = stored(&platform).await;
    local.clear_operations();
    let again = platform.backfill::<Order>().segments(3).consistent().await.unwrap();
    assert_eq!((again.matched, again.written, again.unchanged, again.wcu), (300, 0, 300, 0.0));
    assert_eq!(requests(&local, "UpdateItem"), 0);
    assert_eq!(stored(&platform).await, before);
}

#[tokio::test(start_paused = true)]
async fn items_of_other_entities_are_unchanged() {
    let (_local, platform) = written_earlier().await;
    let notes = |items: std::collections::BTreeMap<(String, String), keywright::Item>| {
        items.into_iter().filter(|((_, sort), _)| sort.starts_with("NOTE#")).collect::<Vec<_>>()
    };
    let before = notes(stored(&platform).await);
    let _ = platform.backfill::<Order>().await.unwrap();
    assert_eq!(notes(stored(&platform).await), before);
    assert_eq!(before.len(), 30);
}

#[tokio::test(start_paused = true)]
async fn dry_run_reports_the_writes_and_costs_of_a_run() {
    let (local, platform) = written_earlier().await;
    let before = stored(&platform).await;
    local.clear_operations();
    let would = platform.backfill::<Order>().dry_run().await.unwrap();
    assert_eq!(requests(&local, "UpdateItem"), 0);
    assert_eq!((would.matched, would.written), (300, 300));
    assert_eq!(stored(&platform).await, before);

    let did = platform.backfill::<Order>().await.unwrap();
    assert_eq!((would.matched, would.written, would.wcu), (did.matched, did.written, did.wcu));
    // Each order costs a unit of the table and of GSI2, and those with a product one of GSI1.
    assert_eq!(did.wcu, f64::from(300 * 2 + 270));
    assert_eq!(would.rcu, did.rcu);
    assert!(did.rcu >= 5.0, "{}", did.rcu);
}

#[tokio::test(start_paused = true)]
async fn stale_index_key_is_replaced_at_twice_the_index_cost() {
    let (_local, platform) = written_earlier().await;
    let _ = platform.backfill::<Order>().await.unwrap();
    for id in 1..6 {
        let item = order(id).to_item().unwrap();
        let update = platform.client().update_item().table_name("platform");
        let update = update.key("PK", item["PK"].clone()).key("SK", item["SK"].clone());
        let update = update.update_expression("SET GSI1PK = :v").expression_attribute_values(":v", s("PRODUCT#old"));
        update.send().await.unwrap();
    }
    assert_eq!(found(&platform).await.len(), 265);
    let would = platform.backfill::<Order>().dry_run().await.unwrap();
    let did = platform.backfill::<Order>().await.unwrap();
    assert_eq!((did.written, did.unchanged, did.wcu), (5, 295, 15.0));
    assert_eq!((would.written, would.wcu), (5, 15.0));
    assert_eq!(found(&platform).await, with_product());
}
