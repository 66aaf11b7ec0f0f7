//! Which reads are worth a second copy.

use std::{collections::HashMap, time::Duration};

use super::latency::Latencies;

/// What a read is, as far as its latency goes: a page of a query is not an item, and an index has its own partitions.
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
    /// A page of a scan. It has no second copy: nobody waits for one page of it, and each costs up to 1 MB.
    Scan,
}

/// Hedged requests, as in [The Tail at Scale](https://research.google/pubs/the-tail-at-scale/): the slowest reads, and
/// never more of them than the budget, are sent twice.
///
/// Latencies are kept by [`ReadKind`]: had gets and pages one bound, each page would look late.
#[derive(Debug)]
pub(crate) struct Hedge {
    /// The extra reads for each read.
    budget: f64,
    tokens: f64,
    latencies: HashMap<ReadKind, Latencies>,
}

impl Hedge {
    /// The most second copies that are saved up. A fan-out over 200 lanes wants 10 of them at once at 5 %, and rarely
    /// more than 20.
    pub(crate) const SAVED: f64 = 25.0;

    /// So many of the known latencies must lie beyond a bound before it is one.
    const BEYOND: f32 = 10.0;

    /// Not less than the slower half of all reads is late, however large the budget.
    const MOST: f64 = 0.5;

    /// A hedge with a budget between 0 and 1.
    pub(crate) fn new(budget: f64) -> Self {
        Self { budget, tokens: 0.0, latencies: HashMap::new() }
    }

    /// A read is sent. After how long it is late; `None` while too little is known.
    pub(crate) fn begin(&mut self, kind: ReadKind) -> Option<Duration> {
        self.tokens = (self.tokens + self.budget).min(Self::SAVED);
        let late = self.budget.min(Self::MOST) as f32;
        let latencies = self.latencies.get(&kind)?;
        let enough = (Self::BEYOND / late).min(Latencies::WINDOW / 2.0);
        if latencies.total() < enough { None } else { latencies.exceeded_by(late) }
    }

    /// Takes a second copy from what the reads so far have earned.
    pub(crate) fn take(&mut self) -> bool {
        let has_earned = self.tokens >= 1.0;
        if has_earned {
            self.tokens -= 1.0;
        }
        has_earned
    }

    /// A read had an answer so long after it was sent, the second copy's if that was first: a read that needed one
    /// still counts as late.
    pub(crate) fn answered(&mut self, kind: ReadKind, latency: Duration) {
        self.latencies.entry(kind).or_insert_with(Latencies::new).record(latency);
    }
}

#[cfg(test)]
mod tests;
