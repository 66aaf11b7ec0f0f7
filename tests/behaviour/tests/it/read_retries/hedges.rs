//! Late reads are sent a second time, within the budget.

use aws_sdk_dynamodb::config::retry::RetryConfig;
use futures_util::future::join_all;
use keywright::Handle;
use tokio::time::Instant;

use super::design::*;
use super::wire::Fate;

/// Makes reads that take 4 ms each, in sequence.
async fn warm_up(platform: &Handle<Platform>, count: u32) {
    for id in 0..count {
        platform.get(Order::key("warm", id)).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_fan_out_does_not_wait_for_its_slowest_read() {
    // Every 100th request takes 80 ms.
    let fate = |_: &str, number: usize| (millis(if number % 100 == 50 { 80 } else { 4 }), Fate::Empty);
    let customers: Vec<String> = (0..100).map(|number| number.to_string()).collect();
    let mut took = Vec::new();
    for hedges in [false, true] {
        let (wire, platform) = made_up(fate);
        let platform = if hedges { platform.hedge_reads(0.05) } else { platform };
        warm_up(&platform, 300).await;
        let start = Instant::now();
        join_all(customers.iter().map(|customer| platform.get(Order::key(customer, 7_u32)).into_future())).await;
        took.push(start.elapsed());
        let least = 400 + usize::from(hedges);
        assert!((least..=least + 5).contains(&wire.requests()), "{}", wire.requests());
        assert_eq!(wire.on_it(), 0);
    }
    assert_eq!(took[0], millis(80));
    assert!(took[1] <= millis(10), "{:?}", took[1]);
}

#[tokio::test(start_paused = true)]
async fn hedging_budget_is_respected_when_every_read_is_late() {
    let (wire, platform) = made_up(|_, number| (millis(if number > 300 { 40 } else { 4 }), Fate::Empty));
    let platform = platform.hedge_reads(0.05);
    warm_up(&platform, 2_300).await;
    let extra = wire.requests() - 2_300;
    assert!(extra > 0 && extra <= 115 + 25, "{extra}");
}

#[tokio::test(start_paused = true)]
async fn throttled_reads_are_not_hedged() {
    let (wire, platform) = made_up(|_, number| match number {
        ..=300 => (millis(4), Fate::Empty),
        301 => (millis(4), THROTTLED),
        _ => (millis(100), Fate::Empty),
    });
    let platform = platform.hedge_reads(0.05);
    warm_up(&platform, 300).await;
    platform.get(Order::key("hot", 7_u32)).await.unwrap();
    platform.get(Order::key("cold", 7_u32)).await.unwrap();
    assert_eq!(wire.requests(), 303);
}

#[tokio::test(start_paused = true)]
async fn writes_are_never_hedged_and_hedged_reads_are_correct() {
    let slow = |body: &str, number: usize| {
        millis(if body.contains("CUSTOMER#warm") || number.is_multiple_of(2) { 1 } else { 200 })
    };
    let (_local, wire, platform) =
        real(RetryConfig::standard(), move |body, number| (slow(body, number), Fate::Passes)).await;
    let platform = platform.hedge_reads(0.05);
    warm_up(&platform, 300).await;
    for number in 0..10 {
        platform.put(&order(&format!("w{number}"))).await.unwrap();
        assert_eq!(wire.requests_with(&format!("CUSTOMER#w{number}")), 1);
    }
    for number in 0..10 {
        let customer = format!("w{number}");
        let read = platform.get(Order::key(&customer, 7_u32)).consistent().await.unwrap();
        assert_eq!(read, Some(order(&customer)));
    }
    let reads = wire.requests() - 310;
    assert!(reads > 10 && reads <= 20, "{reads}");
}
