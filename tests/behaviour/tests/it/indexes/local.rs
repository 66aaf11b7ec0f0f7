//! Local indexes: another sort order under the table's partition keys, with consistent reads.

use std::ops::Range;

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{
    Entity as _, Handle, Key, Result, Table as _,
    key::KeyScalar,
    monitor::{Capacity, Monitor},
    read::Cursor,
};
use keywright_local::Local;

use super::local_design::*;

async fn with_orders() -> (Local, Handle<Shop>) {
    let (local, shop) = shop().await;
    for number in 0..12 {
        shop.put(&order(number)).await.unwrap();
        shop.put(&note(number)).await.unwrap();
    }
    (local, shop)
}

fn by_amount() -> Vec<Order> {
    let mut orders: Vec<_> = (0..12).map(order).collect();
    orders.sort_by_key(|order| order.amount);
    orders
}

#[tokio::test]
async fn items_are_in_the_index_sort_key_order() {
    let (_local, shop) = with_orders().await;
    let page = Order::by_amount("acme").send(&shop).await.unwrap();
    assert_eq!(page.items, by_amount());
    assert_eq!((page.stats.lanes, page.cursor), (1, None::<Cursor>));
    let few = Order::by_amount("acme").between(-5..12).newest_first().limit(3).send(&shop).await.unwrap();
    let mut expected: Vec<_> = by_amount().into_iter().filter(|order| (-5..12).contains(&order.amount)).collect();
    expected.reverse();
    assert!(expected.len() > 3);
    assert_eq!(few.items, expected[..3]);
    assert!(Order::by_amount("acm").send(&shop).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn consistent_index_read_sees_the_last_write() {
    let (local, shop) = shop().await;
    for number in 0..5 {
        shop.put(&order(number)).await.unwrap();
        let page = Order::by_amount("acme").consistent().send(&shop).await.unwrap();
        assert_eq!(page.items.len() as i64, number + 1);
    }
    let request = &Order::by_amount("acme").consistent().send(&shop).params().unwrap()[0];
    assert_eq!((request.consistent_read, request.index_name.as_deref()), (Some(true), Some("by_amount")));
    assert!(!local.operations().is_empty());
}

#[tokio::test]
async fn field_that_is_the_key_is_stored_once_with_its_type() {
    let (_local, shop) = shop().await;
    let item = order(1).to_item().unwrap();
    assert_eq!(item["amount"], AttributeValue::N("-3".into()));
    let mut names: Vec<_> = item.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["PK", "SK", "_et", "amount", "id", "tenant"], "without a coupon it is in one of the two");
    assert_eq!(order(3).to_item().unwrap()["LSI2SK"], AttributeValue::S("COUPON#c-1#o-03".into()));
    let keys = order(3).keys().unwrap();
    let shown: Vec<_> = keys.iter().map(|key| (key.index, key.partition.as_str(), key.sort.as_deref())).collect();
    let sort = Some("COUPON#c-1#o-03");
    let expected = [
        (None, "TENANT#acme", Some("ORDER#o-03")),
        (Some("by_amount"), "TENANT#acme", Some("11")),
        (Some("LSI2"), "TENANT#acme", sort),
    ];
    assert_eq!(shown, expected);
    assert_eq!(shop.get(Order::key("acme", "o-03")).await.unwrap(), None);
}

#[tokio::test]
async fn index_is_sparse_and_separates_entities() {
    let (_local, shop) = with_orders().await;
    let of = |coupon: &'static str| Order::by_coupon("acme").then(coupon);
    let ids = |keys: Vec<Key<Order>>| {
        let mut ids = Vec::new();
        for key in keys {
            let Some(KeyScalar::S(sort)) = key.to_item_key().unwrap().sort else { panic!("a sort key") };
            ids.push(sort);
        }
        ids
    };
    let even = of("c-0").keys().send(&shop).await.unwrap();
    assert_eq!(ids(even.items), ["ORDER#o-00", "ORDER#o-06"]);
    assert_eq!(of("c-1").count(&shop).await.unwrap().items, 2);
    assert_eq!(Order::by_coupon("acme").count(&shop).await.unwrap().items, 4);
    assert_eq!(Note::by_author("acme").count(&shop).await.unwrap().items, 12);
    let one = Order::by_coupon("acme").keys();
    let page = one.send(&shop).await.unwrap();
    assert_eq!(page.items.len(), 4, "the notes between them are left out: {:?}", page.stats);

    // A write without the field removes the item again.
    shop.put(&Order { coupon: None, ..order(6) }).await.unwrap();
    assert_eq!(of("c-0").count(&shop).await.unwrap().items, 1);
}

#[tokio::test]
async fn pages_resume_within_equal_sort_keys() {
    for seed in 0..3 {
        let (_local, shop) = shop_on(Local::builder().permute_ties(seed)).await;
        for number in 0..14 {
            shop.put(&Order { amount: number / 5, ..order(number) }).await.unwrap();
            shop.put(&Note { amount: number / 5, ..note(number) }).await.unwrap();
        }
        for limit in [1, 3, 4] {
            let (mut seen, mut cursor) = (Vec::new(), None);
            loop {
                let page = Order::by_amount("acme").limit(limit).cursor(cursor).send(&shop).await.unwrap();
                assert!(page.items.len() <= limit);
                seen.extend(page.items);
                let Some(next) = page.cursor else { break };
                cursor = Some(next.to_string().parse::<Cursor>().unwrap());
            }
            assert!(seen.is_sorted_by_key(|order| order.amount));
            seen.sort_by(|a, b| a.id.cmp(&b.id));
            let expected: Vec<_> = (0..14).map(|number| Order { amount: number / 5, ..order(number) }).collect();
            assert_eq!(seen, expected, "seed {seed}, limit {limit}");
        }
    }
}

fn during() -> Range<DateTime<Utc>> {
    event(0).at..event(72).at
}

async fn level(shop: &Handle<Shop>, level: u8, limit: usize) -> Result<Vec<String>> {
    let (mut ids, mut cursor) = (Vec::new(), None);
    loop {
        let query = Event::by_level().during(during()).then(level).limit(limit).cursor(cursor);
        let page = query.keys().send(shop).await?;
        for key in page.items {
            let shown = format!("{key:?}");
            let (_, id) = shown.split_once("e-").unwrap();
            ids.push(format!("e-{}", &id[..3]));
        }
        cursor = page.cursor;
        if cursor.is_none() {
            return Ok(ids);
        }
    }
}

#[tokio::test]
async fn index_query_fans_out_over_buckets_shards_and_older_keys() {
    let (_local, shop) = shop().await;
    for number in 0..70 {
        shop.put(&event(number)).await.unwrap();
    }
    let mut old = event(71).to_item().unwrap();
    old.insert("PK".into(), AttributeValue::S("EVENTS".into()));
    shop.client().put_item().table_name("shop").set_item(Some(old)).send().await.unwrap();

    let plan = Event::by_level().during(during()).explain().unwrap();
    let lanes: Vec<_> = plan.lanes().map(|lane| lane.partition_key().to_string()).collect();
    assert_eq!(lanes.len(), 3 * 3 + 1);
    assert_eq!((lanes[0].as_str(), lanes[9].as_str()), ("EVENT#2026-06-22#0", "EVENTS"));

    assert_eq!(Event::by_level().during(during()).count(&shop).await.unwrap().items, 71);
    for limit in [5, 100] {
        let of_three = level(&shop, 3, limit).await.unwrap();
        let expected: Vec<_> = (0..72).filter(|number| number % 4 == 3).map(|number| event(number).id).collect();
        assert_eq!(of_three, expected);
    }
}

#[tokio::test]
async fn table_is_created_and_verified_with_local_indexes() {
    let (local, shop) = shop().await;
    let described = shop.client().describe_table().table_name("shop").send().await.unwrap().table.unwrap();
    let names: Vec<_> = described.local_secondary_indexes().iter().filter_map(|index| index.index_name()).collect();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&"by_amount") && names.contains(&"LSI2"));
    Shop::open_verified(local.client(), "shop").await.unwrap();
}

