//! Many deletes, and batches of several entities.

use chrono::TimeDelta;
use keywright::{ErrorKind, Outcome, Table};

use super::design::*;
use crate::support::faults::{Fault, faulty};

fn threats(count: usize) -> Vec<Threat> {
    (0..count).map(|at| threat(&format!("t-{at:03}"))).collect()
}

#[tokio::test]
async fn batch_delete_sends_chunks_of_25() {
    let (local, platform) = platform().await;
    let threats = threats(61);
    assert!(platform.batch_put(&threats).await.unwrap().is_complete());
    local.clear_operations();
    let delete = || platform.batch_delete(threats[..60].iter().map(key_of));
    let sizes: Vec<_> =
        delete().params().unwrap().iter().map(|input| input.request_items().unwrap()["platform"].len()).collect();
    assert_eq!(sizes, [25, 25, 10]);
    let report = delete().await.unwrap();
    assert_eq!((report.deleted, report.is_complete(), local.requests()), (60, true, 3));
    for threat in &threats[..60] {
        assert_eq!(stored(&platform, threat).await, None);
    }
    assert!(stored(&platform, &threats[60]).await.is_some());
    // Deleting an absent item succeeds, and so does a repeated key.
    let twice = [key_of(&threats[60]), key_of(&threats[60]), key_of(&threats[0])];
    assert_eq!(platform.batch_delete(twice).await.unwrap().deleted, 3);
    assert_eq!(stored(&platform, &threats[60]).await, None);
}

#[tokio::test(start_paused = true)]
async fn unprocessed_deletes_are_leftovers_in_order() {
    let (local, platform) = faulty(&[Fault::None], Fault::Only(1)).await;
    let threats = threats(12);
    assert!(platform.batch_put(&threats).await.unwrap().is_complete());
    local.clear_operations();
    let report = platform.batch_delete(threats.iter().map(key_of)).await.unwrap();
    assert_eq!((report.deleted, local.requests()), (10, 10));
    assert_eq!(report.leftovers.iter().map(|left| left.position).collect::<Vec<_>>(), [10, 11]);
    let calm = Platform::open(local.client(), "platform");
    for (leftover, threat) in report.leftovers.iter().zip(&threats[10..]) {
        assert_eq!(leftover.key, key_of(threat));
        assert_eq!((leftover.reason.kind(), leftover.reason.outcome()), (ErrorKind::Throttled, Outcome::NotApplied));
        assert!(stored(&calm, threat).await.is_some());
    }
}

#[tokio::test]
async fn conditional_deletes_are_rejected_and_invalid_keys_left_over() {
    let (local, platform) = platform().await;
    let error = platform.batch_delete([Visit::key("ann", noon() + TimeDelta::milliseconds(1))]).await.unwrap_err();
    assert_eq!((error.kind(), error.entity(), local.requests()), (ErrorKind::InvalidArgument, Some("Visit"), 0));
    assert!(error.to_string().contains("`at`") && error.to_string().contains("use `delete`"), "{error}");
    let none = platform.batch_delete([key_of(&threat("a"))]).in_flight(0).await.unwrap_err();
    assert_eq!(none.kind(), ErrorKind::InvalidArgument);

    let keys = [Threat::key("", noon(), "a"), key_of(&threat("a"))];
    let report = platform.batch_delete(keys).await.unwrap();
    assert_eq!((report.deleted, report.leftovers.len(), report.leftovers[0].position), (1, 1, 0));
    assert_eq!(report.leftovers[0].reason.kind(), ErrorKind::KeyValue);
    assert_eq!(report.leftovers[0].reason.entity(), Some("Threat"));
}

#[tokio::test]
async fn randomly_sharded_items_are_deleted_by_key_with_shard() {
    let (_local, platform) = platform().await;
    platform.put(&log("c-1")).in_shard(7).await.unwrap();
    platform.put(&log("c-1")).in_shard(8).await.unwrap();
    assert!(platform.batch_delete([OpsLog::key_in_shard(7, noon(), "c-1")]).await.unwrap().is_complete());
    let found = OpsLog::find(noon(), "c-1").send(&platform).await.unwrap();
    assert_eq!(
        found.iter().map(|found| found.key.clone()).collect::<Vec<_>>(),
        [OpsLog::key_in_shard(8, noon(), "c-1")]
    );
}

