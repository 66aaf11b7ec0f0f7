//! Concurrent writers: no write is lost.

use futures_util::future::join_all;
use keywright::{ErrorKind, Outcome};
use keywright_local::{Failure, Faults, Rule};

use super::design::*;

/// Adds 1 to the total, and repeats this if another writer is first.
async fn add(platform: &keywright::Handle<Platform>) -> u64 {
    loop {
        let read = stored(platform).await.unwrap();
        let order = Order { total: read.total + 1, ..read };
        match platform.put(&order).await {
            Ok(written) => return written.version(),
            Err(error) => assert_eq!(error.kind(), ErrorKind::VersionConflict, "{error}"),
        }
    }
}

#[tokio::test]
async fn concurrent_updates_are_not_lost() {
    let (_local, platform) = platform().await;
    platform.put(&order(0, 0)).await.unwrap();
    let mut versions = join_all((0..20).map(|_| add(&platform))).await;
    versions.sort_unstable();
    assert_eq!(versions, (2..=21).collect::<Vec<_>>());
    assert_eq!(stored(&platform).await.unwrap(), order(20, 21));
}

#[tokio::test]
async fn concurrent_first_versions_succeed_once() {
    let (_local, platform) = platform().await;
    let results = join_all((0..20).map(|writer| {
        let platform = &platform;
        async move { platform.put(&order(writer, 0)).await }
    }))
    .await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    let losers = results.iter().filter_map(|result| result.as_ref().err());
    assert!(losers.clone().all(|error| error.kind() == ErrorKind::VersionConflict));
    let winner = results.iter().position(Result::is_ok).unwrap();
    assert_eq!(stored(&platform).await.unwrap(), order(winner as u32, 1));
}

#[tokio::test(start_paused = true)]
async fn version_counts_writes_despite_lost_responses() {
    for seed in 0..8 {
        let (local, platform) = platform().await;
        platform.put(&order(0, 0)).await.unwrap();
        let lost = Rule::on(["PutItem"]).unwrap().probability(0.3).unwrap();
        let failed = Rule::on(["PutItem"]).unwrap().probability(0.2).unwrap();
        let faults = Faults::seeded(seed).rule(lost.fail(Failure::Disconnected { carried_out: true }));
        local.set_faults(faults.rule(failed.fail(Failure::InternalServerError { carried_out: false })));
        let results = join_all((0..10).map(|writer| {
            let platform = &platform;
            async move {
                let mut outcomes = Vec::new();
                for turn in 0..4 {
                    let read = stored(platform).await.unwrap();
                    outcomes.push(platform.put(&Order { total: writer * 10 + turn, ..read }).await);
                }
                outcomes
            }
        }))
        .await;
        local.clear_faults();
        let all: Vec<_> = results.into_iter().flatten().collect();
        let sure = all.iter().filter(|result| result.is_ok()).count() as u64;
        let open = all.iter().filter(|result| result.as_ref().is_err_and(|e| e.outcome() == Outcome::Unknown)).count();
        let version = stored(&platform).await.unwrap().version - 1;
        assert!(
            sure <= version && version <= sure + open as u64,
            "seed {seed}: {sure} <= {version} <= {sure} + {open}"
        );
        let mut versions: Vec<u64> = all.iter().filter_map(|result| Some(result.as_ref().ok()?.version())).collect();
        versions.sort_unstable();
        versions.dedup();
        assert_eq!(versions.len() as u64, sure, "seed {seed}: two writes of one version");
    }
}
