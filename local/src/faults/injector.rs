//! Applies the faults of a running engine to its requests.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::draws::Draws;
use super::late::LateRequests;
use super::{Failure, Faults};
use crate::request::{Request, Target};

/// The effect of the faults on one request.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) latency: Duration,
    pub(crate) failure: Option<Failure>,
}

/// The faults of one engine, which can be replaced at any time.
#[derive(Debug, Default)]
pub(crate) struct Injector {
    active: Mutex<Active>,
    late: LateRequests,
}

#[derive(Debug, Default)]
struct Active {
    faults: Faults,
    /// For each rule, the number of requests of each lane that it has matched.
    matched: Vec<HashMap<Vec<Target>, u64>>,
}

impl Injector {
    pub(crate) fn new(faults: Faults) -> Self {
        let injector = Self::default();
        injector.replace(faults);
        injector
    }

    /// Returns the requests that are held back. Replacing the faults does not drop them.
    pub(crate) fn late(&self) -> &LateRequests {
        &self.late
    }

    /// Replaces the faults. Every count of the new faults begins at 0.
    pub(crate) fn replace(&self, faults: Faults) {
        let matched = vec![HashMap::new(); faults.rules.len()];
        *self.active() = Active { faults, matched };
    }

    pub(crate) fn judge(&self, request: &Request) -> Verdict {
        let active = &mut *self.active();
        let mut verdict = Verdict::default();
        for ((position, rule), matched) in active.faults.rules.iter().enumerate().zip(&mut active.matched) {
            let Some(lane) = rule.matched(request) else { continue };
            let number = matched.get(&lane).copied().unwrap_or_default();
            let mut draws = Draws::new(active.faults.seed, position, &lane, number);
            matched.insert(lane, number.saturating_add(1));
            if !rule.strikes(number, &mut draws) {
                continue;
            }
            let (latency, failure) = rule.effects();
            if let Some(latency) = latency {
                verdict.latency = verdict.latency.saturating_add(latency.draw(&mut draws));
            }
            verdict.failure = verdict.failure.or_else(|| failure.cloned());
        }
        verdict
    }

    fn active(&self) -> MutexGuard<'_, Active> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Latency, Rule, Throttle};

    fn query(lane: &str) -> Request {
        let target = Target { table: "t".into(), index: None, lane: Some(lane.into()) };
        Request { operation: "Query".into(), targets: [target].into() }
    }

    fn random_faults() -> Faults {
        let half = Rule::all().probability(0.5).unwrap().fail(Failure::InternalServerError { carried_out: false });
        Faults::seeded(11).rule(half).rule(Rule::all().latency(Latency::one_percent_tail()))
    }

    #[test]
    fn faults_of_a_lane_are_independent_of_other_lanes() {
        let alone = Injector::new(random_faults());
        let expected: Vec<Verdict> = (0..20).map(|_| alone.judge(&query("a"))).collect();
        let among = Injector::new(random_faults());
        for (number, expected) in expected.iter().enumerate() {
            for other in 0..number {
                among.judge(&query(&format!("b{other}")));
            }
            assert_eq!(&among.judge(&query("a")), expected, "request {number}");
        }
        let failed = expected.iter().filter(|verdict| verdict.failure.is_some()).count();
        assert!((3..=17).contains(&failed), "{failed} of 20");
        assert!(expected.windows(2).all(|two| two[0].latency != two[1].latency));
    }

    #[test]
    fn latencies_add_up_and_the_first_failure_decides() {
        let ms = |n| Latency::constant(Duration::from_millis(n));
        let throttled = Failure::Throttled(Throttle::throttling());
        let faults = Faults::seeded(0)
            .rule(Rule::all().latency(ms(3)))
            .rule(Rule::all().first(1).latency(ms(4)).fail(throttled.clone()))
            .rule(Rule::all().first(2).fail(Failure::Disconnected { carried_out: true }));
        let injector = Injector::new(faults);
        let verdicts: Vec<Verdict> = (0..3).map(|_| injector.judge(&query("a"))).collect();
        let verdict = |ms, failure| Verdict { latency: Duration::from_millis(ms), failure };
        assert_eq!(
            verdicts,
            [
                verdict(7, Some(throttled)),
                verdict(3, Some(Failure::Disconnected { carried_out: true })),
                verdict(3, None),
            ]
        );
    }

    #[test]
    fn replacing_faults_resets_their_counts() {
        let once =
            || Faults::seeded(0).rule(Rule::all().first(1).fail(Failure::ServiceUnavailable { carried_out: false }));
        let injector = Injector::new(once());
        assert!(injector.judge(&query("a")).failure.is_some());
        assert!(injector.judge(&query("a")).failure.is_none());
        assert!(injector.judge(&query("b")).failure.is_some(), "another lane has its own count");
        injector.replace(once());
        assert!(injector.judge(&query("a")).failure.is_some());
        injector.replace(Faults::default());
        assert_eq!(injector.judge(&query("c")), Verdict::default());
    }
}