#[tokio::test]
async fn backfill_adds_older_items_to_the_index() {
    let (_local, shop) = shop().await;
    for number in [0, 3] {
        let mut old = order(number).to_item().unwrap();
        old.remove("LSI2SK");
        shop.client().put_item().table_name("shop").set_item(Some(old)).send().await.unwrap();
    }
    assert_eq!(Order::by_coupon("acme").count(&shop).await.unwrap().items, 0);
    let report = shop.backfill::<Order>().await.unwrap();
    assert_eq!((report.written, report.failed.len()), (2, 0));
    assert_eq!(Order::by_coupon("acme").consistent().count(&shop).await.unwrap().items, 2);
}

#[tokio::test(start_paused = true)]
async fn index_reads_and_writes_count_for_the_table_key() {
    let monitor = Monitor::new();
    let local = Local::start();
    local.open::<Shop>("shop").await.unwrap();
    let shop = Shop::open(local.client(), "shop").monitor(&monitor);
    for number in 0..6 {
        shop.put(&order(number)).await.unwrap();
    }
    let writes = monitor.snapshot();
    Order::by_amount("acme").consistent().send(&shop).await.unwrap();
    let reads = monitor.snapshot();
    for (keys, capacity) in [(writes, Capacity::Write), (reads, Capacity::Read)] {
        assert!(keys.iter().any(|key| key.capacity == capacity), "{keys:?}");
        assert!(keys.iter().all(|key| key.index.is_none() && key.key == "TENANT#acme"), "{keys:?}");
    }
}
