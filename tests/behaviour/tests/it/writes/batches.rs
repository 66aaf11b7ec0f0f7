//! Many items at once.

use aws_sdk_dynamodb::config::retry::RetryConfig;
use keywright::{Entity, ErrorKind, Outcome};

use super::design::*;
use crate::support::faults::{Fault, faulty, faulty_with};

fn threats(count: usize) -> Vec<Threat> {
    (0..count).map(|at| threat(&format!("t-{at:03}"))).collect()
}

#[tokio::test]
async fn batch_put_sends_chunks_of_25() {
    let (local, platform) = platform().await;
    let threats = threats(120);
    let report = platform.batch_put(&threats).await.unwrap();
    assert!(report.is_complete());
    assert_eq!(report.written, 120);
    assert_eq!(local.requests(), 5);
    for threat in &threats {
        let got = platform.get(Threat::key("abc", noon(), &threat.id)).await.unwrap();
        assert_eq!(got.as_ref(), Some(threat));
    }
}

#[tokio::test]
async fn last_of_several_items_with_one_key_wins() {
    let (local, platform) = platform().await;
    let mut threats = threats(3);
    let mut last = threats[1].clone();
    last.severity = Severity::Low;
    threats.push(last.clone());
    let report = platform.batch_put(&threats).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (4, 0));
    assert_eq!(local.requests(), 2);
    assert_eq!(platform.get(Threat::key("abc", noon(), "t-001")).await.unwrap(), Some(last));
}

#[tokio::test]
async fn unprocessed_items_are_retried() {
    let (local, platform) = faulty(&[Fault::Only(10), Fault::Only(1), Fault::Only(13)], Fault::None).await;
    let threats = threats(25);
    let report = platform.batch_put(&threats).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (25, 0));
    assert_eq!(local.requests(), 4);
    for threat in &threats {
        assert!(stored(&platform, threat).await.is_some(), "{threat:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn persistently_unprocessed_items_are_leftovers_with_their_shard() {
    let (local, platform) = faulty(&[], Fault::Only(1)).await;
    let logs: Vec<_> = (0..13).map(|at| log(&format!("c-{at}"))).collect();
    let report = platform.batch_put(&logs).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (10, 3));
    assert_eq!(local.requests(), 10);
    let leftovers = report.leftovers;
    for leftover in &leftovers {
        assert_eq!(leftover.reason.kind(), ErrorKind::Throttled);
        assert_eq!(leftover.reason.outcome(), Outcome::NotApplied);
    }
    let wanted: Vec<_> = leftovers.iter().map(|leftover| (leftover.entity, leftover.key.clone())).collect();
    let calm = <Platform as keywright::Table>::open(local.client(), "platform");
    let report = calm.batch_put_leftovers(leftovers).await.unwrap();
    assert!(report.is_complete());
    for (entity, key) in wanted {
        assert_eq!(calm.get(key).await.unwrap().as_ref(), Some(entity));
    }
}

#[tokio::test(start_paused = true)]
async fn later_items_of_a_key_wait_for_the_earlier_one() {
    let (local, platform) = faulty(&[], Fault::Only(1)).await;
    let mut threats = threats(12);
    threats.extend([threats[0].clone(), threats[11].clone()]);
    let report = platform.batch_put(&threats).await.unwrap();
    assert_eq!(report.written, 11);
    let left: Vec<_> = report.leftovers.iter().map(|leftover| leftover.entity).collect();
    assert_eq!(left, [&threats[10], &threats[11], &threats[13]]);
    assert!(std::ptr::eq(left[1], &threats[11]) && std::ptr::eq(left[2], &threats[13]));
    assert_eq!(local.requests(), 11);
}

#[tokio::test(start_paused = true)]
async fn throttled_chunk_is_retried() {
    let throttled = Fault::Answer("ProvisionedThroughputExceededException");
    let (local, platform) = faulty(&[throttled; 6], Fault::None).await;
    let threats = threats(3);
    let report = platform.batch_put(&threats).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (3, 0));
    assert_eq!(local.requests(), 7);

    let (local, platform) = faulty(&[], throttled).await;
    let report = platform.batch_put(&threats).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (0, 3));
    assert!(report.leftovers.iter().all(|leftover| leftover.reason.kind() == ErrorKind::Throttled));
    assert_eq!(local.requests(), 10);
}

