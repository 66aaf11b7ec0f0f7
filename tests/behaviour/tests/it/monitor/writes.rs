//! Writes, by their consumed capacity.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use keywright::{
    Table,
    monitor::{Capacity, Monitor},
};

use super::design::*;
use crate::support::metrics::{listen, published};

#[tokio::test(start_paused = true)]
async fn skewed_load_reports_the_hot_table_and_index_keys() {
    let events = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&events);
    let monitor = Monitor::new().share(0.5).write_rate(800.0);
    let monitor = monitor.on_event(move |hot| seen.lock().unwrap().push((hot.index, hot.key.clone())));
    let (_local, platform) = platform(&monitor).await;
    let (snapshotter, _guard) = listen();
    // 100 puts per second of 10 WCU. 60 % are of one tenant, 90 % are open.
    for id in 0..120 {
        let tenant = if id % 5 < 3 { "acme".to_owned() } else { format!("t{id}") };
        let status = if id % 10 < 9 { Status::Open } else { Status::Paid };
        platform.put(&order(&tenant, id, status, 10_000)).await.unwrap();
        sleep(10).await;
    }
    let snapshot = monitor.snapshot();
    let (open, acme) = (&snapshot[0], &snapshot[1]);
    assert_eq!((open.index, open.key.as_str()), (Some("GSI1"), "STATUS#Open"));
    assert_eq!((acme.index, acme.key.as_str()), (None, "TENANT#acme"));
    for (hot, rate, share) in [(open, 900.0, 0.9), (acme, 600.0, 0.6)] {
        assert_eq!((hot.table.as_str(), hot.entity, hot.capacity), ("platform", "Order", Capacity::Write));
        assert!(is_near(hot.rate, rate) && is_near(hot.share, share), "{hot}");
        assert_eq!((hot.error, hot.refused), (0.0, 0.0));
    }
    assert_eq!(open.shards, Some(keywright::physics::shards::shards_for(90, 10, 1e-6)));
    assert!(open.advice.contains("inside #[gsi(index = \"GSI1\", ..)]"), "{}", open.advice);
    assert_eq!(
        acme.advice,
        "one partition carries what this process requests; set the monitor's number of `processes`"
    );
    let events = events.lock().unwrap();
    assert!(events.len() == 2 && events.contains(&(Some("GSI1"), "STATUS#Open".into())), "{events:?}");
    assert!(events.contains(&(None, "TENANT#acme".into())), "{events:?}");
    let metrics = published(&snapshotter);
    let hot: Vec<_> = metrics.iter().filter(|(name, _)| name.starts_with("keywright.hot_keys")).collect();
    let counted = |name: &str| metrics.get(&format!("keywright.hot_keys Order {} {name}", Capacity::Write));
    assert_eq!((hot.len(), counted("GSI1")), (2, Some(&vec![1.0])), "{hot:?}");
}

#[tokio::test(start_paused = true)]
async fn consumed_capacity_is_counted_instead_of_item_size() {
    let monitor = Monitor::new();
    let (_local, platform) = platform(&monitor).await;
    let writes = |index, key: &str| units(&monitor, index, Capacity::Write, key);
    platform.put(&order("acme", 1, Status::Open, 9_000)).await.unwrap();
    assert_eq!((writes(None, "TENANT#acme"), writes(Some("GSI1"), "STATUS#Open")), (9.0, 9.0));
    // The replaced item is the larger one, and the index also changes.
    platform.put(&order("acme", 1, Status::Open, 10)).await.unwrap();
    assert_eq!((writes(None, "TENANT#acme"), writes(Some("GSI1"), "STATUS#Open")), (18.0, 18.0));
    // An unchanged index entry costs nothing.
    platform.put(&order("acme", 1, Status::Open, 10)).await.unwrap();
    assert_eq!((writes(None, "TENANT#acme"), writes(Some("GSI1"), "STATUS#Open")), (19.0, 18.0));
    platform.delete(Order::key("acme", 1_u32)).await.unwrap();
    assert_eq!(writes(None, "TENANT#acme"), 20.0);
}

