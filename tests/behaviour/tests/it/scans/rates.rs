//! The rate of a scan, on a paused clock.

use std::time::Duration;

use futures_util::TryStreamExt as _;
use keywright::Item;
use tokio::time::Instant;

use super::design::{Log, filled, inline, put_raw, s};

#[tokio::test(start_paused = true)]
async fn reads_respect_the_rate() {
    for (rate, segments) in [(10.0, 1), (10.0, 4), (100.0, 4), (2.5, 2)] {
        let local = inline();
        let platform = filled(&local, 2).await;
        // Items of 40 KB: 5 read units each.
        for id in 0..100 {
            let text = [("PK", format!("BIG#{id}")), ("SK", "x".into()), ("text", "x".repeat(40_000))];
            put_raw(&platform, text.into_iter().map(|(name, value)| (name.to_owned(), s(value))).collect()).await;
        }
        let begun = Instant::now();
        let mut stream = platform.scan_items().segments(segments).rate(rate).stream();
        let items: Vec<Item> = (&mut stream).try_collect().await.unwrap();
        let (took, rcu) = (begun.elapsed().as_secs_f64(), stream.stats().rcu);
        assert_eq!(items.len(), 104);
        assert!(rcu > 480.0, "{rcu}");
        // The scan does not wait for the units of requests in flight at the end: a page of up to 1 MB for each segment.
        let least = (rcu - 128.0 * segments as f64).max(0.0) / rate;
        assert!(took >= least * 0.98 && took <= rcu / rate + 0.5, "{segments} segments at {rate}: {took} s, {rcu} RCU");
    }
}

#[tokio::test(start_paused = true)]
async fn rate_limited_requests_shrink_once_the_cost_is_known() {
    let local = inline();
    let platform = filled(&local, 600).await;
    let begun = Instant::now();
    let mut stream = platform.scan::<Log>().segments(2).rate(4.0).stream();
    let logs: Vec<Log> = (&mut stream).try_collect().await.unwrap();
    let (took, stats) = (begun.elapsed(), stream.stats());
    assert_eq!((logs.len(), stats.items_read), (300, 1_200));
    let average = stats.rcu / stats.requests as f64;
    assert!(stats.requests >= 4 && average <= 16.0, "{stats:?}");
    assert!(took < Duration::from_secs_f64(stats.rcu / 4.0 + 0.5), "{took:?} {stats:?}");
    let free = inline();
    let platform = filled(&free, 600).await;
    assert_eq!(platform.scan::<Log>().segments(2).stream().try_collect::<Vec<_>>().await.unwrap().len(), 300);
    assert_eq!(free.requests(), 2, "without a rate a request reads all it can");
}

#[tokio::test(start_paused = true)]
async fn consistent_reads_cost_double() {
    let local = inline();
    let platform = filled(&local, 100).await;
    let eventual = platform.scan_items().count().await.unwrap().stats.rcu;
    let strong = platform.scan_items().consistent().count().await.unwrap().stats.rcu;
    assert_eq!(strong, eventual * 2.0);
}
