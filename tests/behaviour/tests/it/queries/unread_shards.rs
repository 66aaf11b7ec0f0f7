//! A query of one random shard is not a whole answer.

use keywright::{ErrorKind, Table as _};

use crate::support::faults::{Fault, faulty};
use crate::support::stored;
use crate::writes::design::*;

fn logs() -> Vec<OpsLog> {
    (0..30).map(|number| OpsLog { at: later(number), ..log(&format!("c-{number:02}")) }).collect()
}

#[tokio::test]
async fn raw_query_of_one_shard_returns_a_tenth() {
    let (_local, platform) = platform().await;
    for (shard, log) in (0..10).cycle().zip(&logs()) {
        platform.put(log).in_shard(shard).await.unwrap();
    }
    for shard in 0..10 {
        assert_eq!(stored::under(&platform, &format!("OPS_LOG#2026-06-22#{shard}")).await.len(), 3);
    }
}

#[tokio::test]
async fn query_always_reads_all_shards() {
    let (local, platform) = platform().await;
    for log in &logs() {
        platform.put(log).await.unwrap();
    }
    local.clear_operations();
    let page = OpsLog::query().between(noon()..later(1_000)).send(&platform).await.unwrap();
    assert_eq!(page.items, logs());
    assert_eq!((page.stats.lanes, local.requests()), (10, 10));
    assert_eq!(OpsLog::query().between(noon()..later(1_000)).count(&platform).await.unwrap().items, 30);
}

#[tokio::test]
async fn failed_shard_fails_the_query() {
    let mut faults = [Fault::None; 10];
    faults[6] = Fault::Answer("ValidationException");
    let (local, platform) = faulty(&faults, Fault::None).await;
    let calm = Platform::open(local.client(), "platform");
    for log in &logs() {
        calm.put(log).await.unwrap();
    }
    let query = || OpsLog::query().between(noon()..later(1_000)).in_flight(1);
    let error = query().send(&platform).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Service);
    assert_eq!(error.key(), Some("OPS_LOG#2026-06-22#6"), "{error}");
    assert_eq!(query().send(&platform).await.unwrap().items, logs());
}
