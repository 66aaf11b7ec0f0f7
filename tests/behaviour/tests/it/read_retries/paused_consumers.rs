//! Reads that are not polled for a while do not delay other reads.

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use keywright::{Handle, Table as _};
use keywright_local::{Failure, Faults, Latency, Local, Rule, Throttle};

use super::design::*;

/// Creates the table with orders of one customer and calls of one line, with answers under the paused clock.
async fn stored(retries: RetryConfig) -> (Local, Handle<Platform>) {
    let local = Local::builder().answer_inline().start();
    let config = local.config().retry_config(retries);
    let platform = Platform::open(Client::from_conf(config.build()), "platform");
    platform.create_table().await.unwrap();
    for id in 0..40 {
        platform.put(&Order { customer: "ann".into(), id }).await.unwrap();
        platform.put(&Call { line: "1".into(), id: format!("{id:02}") }).await.unwrap();
    }
    let slow = Rule::on(["Query", "GetItem"]).unwrap().latency(Latency::constant(millis(5)));
    local.set_faults(Faults::seeded(1).rule(slow));
    (local, platform)
}

const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(600);

#[tokio::test(start_paused = true)]
async fn paused_stream_holds_no_in_flight_slot() {
    for limit in [1, 3, 8] {
        let (_local, platform) = stored(RetryConfig::standard()).await;
        let platform = platform.max_in_flight(limit);
        let consumer = async {
            let mut calls = Call::query("1").items_per_request(2).stream(&platform);
            let mut seen = 0;
            while let Some(call) = calls.try_next().await.unwrap() {
                let id: u32 = call.id.parse().unwrap();
                assert!(platform.get(Order::key("ann", id)).await.unwrap().is_some());
                seen += 1;
            }
            seen
        };
        assert_eq!(tokio::time::timeout(TIMEOUT, consumer).await, Ok(40), "{limit}");
    }
}

#[tokio::test(start_paused = true)]
async fn paused_stream_does_not_block_a_throttled_key() {
    let (local, platform) = stored(RetryConfig::standard()).await;
    let throttle = Failure::Throttled(Throttle::provisioned_throughput_exceeded());
    let hot = Rule::all().lane_prefix("CUSTOMER#ann").probability(0.3).unwrap().fail(throttle);
    local.set_faults(Faults::seeded(3).rule(hot));
    let consumer = async {
        let mut orders = Order::query("ann").items_per_request(2).stream(&platform);
        let mut seen = 0;
        while let Some(order) = orders.try_next().await.unwrap() {
            assert!(platform.get(Order::key("ann", order.id)).await.unwrap().is_some());
            seen += 1;
        }
        seen
    };
    assert_eq!(tokio::time::timeout(TIMEOUT, consumer).await, Ok(40));
}

#[tokio::test(start_paused = true)]
async fn two_streams_share_one_in_flight_slot() {
    let (_local, platform) = stored(RetryConfig::standard()).await;
    let platform = platform.max_in_flight(1);
    let both = async {
        let mut calls = Call::query("1").items_per_request(1).stream(&platform);
        let mut orders = Order::query("ann").items_per_request(3).stream(&platform);
        let (mut seen, mut ended) = (0, false);
        while !ended {
            let (call, order) = (calls.next().await.transpose().unwrap(), orders.next().await.transpose().unwrap());
            seen += usize::from(call.is_some()) + usize::from(order.is_some());
            ended = call.is_none() && order.is_none();
        }
        seen
    };
    assert_eq!(tokio::time::timeout(TIMEOUT, both).await, Ok(80));
}

#[tokio::test(start_paused = true)]
async fn paused_gets_hold_no_in_flight_slots() {
    let (_local, platform) = stored(RetryConfig::standard()).await;
    let platform = platform.max_in_flight(2);
    let consumer = async {
        let gets = stream::iter(0..40_u32).map(|id| platform.get(Order::key("ann", id)).into_future());
        let mut gets = gets.buffered(8);
        while let Some(order) = gets.next().await {
            let order = order.unwrap().unwrap();
            assert!(platform.get(Order::key("ann", order.id)).await.unwrap().is_some());
        }
    };
    tokio::time::timeout(TIMEOUT, consumer).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn paused_gets_and_pages_do_not_block_a_throttled_key() {
    let (local, platform) = stored(RetryConfig::standard()).await;
    let throttle = Failure::Throttled(Throttle::provisioned_throughput_exceeded());
    let hot = Rule::all().lane_prefix("CUSTOMER#ann").probability(0.3).unwrap().fail(throttle);
    local.set_faults(Faults::seeded(3).rule(hot));
    let consumer = async {
        let gets = stream::iter(0..40_u32).map(|id| platform.get(Order::key("ann", id)).into_future());
        let pages = stream::iter(0..40).map(|_| Order::query("ann").limit(3).send(&platform).into_future());
        let mut both = gets.buffered(8).zip(pages.buffered(8));
        while let Some((order, page)) = both.next().await {
            assert_eq!(page.unwrap().items.len(), 3);
            let order = order.unwrap().unwrap();
            assert!(platform.get(Order::key("ann", order.id)).await.unwrap().is_some());
        }
    };
    tokio::time::timeout(TIMEOUT, consumer).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn paused_pages_hold_no_in_flight_slots() {
    let (_local, platform) = stored(RetryConfig::standard()).await;
    let platform = platform.max_in_flight(2);
    let consumer = async {
        let pages = stream::iter(0..10).map(|_| Call::query("1").limit(3).send(&platform).into_future());
        let mut pages = pages.buffered(4);
        while let Some(page) = pages.next().await {
            assert_eq!(page.unwrap().items.len(), 3);
            assert!(platform.get(Order::key("ann", 3_u32)).await.unwrap().is_some());
        }
    };
    tokio::time::timeout(TIMEOUT, consumer).await.unwrap();
}
