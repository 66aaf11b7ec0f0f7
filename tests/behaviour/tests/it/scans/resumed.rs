//! A scan that is interrupted and resumed.

use aws_sdk_dynamodb::config::retry::RetryConfig;
use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::{Entity, ErrorKind, Table, client::Checkpoint};
use keywright_local::{Failure, Faults, Rule};
use serde::{Deserialize, Serialize};

use super::design::{Note, Order, Platform, filled, ids, inline};

#[tokio::test]
async fn scan_resumed_after_any_item_is_exact() {
    let local = inline();
    let platform = filled(&local, 30).await;
    for (segments, most) in [(1, 1_000), (1, 4), (3, 5)] {
        for taken in 0..=30 {
            let scan = || platform.scan::<Order>().items_per_request(most);
            let mut stream = scan().segments(segments).stream();
            let mut orders: Vec<Order> = stream.by_ref().take(taken).try_collect().await.unwrap();
            assert_eq!(orders.len(), taken);
            let saved = stream.checkpoint().unwrap().to_string();
            drop(stream);
            let saved: Checkpoint = saved.parse().unwrap();
            let rest = scan().resume(saved).stream();
            orders.extend(rest.try_collect::<Vec<_>>().await.unwrap());
            assert_eq!(ids(&orders), (0..30).collect::<Vec<_>>(), "{segments} {most} {taken}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn scan_resumed_after_any_failed_request_is_exact() {
    for failing in 1..=7 {
        let local = inline();
        let _platform = filled(&local, 30).await;
        let client = local.config().retry_config(RetryConfig::standard().with_max_attempts(1)).build();
        let platform = Platform::open(aws_sdk_dynamodb::Client::from_conf(client), "platform");
        let lost = Failure::ServiceUnavailable { carried_out: false };
        local.set_faults(Faults::seeded(1).rule(Rule::on(["Scan"]).unwrap().every(failing).unwrap().fail(lost)));
        let (mut checkpoint, mut orders, mut failures) = (None, Vec::new(), 0);
        loop {
            let mut stream = platform.scan::<Order>().items_per_request(8).resume(checkpoint).stream();
            let mut error = None;
            while let Some(next) = stream.next().await {
                match next {
                    Ok(order) => orders.push(order),
                    Err(failed) => error = Some(failed),
                }
            }
            let Some(error) = error else { break };
            assert_eq!((error.kind(), error.segment()), (ErrorKind::Service, Some(0)), "{error}");
            failures += 1;
            checkpoint = stream.checkpoint();
            if failing == 1 && failures == 3 {
                local.clear_faults();
            }
        }
        assert!(failures > 0, "{failing}");
        assert_eq!(ids(&orders), (0..30).collect::<Vec<_>>(), "{failing}");
    }
}

/// A later version, whose order has another key.
mod later {
    use super::*;

    #[derive(Table)]
    #[entities(Order)]
    pub struct Platform;

    #[derive(Debug, Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "CUSTOMER#<customer>")]
    #[sk(template = "ORDERED#<id>")]
    pub struct Order {
        pub customer: String,
        pub id: u32,
    }
}

#[tokio::test]
async fn checkpoint_of_another_scan_is_foreign() {
    let local = inline();
    let platform = filled(&local, 20).await;
    let page = platform.scan::<Order>().segments(4).limit(3).await.unwrap();
    let checkpoint = page.checkpoint.unwrap();
    local.clear_operations();
    let foreign = [
        platform.scan::<Note>().resume(checkpoint.clone()).await.unwrap_err(),
        platform.scan_items().resume(checkpoint.clone()).await.unwrap_err(),
        platform.scan::<Order>().index("GSI1").resume(checkpoint.clone()).await.unwrap_err(),
        Platform::open(local.client(), "other").scan::<Order>().resume(checkpoint.clone()).await.unwrap_err(),
        platform.backfill::<Order>().resume(checkpoint.clone()).await.unwrap_err(),
        platform.delete_each(|_: &Order| true).resume(checkpoint.clone()).await.unwrap_err(),
        platform.update_each(|_: Order| None).resume(checkpoint.clone()).await.unwrap_err(),
    ];
    for error in &foreign {
        assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
    }
    let of_7 = platform.scan::<Order>().limit(3).cursor_context("tenant-7").await.unwrap().checkpoint.unwrap();
    local.clear_operations();
    let of_context = [
        platform.scan::<Order>().cursor_context("tenant-8").resume(of_7.clone()).await.unwrap_err(),
        platform.scan::<Order>().resume(of_7.clone()).await.unwrap_err(),
        platform.scan::<Order>().cursor_context("tenant-7").resume(checkpoint.clone()).await.unwrap_err(),
    ];
    for error in &of_context {
        assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
        assert!(error.to_string().contains("context"), "{error}");
    }
    assert_eq!(local.requests(), 0);
    let rest = platform.scan::<Order>().cursor_context("tenant-7").resume(of_7).await.unwrap();
    assert_eq!(rest.items.len(), 17);
    local.clear_operations();
    let later = later::Platform::open(local.client(), "platform");
    let error = later.scan::<later::Order>().resume(checkpoint.clone()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CursorOutdated, "{error}");
    let error = platform.scan::<Order>().segments(5).resume(checkpoint.clone()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("has 4 segments, not 5"), "{error}");
    assert_eq!(local.requests(), 0);
    let count = platform.scan::<Order>().segments(4).resume(checkpoint).count().await.unwrap();
    assert_eq!(count.items, 17, "a count goes on where a scan was");
}
