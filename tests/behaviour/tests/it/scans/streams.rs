//! Streams of a scan: their items, and the effect of dropping them.

use std::time::Duration;

use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::Item;
use keywright_local::{Faults, Latency, Local, Rule};
use tokio::runtime::Handle;

use super::design::{Order, filled, ids, inline, requests};

#[tokio::test(start_paused = true)]
async fn stream_sends_requests_when_polled_and_reads_little_ahead() {
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
async fn many_segments_are_not_all_read_ahead() {
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
async fn at_most_64_requests_are_in_flight() {
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
async fn dropped_stream_leaves_no_task_and_sends_no_more_requests() {
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
async fn consumer_can_use_the_same_handle_while_streaming() {
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
async fn limit_ends_the_stream_and_its_checkpoint_resumes() {
    let local = inline();
    let platform = filled(&local, 40).await;
    let mut stream = platform.scan::<Order>().segments(3).limit(15).stream();
    let mut orders: Vec<Order> = stream.by_ref().try_collect().await.unwrap();
    assert_eq!(orders.len(), 15);
    let rest = platform.scan::<Order>().resume(stream.checkpoint()).stream();
    orders.extend(rest.try_collect::<Vec<_>>().await.unwrap());
    assert_eq!(ids(&orders), (0..40).collect::<Vec<_>>());
}
