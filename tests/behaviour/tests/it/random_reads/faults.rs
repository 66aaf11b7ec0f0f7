//! Random faults from a seed.

use std::time::Duration;

use keywright_local::{Failure, Faults, Latency, Rule, Throttle};

/// Delays and fails some reads, but not so often that any of them gives up.
pub fn faults(seed: u64) -> Faults {
    let reads = || Rule::on(["Query", "BatchGetItem", "GetItem"]).unwrap();
    let late = Latency::exponential(Duration::from_millis(40)).shifted(Duration::from_millis(5));
    let usual = Latency::constant(Duration::from_millis(5));
    let throttle = Failure::Throttled(Throttle::provisioned_throughput_exceeded());
    let broken = Failure::InternalServerError { carried_out: false };
    let lost = Failure::Disconnected { carried_out: true };
    Faults::seeded(seed)
        .rule(reads().latency(Latency::mixture([(0.9, usual), (0.1, late)]).unwrap()))
        .rule(reads().probability(0.03).unwrap().fail(throttle))
        .rule(reads().probability(0.03).unwrap().fail(broken))
        .rule(reads().probability(0.02).unwrap().fail(lost))
}

/// Returns [`faults`] with failures that make every third read give up.
pub fn failures(seed: u64) -> Faults {
    let reads = || Rule::on(["Query"]).unwrap();
    let usual = Latency::exponential(Duration::from_millis(5));
    let broken = Failure::InternalServerError { carried_out: false };
    Faults::seeded(seed).rule(reads().latency(usual)).rule(reads().probability(0.3).unwrap().fail(broken))
}