#[tokio::test(start_paused = true)]
async fn throttled_and_unprocessed_responses_share_the_retry_limit() {
    let throttled = Fault::Answer("ProvisionedThroughputExceededException");
    let (local, platform) = faulty(&[throttled, Fault::Only(1), throttled, Fault::Only(1)], throttled).await;
    let threats = threats(4);
    let report = platform.batch_put(&threats).await.unwrap();
    assert_eq!((report.written, local.requests()), (2, 10));
}

#[tokio::test]
async fn with_one_attempt_unprocessed_items_are_not_retried() {
    let once = || RetryConfig::standard().with_max_attempts(1);
    let (local, platform) = faulty_with(once(), &[], Fault::Only(1)).await;
    let threats = threats(3);
    let report = platform.batch_put(&threats).await.unwrap();
    assert_eq!((report.written, report.leftovers.len(), local.requests()), (1, 2, 1));
    assert!(
        report.leftovers[0].reason.to_string().contains("through 1 request(s); "),
        "{}",
        report.leftovers[0].reason
    );

    let (local, platform) = faulty_with(once(), &[], Fault::Only(1)).await;
    let error = OpsLog::find(noon(), "c-1").send(&platform).await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::Throttled, 1));
}

#[tokio::test]
async fn failed_chunk_does_not_stop_later_chunks() {
    let (local, platform) = faulty(&[Fault::Answer("ValidationException")], Fault::None).await;
    let threats = threats(60);
    let report = platform.batch_put(&threats).in_flight(1).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (35, 25));
    assert_eq!(local.requests(), 3);
    for (leftover, threat) in report.leftovers.iter().zip(&threats) {
        assert_eq!(leftover.entity, threat);
        assert!(leftover.reason.to_string().contains("ValidationException"), "{}", leftover.reason);
    }
}

#[tokio::test]
async fn table_error_ends_the_batch() {
    let (local, platform) = faulty(&[], Fault::Answer("ResourceNotFoundException")).await;
    let threats = threats(60);
    let report = platform.batch_put(&threats).in_flight(1).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (0, 60));
    assert_eq!(report.leftovers[59].reason.kind(), ErrorKind::TableNotFound);
    assert_eq!(local.requests(), 1);
}

#[tokio::test]
async fn lost_response_leaves_the_chunk_with_an_unknown_outcome() {
    let (_local, platform) = faulty(&[Fault::Lost; 3], Fault::None).await;
    let threats = threats(3);
    let report = platform.batch_put(&threats).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (0, 3));
    assert!(report.leftovers.iter().all(|leftover| leftover.reason.outcome() == Outcome::Unknown));
}

#[tokio::test]
async fn unencodable_item_is_the_only_leftover() {
    let (_local, platform) = platform().await;
    let mut threats = threats(3);
    threats[1].brand = String::new();
    let report = platform.batch_put(&threats).await.unwrap();
    assert_eq!((report.written, report.leftovers.len()), (2, 1));
    assert!(std::ptr::eq(report.leftovers[0].entity, &threats[1]));
    assert_eq!(report.leftovers[0].reason.kind(), ErrorKind::KeyValue);
}

#[tokio::test]
async fn item_whose_put_needs_a_condition_is_rejected() {
    let (local, platform) = platform().await;
    let visits = [visit(noon(), "/a"), visit(noon() + chrono::TimeDelta::milliseconds(1), "/a")];
    let error = platform.batch_put(&visits).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("`at`"), "{error}");
    assert_eq!(platform.batch_put(&threats(1)).in_flight(0).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn params_equal_the_requests() {
    let (_local, platform) = platform().await;
    let threats = threats(30);
    let params = platform.batch_put(&threats).params().unwrap();
    let sizes: Vec<_> = params.iter().map(|input| input.request_items().unwrap()["platform"].len()).collect();
    assert_eq!(sizes, [25, 5]);
    for request in platform.batch_put(&threats).into_sdk().unwrap() {
        request.send().await.unwrap();
    }
    assert_eq!(
        stored(&platform, &threats[29]).await.map(|item| Threat::from_item(item).unwrap()).as_ref(),
        threats.last()
    );
}

#[tokio::test]
async fn find_retries_unprocessed_keys() {
    let (local, platform) = faulty(&[Fault::None, Fault::None, Fault::Only(3), Fault::Only(5)], Fault::None).await;
    platform.put(&log("c-1")).in_shard(2).await.unwrap();
    platform.put(&log("c-1")).in_shard(9).await.unwrap();
    let found = OpsLog::find(noon(), "c-1").send(&platform).await.unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(local.requests(), 5);
}
