//! Segments that fail, and requests that are throttled.

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig};
use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};

use super::design::{Order, Platform, filled, ids, inline, order, put_raw, requests};

/// Opens the table with a handle that does not retry.
fn once(local: &Local) -> Handle<Platform> {
    let retries = RetryConfig::standard().with_max_attempts(1);
    Platform::open(Client::from_conf(local.config().retry_config(retries).build()), "platform")
}

fn down() -> Failure {
    Failure::ServiceUnavailable { carried_out: false }
}

#[tokio::test(start_paused = true)]
async fn throttled_requests_are_retried() {
    let local = inline();
    let platform = filled(&local, 60).await;
    let throttled = Failure::Throttled(Throttle::provisioned_throughput_exceeded());
    local.set_faults(Faults::seeded(5).rule(Rule::on(["Scan"]).unwrap().first(6).fail(throttled)));
    let mut stream = platform.scan::<Order>().segments(3).stream();
    let orders: Vec<Order> = (&mut stream).try_collect().await.unwrap();
    assert_eq!(ids(&orders), (0..60).collect::<Vec<_>>());
    assert_eq!((stream.stats().throttles, stream.stats().requests), (6, 9));
}

#[tokio::test(start_paused = true)]
async fn failed_segment_fails_the_scan_and_is_named() {
    let local = inline();
    let platform = filled(&local, 60).await;
    let throttled = Failure::Throttled(Throttle::throttling());
    local.set_faults(Faults::seeded(5).rule(Rule::on(["Scan"]).unwrap().fail(throttled)));
    let mut stream = platform.scan::<Order>().segments(3).stream();
    let error = stream.next().await.unwrap().unwrap_err();
    assert_eq!((error.kind(), error.operation_name()), (ErrorKind::Throttled, Some("scan")));
    assert_eq!((error.entity(), error.table()), (Some("Order"), Some("platform")));
    let segment = error.segment().unwrap();
    assert!(segment < 3 && error.to_string().contains(&format!("segment {segment} of 3")), "{error}");
    assert!(stream.next().await.is_none(), "it has ended");
    assert_eq!(platform.scan::<Order>().await.unwrap_err().kind(), ErrorKind::Throttled);
    assert_eq!(platform.scan::<Order>().count().await.unwrap_err().kind(), ErrorKind::Throttled);
}

#[tokio::test]
async fn partial_page_names_failed_segments_and_resumes_with_them() {
    let local = inline();
    let _platform = filled(&local, 60).await;
    let platform = once(&local);
    local.set_faults(Faults::seeded(5).rule(Rule::on(["Scan"]).unwrap().every(2).unwrap().fail(down())));
    let page = platform.scan::<Order>().segments(4).partial().await.unwrap();
    let failed: Vec<usize> = page.failed.iter().map(|failed| failed.segment).collect();
    assert_eq!(failed.len(), 2, "{failed:?}");
    assert!(page.failed.iter().all(|failed| failed.error.segment() == Some(failed.segment)));
    assert!(!page.items.is_empty() && page.items.len() < 60);
    assert!(platform.scan::<Order>().segments(4).await.is_err(), "unless it is asked for");
    local.clear_faults();
    local.clear_operations();
    let rest = platform.scan::<Order>().resume(page.checkpoint).partial().await.unwrap();
    assert_eq!((requests(&local, "Scan"), rest.failed.len()), (2, 0));
    assert!(rest.checkpoint.is_none());
    assert_eq!(ids(&[page.items, rest.items].concat()), (0..60).collect::<Vec<_>>());
}

#[tokio::test]
async fn partial_page_fails_if_no_segment_responds() {
    let local = inline();
    let _platform = filled(&local, 6).await;
    local.set_faults(Faults::seeded(5).rule(Rule::on(["Scan"]).unwrap().fail(down())));
    let error = once(&local).scan::<Order>().segments(4).partial().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Service);
}

#[tokio::test]
async fn a_scan_goes_on_after_an_undecodable_item() {
    let local = inline();
    let platform = filled(&local, 20).await;
    let mut spoilt = order(7).to_item().unwrap();
    spoilt.insert("state".into(), number());
    put_raw(&platform, spoilt).await;
    let mut stream = platform.scan::<Order>().stream();
    let mut found = Vec::new();
    let error = loop {
        match stream.next().await.unwrap() {
            Ok(order) => found.push(order),
            Err(error) => break error,
        }
    };
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(error.to_string().contains("`state`"), "{error}");
    assert_eq!(error.key(), Some("CUSTOMER#c0 / ORDER#0000000007"));
    // The checkpoint is after the item.
    let rest: Vec<Order> = platform.scan().resume(stream.checkpoint()).stream().try_collect().await.unwrap();
    let others: Vec<_> = (0..20).filter(|id| *id != 7).collect();
    assert_eq!(ids(&[found.clone(), rest].concat()), others);
    let rest: Vec<Order> = stream.try_collect().await.unwrap();
    assert_eq!(ids(&[found, rest].concat()), others);
    put_raw(&platform, order(7).to_item().unwrap()).await;
    assert_eq!(platform.scan::<Order>().partial().await.unwrap().items.len(), 20);
}

fn number() -> aws_sdk_dynamodb::types::AttributeValue {
    aws_sdk_dynamodb::types::AttributeValue::N("7".into())
}

#[tokio::test]
async fn missing_table_is_reported() {
    let local = inline();
    let missing = Platform::open(local.client(), "missing");
    let error = missing.scan::<Order>().partial().await.unwrap_err();
    assert_eq!((error.kind(), error.operation_name()), (ErrorKind::TableNotFound, Some("scan")));
}
