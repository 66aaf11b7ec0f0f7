//! The requests for one entity, as they arrive.

use std::time::Duration;

use super::generator::RequestGenerator;
use crate::random::Random;

/// The requests for one entity, in order of arrival.
pub(super) struct Stream {
    pub(super) generator: RequestGenerator,
    pub(super) per_second: f64,
    /// When the next one arrives, in nanoseconds.
    pub(super) next: u64,
    /// For each key, whether it differs in another random shard.
    pub(super) moves: Vec<bool>,
}

/// Draws the number of nanoseconds until the next of the events, which arrive at random.
pub(super) fn gap(random: &mut Random, per_second: f64) -> u64 {
    (-libm::log(random.uniform()) / per_second * 1e9) as u64
}

pub(super) fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
