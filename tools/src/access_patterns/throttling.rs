//! Describes the throttling of the declared load during a roll-over, from a simulation.

use super::AccessPatterns;

/// The writes of the declared load through a roll-over of buckets. The HTML shows it as charts.
///
/// This crate does not compute it: `simulate` of `keywright-local` does. With the feature `simulate`, the command
/// `docs` adds it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Throttling {
    /// The instant of the roll-over.
    pub at: String,
    /// The writes of each entity.
    pub entities: Vec<EntityThrottling>,
    /// The assumptions of the simulation, one sentence each.
    pub assumptions: Vec<String>,
}

/// The writes of one entity.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct EntityThrottling {
    /// Its name.
    pub entity: String,
    /// The intervals from the roll-over on.
    pub intervals: Vec<ThrottledInterval>,
}

/// The writes of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ThrottledInterval {
    /// When it begins, in seconds from the roll-over.
    pub second: u64,
    /// Items that were to be written.
    pub writes: u64,
    /// Items whose first attempt was throttled.
    pub throttled: u64,
}

impl Throttling {
    /// Creates an empty result, for [`entity`](Self::entity) and [`assumption`](Self::assumption).
    pub fn new(at: impl Into<String>) -> Self {
        Self { at: at.into(), entities: Vec::new(), assumptions: Vec::new() }
    }

    /// Adds the intervals of an entity: the second in which each begins, the writes, and those that were throttled.
    pub fn entity(mut self, name: impl Into<String>, intervals: impl IntoIterator<Item = (u64, u64, u64)>) -> Self {
        let interval = |(second, writes, throttled)| ThrottledInterval { second, writes, throttled };
        let intervals = intervals.into_iter().map(interval).collect();
        self.entities.push(EntityThrottling { entity: name.into(), intervals });
        self
    }

    /// Adds a sentence about what the simulation assumes.
    pub fn assumption(mut self, sentence: impl Into<String>) -> Self {
        self.assumptions.push(sentence.into());
        self
    }
}

impl AccessPatterns {
    /// Adds charts of a simulated roll-over to the HTML.
    pub fn throttling(mut self, throttling: Throttling) -> Self {
        self.throttling = Some(throttling);
        self
    }
}
