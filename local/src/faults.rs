//! Injects latency and failures, drawn from a seed.

mod draws;
mod failure;
mod injector;
mod late;
mod latency;
mod rule;

pub use self::failure::{Failure, Throttle};
pub(crate) use self::injector::{Injector, Verdict};
pub use self::latency::Latency;
pub use self::rule::Rule;

/// Rules that delay, reject or lose requests, and the seed of their random draws.
///
/// Pass them to [`Builder::faults`](crate::Builder::faults), or to [`Local::set_faults`](crate::Local::set_faults) on a
/// running engine.
///
/// Every rule that matches a request counts it. The latencies of all rules that apply to a request are added up, and
/// the first of them with a failure determines what the client receives.
///
/// # Random draws
///
/// The draws of a rule for a request depend only on the seed, the position of the rule, the lane, and how many requests
/// of that lane the rule has matched before. Concurrent requests to different lanes therefore do not affect each
/// other's draws, however they are scheduled. Requests to one lane use a fixed sequence of draws, in the order in which
/// the engine handles them. The SDK's retry of a request is the next request of its lane.
///
/// A lane is a partition key value in a table, or in one of its indexes. A batch or transaction over several lanes
/// counts as a separate lane. So do the requests to each table without a partition key value.
///
/// ```
/// use std::time::Duration;
/// use keywright_local::{Failure, Faults, Latency, Local, Rule, Throttle};
///
/// # fn main() -> Result<(), keywright_local::Error> {
/// let hot = Throttle::provisioned_throughput_exceeded();
/// let faults = Faults::seeded(7)
///     .rule(Rule::on(["Query"])?.latency(Latency::one_percent_tail()))
///     .rule(Rule::all().lane_prefix("DEVICE#7#").probability(0.2)?.fail(Failure::Throttled(hot)))
///     .rule(Rule::on(["PutItem"])?.first(1).fail(Failure::Disconnected { carried_out: true }));
/// let local = Local::builder().faults(faults).start();
/// local.clear_faults();
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[must_use = "faults do nothing until an engine has them"]
pub struct Faults {
    seed: u64,
    rules: Vec<Rule>,
}

impl Faults {
    /// Makes faults without rules, with the seed of their draws.
    pub fn seeded(seed: u64) -> Self {
        Self { seed, rules: Vec::new() }
    }

    /// Adds a rule after the existing ones.
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }
}
