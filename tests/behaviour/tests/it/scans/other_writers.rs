//! Other writers during a run.

use std::time::Duration;

use keywright::{
    ErrorKind,
    monitor::{Capacity, Monitor},
};

use super::design::{Order, checked_orders, closed, filled, ids, inline, order};

async fn a_while() {
    tokio::time::sleep(Duration::from_secs(2)).await;
}

#[tokio::test(start_paused = true)]
async fn changed_items_are_reevaluated_and_not_overwritten() {
    let local = inline();
    let platform = filled(&local, 45).await;
    // The run reads all items at once, and writes 10 units per second.
    let last: Vec<Order> = platform.scan::<Order>().await.unwrap().items.into_iter().skip(30).collect();
    let (changed, reopened, deleted) = (&last[..8], &last[8..12], &last[12..15]);
    let writer = async {
        a_while().await;
        for order in changed {
            platform.put(&Order { product: Some("valve".into()), ..order.clone() }).await.unwrap();
        }
        for order in reopened {
            platform.put(&Order { state: "kept".into(), ..order.clone() }).await.unwrap();
        }
        for order in deleted {
            platform.delete(Order::key(&order.customer, order.id)).await.unwrap();
        }
    };
    let run = platform.update_each(closed).write_units_per_second(10);
    let (report, ()) = tokio::join!(run.into_future(), writer);
    let report = report.unwrap();
    assert_eq!((report.changed_meanwhile, report.deleted_meanwhile), (12, 3));
    assert_eq!((report.written, report.skipped, report.failures), (38, 4, 0));
    let orders = checked_orders(&platform).await;
    assert_eq!(orders.len(), 42);
    let valves: Vec<Order> = orders.iter().filter(|order| order.product.as_deref() == Some("valve")).cloned().collect();
    assert_eq!(ids(&valves), ids(changed));
    assert!(valves.iter().all(|order| order.state == "closed"));
    assert_eq!(orders.iter().filter(|order| order.state == "kept").count(), 4);
}

#[tokio::test(start_paused = true)]
async fn item_that_no_longer_matches_is_not_deleted() {
    let local = inline();
    let platform = filled(&local, 45).await;
    let last: Vec<Order> = platform.scan::<Order>().await.unwrap().items.into_iter().skip(35).collect();
    let writer = async {
        a_while().await;
        for order in &last {
            platform.put(&Order { state: "wanted".into(), ..order.clone() }).await.unwrap();
        }
    };
    let run = platform.delete_each(|order: &Order| order.state == "open").write_units_per_second(10);
    let (report, ()) = tokio::join!(run.into_future(), writer);
    let report = report.unwrap();
    assert_eq!((report.written, report.skipped, report.changed_meanwhile), (35, 10, 10));
    assert_eq!(ids(&checked_orders(&platform).await), ids(&last));
}

#[tokio::test(start_paused = true)]
async fn constantly_changing_item_is_reported() {
    let local = inline();
    let platform = filled(&local, 2).await;
    let busy = async {
        for times in 0_u32.. {
            tokio::time::sleep(Duration::from_millis(100)).await;
            for id in 0..2 {
                platform.put(&Order { state: format!("open{times}"), ..order(id) }).await.unwrap();
            }
        }
    };
    // The first item is written at once. The second one waits for the units of the first, and has changed by then.
    let run = platform.update_each(|order: Order| Some(Order { state: format!("{}!", order.state), ..order }));
    let run = run.write_units_per_second(1).into_future();
    let report = tokio::select! { report = run => report.unwrap(), () = busy => unreachable!() };
    assert_eq!((report.written, report.failures, report.changed_meanwhile), (1, 1, 10), "{report:?}");
    let failed = &report.failed[0].error;
    assert_eq!(failed.kind(), ErrorKind::Service);
    assert!(failed.to_string().contains("changed the item 10 times"), "{failed}");
}

#[tokio::test(start_paused = true)]
async fn concurrent_runs_write_each_item_once() {
    let local = inline();
    let platform = filled(&local, 80).await;
    let run = || platform.update_each(closed).segments(2).write_units_per_second(100).into_future();
    let (one, two) = tokio::join!(run(), run());
    let (one, two) = (one.unwrap(), two.unwrap());
    assert_eq!(one.written + two.written, 80);
    assert_eq!((one.matched, two.matched), (80, 80));
    assert!([one, two].iter().all(|report| report.written + report.skipped == 80));
    assert!(checked_orders(&platform).await.iter().all(|order| order.state == "closed"));
}

#[tokio::test(start_paused = true)]
async fn sweep_writes_are_recorded_by_the_monitor() {
    let local = inline();
    let monitor = Monitor::new().share(0.0).write_rate(0.0);
    let platform = filled(&local, 30).await.monitor(&monitor);
    let report = platform.update_each(|order: Order| Some(Order { product: None, ..order })).await.unwrap();
    let units = |index: Option<&str>| -> f64 {
        let hot = monitor.snapshot();
        let writes = hot.iter().filter(|hot| hot.capacity == Capacity::Write && hot.index == index);
        writes.map(|hot| hot.units).sum()
    };
    assert_eq!(report.wcu, units(None) + units(Some("GSI1")));
    assert_eq!(units(None), 24.0);
    let _ = platform.delete_each(|order: &Order| order.id < 10).await.unwrap();
    assert_eq!(units(None), 34.0);
}