#[tokio::test(start_paused = true)]
async fn batch_counts_each_put_and_delete_for_its_key() {
    let monitor = Monitor::new();
    let (_local, platform) = platform(&monitor).await;
    let put = order("acme", 1, Status::Open, 9_000);
    let report = platform.batch().put(&put).delete(Order::key("other", 1_u32)).await.unwrap();
    assert!(report.is_complete());
    let writes = |index, key: &str| units(&monitor, index, Capacity::Write, key);
    assert_eq!((writes(None, "TENANT#acme"), writes(None, "TENANT#other")), (9.0, 1.0));
    assert_eq!(writes(Some("GSI1"), "STATUS#Open"), 9.0);
}

#[tokio::test(start_paused = true)]
async fn failed_condition_costs_the_existing_item() {
    let monitor = Monitor::new();
    let (_local, platform) = platform(&monitor).await;
    platform.put(&order("acme", 1, Status::Open, 3_500)).await.unwrap();
    platform.create(&order("acme", 1, Status::Open, 10)).await.unwrap_err();
    assert_eq!(units(&monitor, None, Capacity::Write, "TENANT#acme"), 8.0);
    assert_eq!(units(&monitor, Some("GSI1"), Capacity::Write, "STATUS#Open"), 4.0);
}

#[tokio::test(start_paused = true)]
async fn item_outside_an_index_consumes_none_of_its_capacity() {
    let monitor = Monitor::new();
    let (_local, platform) = platform(&monitor).await;
    platform.put(&order("acme", 1, Status::Open, 3_000)).await.unwrap();
    let ann = Order { customer: Some("ann".into()), ..order("acme", 2, Status::Open, 3_000) };
    platform.put(&ann).await.unwrap();
    assert_eq!(units(&monitor, Some("GSI2"), Capacity::Write, "CUSTOMER#ann"), 1.0);
    assert_eq!(monitor.snapshot().iter().filter(|hot| hot.index == Some("GSI2")).count(), 1);
}

#[tokio::test(start_paused = true)]
async fn batch_capacity_is_divided_among_its_keys() {
    let monitor = Monitor::new();
    let (_local, platform) = platform(&monitor).await;
    let orders: Vec<_> = (0..60)
        .map(|id| {
            let tenant = ["acme", "zoo", "bar"][id as usize % 3];
            order(
                tenant,
                id,
                if id < 45 { Status::Open } else { Status::Paid },
                if tenant == "acme" { 3_000 } else { 10 },
            )
        })
        .collect();
    assert!(platform.batch_put(&orders).await.unwrap().leftovers.is_empty());
    let writes = |index, key: &str| units(&monitor, index, Capacity::Write, key);
    let near = |value: f64, expected: f64| assert!(is_near(value, expected), "{value}, {expected}");
    near(writes(None, "TENANT#acme"), 20.0 * 4.0);
    near(writes(None, "TENANT#zoo"), 20.0);
    near(writes(Some("GSI1"), "STATUS#Open"), 15.0 * 4.0 + 30.0);
    near(writes(Some("GSI1"), "STATUS#Paid"), 5.0 * 4.0 + 10.0);
}

#[tokio::test(start_paused = true)]
async fn only_monitored_handles_request_consumed_capacity() {
    let monitor = Monitor::new();
    let (_local, watched) = platform(&monitor).await;
    let plain = Platform::open(watched.client().clone(), "platform");
    let order = order("acme", 1, Status::Open, 10);
    let asks = Some(ReturnConsumedCapacity::Indexes);
    assert_eq!(watched.put(&order).params().unwrap().return_consumed_capacity, asks);
    assert_eq!(watched.delete(Order::key("acme", 1_u32)).params().unwrap().return_consumed_capacity, asks);
    assert_eq!(watched.batch_put([&order]).params().unwrap()[0].return_consumed_capacity, asks);
    assert_eq!(watched.get(Order::key("acme", 1_u32)).params().unwrap().return_consumed_capacity, asks);
    assert_eq!(plain.put(&order).params().unwrap().return_consumed_capacity, None);
    assert_eq!(plain.get(Order::key("acme", 1_u32)).params().unwrap().return_consumed_capacity, None);
    plain.put(&order).await.unwrap();
    assert!(monitor.snapshot().is_empty());
    // Later settings keep the monitor.
    watched.max_in_flight(10).put(&order).await.unwrap();
    assert_eq!(units(&monitor, None, Capacity::Write, "TENANT#acme"), 1.0);
}
