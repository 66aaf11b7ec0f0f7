//! Randomly sharded entities: append-only.

use std::collections::BTreeSet;

use keywright::{ErrorKind, Outcome};

use super::design::*;

#[tokio::test]
async fn writes_rotate_over_every_shard() {
    let (_local, platform) = platform().await;
    let log = log("c-1");
    // Other tests take turns in between.
    let shards: BTreeSet<_> = (0..100).map(|_| platform.put(&log).shard().unwrap()).collect();
    assert_eq!(shards, (0..10).collect());
}

#[tokio::test]
async fn params_equal_the_sent_request() {
    let (_local, platform) = platform().await;
    let log = log("c-1");
    let put = platform.put(&log);
    let printed = put.params().unwrap().item.unwrap();
    let key = put.key();
    put.await.unwrap();
    assert!(printed["PK"].as_s().unwrap().starts_with("OPS_LOG#2026-06-22#"));
    assert_eq!(platform.get(key).await.unwrap(), Some(log));
}

#[tokio::test]
async fn repeated_append_succeeds_and_another_item_collides() {
    let (_local, platform) = platform().await;
    let mut log = log("c-1");
    platform.put(&log).in_shard(4).await.unwrap();
    platform.put(&log).in_shard(4).await.unwrap();
    log.latency_ms = 13;
    let error = platform.put(&log).in_shard(4).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::KeyCollision, Outcome::NotApplied));
    assert!(error.to_string().contains("`latency_ms` is stored as 12 and given as 13"), "{error}");
    assert_eq!(error.key(), Some("OPS_LOG#2026-06-22#4 / 2026-06-22T12:00:00.000000000Z#c-1"));
    platform.put(&log).in_shard(5).await.unwrap();
}

#[tokio::test]
async fn find_reads_every_shard_in_one_request() {
    let (local, platform) = platform().await;
    platform.put(&log("c-1")).in_shard(7).await.unwrap();
    platform.put(&log("c-1")).in_shard(9).await.unwrap();
    platform.put(&log("c-2")).in_shard(9).await.unwrap();
    local.clear_operations();
    let found = OpsLog::find(noon(), "c-1").send(&platform).consistent().await.unwrap();
    assert_eq!(local.requests(), 1);
    assert_eq!(found.len(), 2);
    for located in found {
        assert_eq!(located.item, log("c-1"));
        platform.delete(located.key).await.unwrap();
    }
    assert!(OpsLog::find(noon(), "c-1").send(&platform).await.unwrap().is_empty());
    assert_eq!(OpsLog::find(noon(), "c-2").send(&platform).await.unwrap().len(), 1);
}

#[tokio::test]
async fn nonexistent_shard_is_rejected() {
    let (local, platform) = platform().await;
    let error = platform.get(OpsLog::key_in_shard(10, noon(), "c-1")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("0 to 9"), "{error}");
    assert_eq!(platform.put(&log("c-1")).in_shard(10).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(local.requests(), 0);
}
