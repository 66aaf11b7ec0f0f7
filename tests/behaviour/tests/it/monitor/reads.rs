//! Reads, by their consumed capacity.

use futures_util::future::join_all;
use keywright::monitor::{Capacity, Monitor};

use super::design::*;

#[tokio::test(start_paused = true)]
async fn gets_count_for_their_key() {
    let monitor = Monitor::new();
    let (_local, platform) = platform(&monitor).await;
    platform.put(&order("acme", 1, Status::Open, 9_000)).await.unwrap();
    let reads = || units(&monitor, None, Capacity::Read, "TENANT#acme");
    platform.get(Order::key("acme", 1_u32)).await.unwrap();
    assert_eq!(reads(), 1.5);
    platform.get(Order::key("acme", 1_u32)).consistent().await.unwrap();
    assert_eq!(reads(), 4.5);
    platform.get(Order::key("acme", 2_u32)).await.unwrap();
    assert_eq!(reads(), 5.0);
}

#[tokio::test(start_paused = true)]
async fn pages_count_for_the_table_or_index_key() {
    let monitor = Monitor::new();
    let (_local, platform) = platform(&monitor).await;
    join_all((0..40).map(|id| {
        let platform = &platform;
        async move { platform.put(&order("acme", id, Status::Open, 800)).await.unwrap() }
    }))
    .await;
    // The writes are much heavier, and a key needs a 128th of the total to be shown.
    sleep(1_000).await;
    let table = Order::query("acme").limit(100).send(&platform).await.unwrap();
    let index = Order::by_status(Status::Open).limit(10).send(&platform).await.unwrap();
    assert_eq!((table.items.len(), index.items.len()), (40, 10));
    assert_eq!(units(&monitor, None, Capacity::Read, "TENANT#acme"), table.stats.rcu);
    assert_eq!(units(&monitor, Some("GSI1"), Capacity::Read, "STATUS#Open"), index.stats.rcu);
    assert!(table.stats.rcu > 3.0 && index.stats.rcu > 0.5);
}

#[tokio::test(start_paused = true)]
async fn read_hot_key_is_reported_without_sharding_advice() {
    let monitor = Monitor::new();
    let (_local, platform) = platform(&monitor).await;
    platform.put(&order("acme", 1, Status::Open, 99_000)).await.unwrap();
    // 200 gets per second of 12.5 RCU, and as many of other keys.
    for at in 0..200_u32 {
        platform.get(Order::key("acme", 1_u32)).await.unwrap();
        platform.get(Order::key(format!("t{at}"), 1_u32)).await.unwrap();
        sleep(5).await;
    }
    let hot = shown(&monitor, None, Capacity::Read, "TENANT#acme").unwrap();
    assert!(is_near(hot.rate, 2_500.0) && is_near(hot.share, 12.5 / 13.0), "{hot}");
    assert_eq!(hot.shards, None);
}
