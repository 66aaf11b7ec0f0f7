//! The effect of retries at full load.

use std::time::Duration;

use keywright_local::Partitions;
use keywright_local::simulate::{EntityReport, Load, Retry, Simulation, Traffic};

use super::designs::{indexed, twenty};

/// Simulates exactly full load on 20 shards, each on a partition of its own.
fn at_full_load(retry: Retry, writers: u32) -> EntityReport {
    let load = Load::none().entity::<twenty::OpsLog>(Traffic::new(20_000.0, 700).unwrap());
    let partitions = Partitions::default().bucket_depth(Duration::from_millis(50)).seed(3);
    let simulation = Simulation::new::<twenty::Ops>(load).warm_table(4_000_000).partitions(partitions);
    let simulation = simulation.duration(Duration::from_secs(5)).retry(retry).writers(writers);
    simulation.run().unwrap().entities.remove(0)
}

#[test]
fn retrying_on_another_shard_is_faster_than_on_the_same_one() {
    // With this many writers, the order of their turns is as good as random.
    let (sdk, by_reason) = (at_full_load(Retry::Sdk, 20_000), at_full_load(Retry::ByReason, 20_000));
    let p999 = |report: &EntityReport| report.latency.unwrap().p999_ms;
    assert!(p999(&sdk) > 500.0, "{sdk}");
    assert!(p999(&by_reason) < p999(&sdk) / 20.0, "{by_reason}");
    assert_eq!(by_reason.totals.lost, 0, "{by_reason}");
    // Writers that write several times a second distribute their writes evenly over the shards.
    let in_turn = at_full_load(Retry::ByReason, 200);
    assert!(p999(&in_turn) <= 10.0, "{in_turn}");
}

#[test]
fn retries_keep_the_shard_if_the_index_key_does_not_contain_it() {
    let load = || Load::declared::<indexed::Ops>();
    let simulation = Simulation::new::<indexed::Ops>(load()).warm_table(40_000).duration(Duration::from_secs(5));
    let report = simulation.retry(Retry::ByReason).run().unwrap();
    let log = &report.entities[0];
    assert!(log.totals.lost > 0 && log.totals.refusals > 5 * log.totals.lost, "{log:?}");
    let latency = log.latency.unwrap();
    assert!(latency.p50_ms >= 4.0);
    assert!(latency.max_ms > 100.0, "{log}: waits on the same key");
    let all = log.totals.accepted + log.totals.lost + log.waiting;
    assert_eq!(all, log.totals.writes);
}
