//! Items and requests that fail.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{ErrorKind, Handle, Item, Outcome, Table, client::FailedItem};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};

use super::design::{Order, Platform, found, in_order, requests, s, text, with_product, written_earlier};

/// Damages the first three orders of the table. Returns them.
async fn spoilt(platform: &Handle<Platform>) -> Vec<Item> {
    let mut items = in_order(platform).await;
    items.retain(|item| text(item, "SK").starts_with("ORDER#"));
    items.truncate(3);
    items[0].insert("product".into(), AttributeValue::N("7".into()));
    items[1].insert("at".into(), s("yesterday"));
    items[2].insert("product".into(), s(""));
    for item in &items {
        platform.client().put_item().table_name("platform").set_item(Some(item.clone())).send().await.unwrap();
    }
    items
}

#[tokio::test(start_paused = true)]
async fn failed_items_are_reported_with_their_keys() {
    let (_local, platform) = written_earlier().await;
    let items = spoilt(&platform).await;
    let report = platform.backfill::<Order>().segments(2).await.unwrap();
    assert_eq!((report.matched, report.written, report.failed.len()), (300, 297, 3));
    assert!(!report.is_complete());
    let kinds = [ErrorKind::Decode, ErrorKind::Decode, ErrorKind::KeyValue];
    for (item, kind) in items.iter().zip(kinds) {
        let has_key = |failed: &&FailedItem| {
            let sort = failed.key.sort.as_ref().unwrap();
            (failed.key.partition.to_string(), sort.to_string()) == (text(item, "PK"), text(item, "SK"))
        };
        let error = &report.failed.iter().find(has_key).unwrap().error;
        assert_eq!(error.kind(), kind, "{error}");
        assert_eq!((error.entity(), error.operation_name()), (Some("Order"), Some("backfill")));
        assert_eq!(error.index(), (kind == ErrorKind::KeyValue).then_some("GSI1"));
    }
    let stored = in_order(&platform).await;
    assert!(items.iter().all(|item| stored.contains(item)), "they stay as they are");
}

#[tokio::test(start_paused = true)]
async fn too_many_failed_items_stop_the_run_and_are_reported() {
    let (_local, platform) = written_earlier().await;
    let _ = spoilt(&platform).await;
    let mut told = 0;
    let run = platform.backfill::<Order>().max_failures(2).checkpoint(|_, so_far| told = so_far.failed.len());
    let error = run.await.unwrap_err();
    assert!(error.to_string().contains("3 items cannot be backfilled"), "{error}");
    assert!(error.to_string().contains("max_failures"), "{error}");
    assert_eq!(told, 3);
}

#[tokio::test(start_paused = true)]
async fn throttled_requests_are_retried_after_backoff() {
    let (local, platform) = written_earlier().await;
    let throttled = || Failure::Throttled(Throttle::provisioned_throughput_exceeded());
    // A rule counts separately for each of the seven partition keys.
    let faults = Faults::seeded(5)
        .rule(Rule::on(["Scan"]).unwrap().first(2).fail(throttled()))
        .rule(Rule::on(["UpdateItem"]).unwrap().first(3).fail(throttled()));
    local.set_faults(faults);
    let begun = tokio::time::Instant::now();
    let report = platform.backfill::<Order>().write_units_per_second(1_000_000).await.unwrap();
    assert_eq!((report.written, report.throttles), (300, 2 + 7 * 3));
    assert!(begun.elapsed() > Duration::from_millis(20), "{:?}", begun.elapsed());
    local.clear_faults();
    assert_eq!(found(&platform).await, with_product());
}

#[tokio::test(start_paused = true)]
async fn persistent_throttling_stops_the_run() {
    let (local, platform) = written_earlier().await;
    let throttled = Failure::Throttled(Throttle::throttling());
    local.set_faults(Faults::seeded(5).rule(Rule::on(["UpdateItem"]).unwrap().fail(throttled)));
    let begun = tokio::time::Instant::now();
    let error = platform.backfill::<Order>().await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::NotApplied));
    assert!(error.key().is_some(), "{error}");
    let took = begun.elapsed();
    assert!(took > Duration::from_secs(100) && took < Duration::from_secs(400), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn write_with_a_lost_response_counts_as_written() {
    let (local, platform) = written_earlier().await;
    let lost = Failure::InternalServerError { carried_out: true };
    local.set_faults(Faults::seeded(5).rule(Rule::on(["UpdateItem"]).unwrap().first(1).fail(lost)));
    let report = platform.backfill::<Order>().await.unwrap();
    assert_eq!((report.written, report.unchanged, report.changed_meanwhile), (300, 0, 0));
    assert_eq!(requests(&local, "UpdateItem"), 300 + 7);
    local.clear_faults();
    assert_eq!(found(&platform).await, with_product());
}

#[tokio::test(start_paused = true)]
async fn invalid_settings_are_rejected_before_sending() {
    let (local, platform) = written_earlier().await;
    let run = || platform.backfill::<Order>();
    let refused =
        [run().segments(0), run().segments(1_001), run().read_units_per_second(0), run().write_units_per_second(0)];
    for run in refused {
        assert_eq!(run.await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    }
    assert_eq!(local.requests(), 0);
    let missing = Platform::open(Local::builder().answer_inline().start().client(), "missing");
    let error = missing.backfill::<Order>().await.unwrap_err();
    assert_eq!((error.kind(), error.operation_name()), (ErrorKind::TableNotFound, Some("backfill")));
}
