//! Streams of a scan: what they hold, and what becomes of them when they are dropped.

use std::time::Duration;

use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::Item;
use keywright_local::{Faults, Latency, Local, Rule};
use tokio::runtime::Handle;

use super::design::{Order, filled, ids, inline, requests};

#[tokio::test(start_paused = true)]
async fn nothing_is_asked_that_is_not_polled_and_little_ahead() {
    let local = inline();
    let platform = filled(&local, 100).await;
    let mut stream = platform.scan_items().segments(2).items_per_request(10).stream();
    assert_eq!(local.requests(), 0);
    let _first: Item = stream.try_next().await.unwrap().unwrap();
    tokio::time::sleep(Duration::from_secs(9)).await;
    assert_eq!(local.requests(), 2, "one page of each segment");
    for _ in 0..5 {
        stream.try_next().await.unwrap();
    }
    tokio::time::sleep(Duration::from_secs(9)).await;
    assert_eq!(local.requests(), 3, "half of a page is taken, and its next one is on its way");
    assert_eq!(stream.stats().items_returned, 6);
}

#[tokio::test(start_paused = true)]
async fn of_many_segments_64_are_read_at_once() {
    let local = inline();
    let platform = filled(&local, 20).await;
    let mut stream = platform.scan::<Order>().segments(1_000).stream();
    let mut orders = vec![stream.try_next().await.unwrap().unwrap()];
    tokio::time::sleep(Duration::from_secs(9)).await;
    assert!(requests(&local, "Scan") < 1_000);
    while let Some(order) = stream.try_next().await.unwrap() {
        orders.push(order);
    }
    assert_eq!(ids(&orders), (0..20).collect::<Vec<_>>());
    assert_eq!(requests(&local, "Scan"), 1_000);
}

#[tokio::test(start_paused = true)]
async fn no_more_than_64_requests_are_on_the_wire() {
    let local = inline();
    let platform = filled(&local, 20).await;
    let slow = Rule::on(["Scan"]).unwrap().latency(Latency::constant(Duration::from_secs(1)));
    local.set_faults(Faults::seeded(1).rule(slow));
    let begun = tokio::time::Instant::now();
    let orders: Vec<Order> = platform.scan().segments(128).stream().try_collect().await.unwrap();
    assert_eq!(orders.len(), 20);
    assert!(begun.elapsed() >= Duration::from_secs(2), "{:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
}

#[tokio::test(start_paused = true)]
async fn one_that_is_dropped_leaves_no_task_and_sends_nothing_more() {
    let local = inline();
    let platform = filled(&local, 60).await;
    let slow = Rule::on(["Scan"]).unwrap().latency(Latency::constant(Duration::from_secs(1)));
    local.set_faults(Faults::seeded(1).rule(slow));
    let idle = Handle::current().metrics().num_alive_tasks();
    let mut stream = platform.scan_items().segments(8).items_per_request(2).stream();
    assert!(tokio::time::timeout(Duration::from_millis(1_500), stream.next()).await.is_ok());
    assert!(Handle::current().metrics().num_alive_tasks() > idle);
    let asked = requests(&local, "Scan");
    drop(stream);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(Handle::current().metrics().num_alive_tasks(), idle);
    assert_eq!(requests(&local, "Scan"), asked);
}

#[tokio::test(start_paused = true)]
async fn a_consumer_may_read_and_write_by_the_same_handle() {
    let local = Local::builder().answer_inline().start();
    let platform = filled(&local, 40).await.max_in_flight(1);
    let mut stream = platform.scan::<Order>().segments(4).items_per_request(3).stream();
    let mut found = Vec::new();
    while let Some(order) = stream.try_next().await.unwrap() {
        assert_eq!(platform.get(Order::key(&order.customer, order.id)).await.unwrap().as_ref(), Some(&order));
        found.push(order);
    }
    assert_eq!(ids(&found), (0..40).collect::<Vec<_>>());
}

#[tokio::test]
async fn the_limit_ends_it_and_the_checkpoint_goes_on() {
    let local = inline();
    let platform = filled(&local, 40).await;
    let mut stream = platform.scan::<Order>().segments(3).limit(15).stream();
    let mut orders: Vec<Order> = stream.by_ref().try_collect().await.unwrap();
    assert_eq!(orders.len(), 15);
    let rest = platform.scan::<Order>().resume(stream.checkpoint()).stream();
    orders.extend(rest.try_collect::<Vec<_>>().await.unwrap());
    assert_eq!(ids(&orders), (0..40).collect::<Vec<_>>());
}
