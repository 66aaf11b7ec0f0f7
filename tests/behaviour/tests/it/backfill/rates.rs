//! The rate of a backfill, on a paused clock.

use std::time::Duration;

use tokio::time::Instant;

use super::design::{ORDERS, Order, requests, written_earlier};

/// Allows a tenth of a second to catch up, and the rounding up of the timer.
fn is_about(elapsed: Duration, expected: f64) -> bool {
    (expected - 0.2..expected + 0.1).contains(&elapsed.as_secs_f64())
}

#[tokio::test(start_paused = true)]
async fn writes_respect_the_write_units_per_second() {
    for (rate, segments) in [(30, 1), (30, 4), (290, 4)] {
        let (_local, platform) = written_earlier().await;
        let begun = Instant::now();
        let report = platform.backfill::<Order>().segments(segments).write_units_per_second(rate).await.unwrap();
        let elapsed = begun.elapsed();
        assert_eq!(report.wcu, 870.0);
        assert!(is_about(elapsed, 870.0 / rate as f64), "{rate} WCU/s in {segments} segments took {elapsed:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn reads_respect_the_read_units_per_second() {
    let (_local, platform) = written_earlier().await;
    let begun = Instant::now();
    let report = platform.backfill::<Order>().dry_run().read_units_per_second(1).await.unwrap();
    let elapsed = begun.elapsed();
    // The run does not wait for the units of the last page.
    assert!(elapsed.as_secs_f64() <= report.rcu && elapsed.as_secs_f64() >= report.rcu * 0.6, "{elapsed:?}");
    assert!(report.rcu > 4.0, "{}", report.rcu);
}

#[tokio::test(start_paused = true)]
async fn dropped_run_sends_no_further_requests() {
    let (local, platform) = written_earlier().await;
    let run = platform.backfill::<Order>().write_units_per_second(10);
    assert!(tokio::time::timeout(Duration::from_secs(9), run.into_future()).await.is_err());
    let sent = requests(&local, "UpdateItem");
    assert!(sent > 10 && sent < ORDERS as usize, "{sent}");
    tokio::time::sleep(Duration::from_secs(100)).await;
    assert_eq!(requests(&local, "UpdateItem"), sent);
}
