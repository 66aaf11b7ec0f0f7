//! What reads cost, summed up over runs.

use std::time::Duration;

use crate::{meter::Charged, quantile::quantile};

/// The cost of a question, asked several times.
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

    /// How often it was asked.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.latencies.len()
    }

    /// The items read, in the mean.
    #[must_use]
    pub fn items(&self) -> f64 {
        self.mean(self.charged.items as f64)
    }

    /// The read capacity units, in the mean.
    #[must_use]
    pub fn rcu(&self) -> f64 {
        self.mean(self.charged.rcu)
    }

    /// The requests, in the mean.
    #[must_use]
    pub fn requests(&self) -> f64 {
        self.mean(self.charged.requests as f64)
    }

    /// The requests that had to be answered one after the other, in the mean.
    #[must_use]
    pub fn rounds(&self) -> f64 {
        self.mean(self.rounds as f64)
    }

    /// The latency that this share of the runs did not exceed.
    #[must_use]
    pub fn latency(&self, share: f64) -> Duration {
        quantile(&self.latencies, share).unwrap_or_default()
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.runs().max(1) as f64
    }
}
