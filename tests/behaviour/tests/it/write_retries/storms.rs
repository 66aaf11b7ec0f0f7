//! Many appends with throttles and lost responses: the items at the end match the reported outcomes.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use keywright::Outcome;
use keywright_local::{Failure, Faults, Latency};

use super::design::*;

const APPENDS: usize = 120;

fn storm(seed: u64) -> Faults {
    let rule = |share, failure| put_item().probability(share).unwrap().fail(failure);
    Faults::seeded(seed)
        .rule(put_item().latency(Latency::constant(millis(3))))
        .rule(rule(0.08, Failure::Disconnected { carried_out: true }))
        .rule(rule(0.08, Failure::Disconnected { carried_out: false }))
        .rule(rule(0.08, Failure::InternalServerError { carried_out: true }))
        .rule(rule(0.05, throttled(&[("IndexWriteKeyRangeThroughputExceeded", BY_AGENT)])))
        .rule(rule(0.05, throttled(&[("TableWriteProvisionedThroughputExceeded", TABLE)])))
        .rule(rule(0.5, hot()))
}

#[tokio::test(start_paused = true)]
async fn appends_are_stored_at_most_once_as_reported() {
    let (mut moved, mut failed, mut unknown) = (0, 0, 0);
    for seed in 0..3 {
        let (local, platform) = platform().await;
        local.set_faults(storm(seed));
        let logs: Vec<_> = (0..APPENDS).map(|number| log(&format!("c-{number}"))).collect();
        let answers = join_all(logs.iter().map(|log| async {
            let put = platform.put(log);
            (put.shard(), put.await)
        }));
        let answers = answers.await;
        local.clear_faults();
        let mut stored = BTreeMap::<String, Vec<_>>::new();
        let all = OpsLog::query().between(noon()..noon() + chrono::TimeDelta::hours(1)).limit(2 * APPENDS);
        for found in all.located().send(&platform).await.unwrap().items {
            stored.entry(found.item.call_id).or_default().push(found.key);
        }
        for (log, (first, answer)) in logs.iter().zip(answers) {
            let there = stored.remove(&log.call_id).unwrap_or_default();
            match answer {
                Ok(written) => {
                    assert_eq!(there, [written.key(log)]);
                    moved += usize::from(written.shard() != first);
                }
                Err(error) => {
                    failed += 1;
                    match error.outcome() {
                        Outcome::NotApplied => assert!(there.is_empty(), "{error}: {there:?}"),
                        Outcome::Unknown => {
                            unknown += 1;
                            let shard = error.shard().unwrap();
                            let key = OpsLog::key_in_shard(shard, noon(), &*log.call_id);
                            assert!(there.is_empty() || there == [key], "{error}: {there:?}");
                            assert_eq!(platform.put(log).in_shard(shard).await.unwrap().shard(), Some(shard));
                            let found = OpsLog::find(noon(), &*log.call_id).send(&platform).await.unwrap();
                            assert_eq!(found.len(), 1, "{error}");
                        }
                    }
                }
            }
        }
        assert!(stored.is_empty(), "nobody wrote {stored:?}");
    }
    assert!(moved > 60 && failed > 0 && unknown > 0, "{moved} moved, {failed} failed, {unknown} unknown");
}
