//! Decides which reads are sent a second time.

use std::{collections::HashMap, time::Duration};

use super::latency::Latencies;

/// The kinds of reads. Latencies are only comparable within a kind: a page of a query is not an item, and an index has
/// its own partitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ReadKind {
    /// One item.
    Get,
    /// Up to 100 items.
    Batch,
    /// Up to 100 items, in a transaction.
    Transaction,
    /// A page of the table or of an index.
    Query(Option<&'static str>),
    /// A page of a scan. It is never hedged: no caller waits for a single page of it, and each costs up to 1 MB.
    Scan,
}

/// Hedges requests as in [The Tail at Scale](https://research.google/pubs/the-tail-at-scale/): the slowest reads are
/// sent twice, and never more of them than the budget allows.
///
/// Latencies are kept by [`ReadKind`]: with one bound for gets and pages, each page would look late.
#[derive(Debug)]
pub(crate) struct Hedge {
    /// The number of extra reads per read.
    budget: f64,
    tokens: f64,
    latencies: HashMap<ReadKind, Latencies>,
}

impl Hedge {
    /// The maximum number of second copies that can be saved up. At 5 %, a fan-out over 200 lanes needs 10 of them at
    /// once, and rarely more than 20.
    pub(crate) const SAVED: f64 = 25.0;

    /// The number of known latencies that must be beyond a bound before it is used.
    const MIN_LATENCIES_BEYOND: f32 = 10.0;

    /// At most the slower half of all reads counts as late, however large the budget is.
    const MAX_LATE_SHARE: f64 = 0.5;

    /// Makes a hedge with a budget between 0 and 1.
    pub(crate) fn new(budget: f64) -> Self {
        Self { budget, tokens: 0.0, latencies: HashMap::new() }
    }

    /// Records that a read is sent. Returns the time after which it is late, or `None` while too few latencies are
    /// known.
    pub(crate) fn begin(&mut self, kind: ReadKind) -> Option<Duration> {
        self.tokens = (self.tokens + self.budget).min(Self::SAVED);
        let late = self.budget.min(Self::MAX_LATE_SHARE) as f32;
        let latencies = self.latencies.get(&kind)?;
        let enough = (Self::MIN_LATENCIES_BEYOND / late).min(Latencies::WINDOW / 2.0);
        if latencies.total() < enough { None } else { latencies.exceeded_by(late) }
    }

    /// Takes one second copy from the budget.
    pub(crate) fn take(&mut self) -> bool {
        let has_earned = self.tokens >= 1.0;
        if has_earned {
            self.tokens -= 1.0;
        }
        has_earned
    }

    /// Records the latency of a read, from its first request to its first answer: a read that needed a second copy
    /// still counts as late.
    pub(crate) fn answered(&mut self, kind: ReadKind, latency: Duration) {
        self.latencies.entry(kind).or_insert_with(Latencies::new).record(latency);
    }
}

#[cfg(test)]
mod tests;
