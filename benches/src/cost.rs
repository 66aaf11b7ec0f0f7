//! The cost of reads, summed up over runs.

use std::time::Duration;

use crate::{meter::Charged, quantile::quantile};

/// The cost of a question, over several runs.
#[derive(Debug, Clone, Default)]
pub struct Cost {
    charged: Charged,
    rounds: usize,
    latencies: Vec<Duration>,
}

impl Cost {
    /// Adds one run.
    pub fn add(&mut self, charged: Charged, rounds: usize, latency: Duration) {
        self.charged.requests += charged.requests;
        self.charged.items += charged.items;
        self.charged.rcu += charged.rcu;
        self.rounds += rounds;
        self.latencies.push(latency);
    }

    /// Returns the number of runs.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.latencies.len()
    }

    /// Returns the mean number of items read.
    #[must_use]
    pub fn items(&self) -> f64 {
        self.mean(self.charged.items as f64)
    }

    /// Returns the mean read capacity units.
    #[must_use]
    pub fn rcu(&self) -> f64 {
        self.mean(self.charged.rcu)
    }

    /// Returns the mean number of requests.
    #[must_use]
    pub fn requests(&self) -> f64 {
        self.mean(self.charged.requests as f64)
    }

    /// Returns the mean number of rounds.
    #[must_use]
    pub fn rounds(&self) -> f64 {
        self.mean(self.rounds as f64)
    }

    /// Returns the latency that this share of the runs did not exceed.
    #[must_use]
    pub fn latency(&self, share: f64) -> Duration {
        quantile(&self.latencies, share).unwrap_or_default()
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.runs().max(1) as f64
    }
}