#[tokio::test]
async fn several_entities_share_requests() {
    let (local, platform) = platform().await;
    let (threats, brands) = (threats(20), (0..20).map(|at| brand(&format!("b-{at}"))).collect::<Vec<_>>());
    platform.put(&brand("gone")).await.unwrap();
    local.clear_operations();
    let mut batch = platform.batch();
    for (threat, brand) in threats.iter().zip(&brands) {
        batch = batch.put(threat).put(brand);
    }
    let (last, one) = (log("c-1"), Threat { severity: Severity::Low, ..threats[3].clone() });
    let report = batch.delete(Brand::key("gone")).put(&last).put(&one).delete(key_of(&threats[4])).await.unwrap();
    assert_eq!((report.written, report.is_complete()), (44, true));
    // 42 different keys, then the two that are repeated.
    assert_eq!(local.requests(), 3);
    assert_eq!(stored(&platform, &brand("gone")).await, None);
    assert_eq!(platform.get(key_of(&threats[3])).await.unwrap(), Some(one.clone()));
    assert_eq!(platform.get(key_of(&threats[4])).await.unwrap(), None);
    assert_eq!(platform.get(Brand::key("b-19")).await.unwrap().as_ref(), brands.last());
    assert_eq!(OpsLog::find(noon(), "c-1").send(&platform).await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn leftovers_keep_their_positions_and_shards() {
    let (local, platform) = faulty(&[Fault::Lost; 3], Fault::None).await;
    let (bad, good, log) = (Threat { brand: String::new(), ..threat("a") }, brand("b"), log("c-1"));
    let report = platform.batch().put(&bad).put(&good).put(&log).delete(key_of(&threat("a"))).await.unwrap();
    assert_eq!((report.written, local.requests()), (0, 3));
    let left: Vec<_> = report
        .leftovers
        .iter()
        .map(|left| (left.position, left.entity, left.reason.kind(), left.reason.outcome(), left.reason.entity()))
        .collect();
    let unknown = |at, entity| (at, entity, ErrorKind::Service, Outcome::Unknown, None);
    let bad = (0, "Threat", ErrorKind::KeyValue, Outcome::NotApplied, Some("Threat"));
    assert_eq!(left, [bad, unknown(1, "Brand"), unknown(2, "OpsLog"), unknown(3, "Threat")]);
    let report = platform.batch_leftovers(report.leftovers).await.unwrap();
    assert_eq!((report.written, report.leftovers.len(), report.leftovers[0].position), (3, 1, 0));
    // The first attempts had arrived: the log is in one shard only if it was sent there again.
    assert_eq!(OpsLog::find(noon(), "c-1").send(&platform).await.unwrap().len(), 1);
}

#[tokio::test]
async fn one_write_that_needs_a_condition_rejects_the_batch() {
    let (local, platform) = platform().await;
    let (good, visit) = (brand("b"), visit(noon() + TimeDelta::milliseconds(1), "/a"));
    let key = Visit::key("ann", noon() + TimeDelta::milliseconds(1));
    for batch in [platform.batch().put(&good).put(&visit), platform.batch().delete(key)] {
        assert_eq!(batch.params().unwrap_err().kind(), ErrorKind::InvalidArgument);
        let error = batch.await.unwrap_err();
        assert_eq!((error.kind(), error.entity()), (ErrorKind::InvalidArgument, Some("Visit")));
    }
    assert_eq!(platform.batch().put(&good).in_flight(0).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(local.requests(), 0);
    assert_eq!(platform.batch().await.unwrap().written, 0);
    let requests = platform.batch().put(&good).delete(key_of(&threat("a"))).into_sdk().unwrap();
    for request in requests {
        request.send().await.unwrap();
    }
    assert!(stored(&platform, &good).await.is_some());
}
