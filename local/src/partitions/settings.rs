//! What the model takes for given.

use std::time::Duration;

use super::Clock;

/// A model of DynamoDB's partitions, for [`Builder::partitions`](crate::Builder::partitions).
///
/// # Published
///
/// - A partition serves 1,000 write units and 3,000 read units a second, metered apart.
/// - A new on-demand table has 4 partitions, and so has each of its global indexes. Warm throughput
///   and provisioned capacity take as many as they need.
/// - A write costs a unit per started KB of the larger of the item before and after, at least one; a
///   failed condition costs the item that is there; inside a transaction the table's share costs
///   double. A new or changed entry of an index costs its own units, a moved one those of both places, an
///   untouched one none. A local index shares the table's partitions.
/// - A read costs a unit per started 4 KB, half of it when eventually consistent. A page of a query is
///   rounded once, the items of a batch each.
/// - A global index has partitions of its own. If one cannot take a write, the write to the table is
///   refused with the index's ARN.
/// - What is refused in a batch comes back unprocessed; a batch of which nothing is left fails; a
///   transaction is cancelled.
/// - Provisioned capacity that was not used is kept for 300 seconds ([`Partitions::burst`]).
///
/// # Assumed
///
/// AWS publishes none of this. Where a result depends on it, say so: vary the parameter.
///
/// - Key values are hashed evenly ([`Partitions::seed`]), and ranges of hashes are all of one width at
///   the start. An index places its keys independently of the table.
/// - A limit is a token bucket ([`Partitions::bucket_depth`]) that starts full. A request is admitted
///   while every bucket it needs holds anything, and then takes all it costs, so a bucket can go below
///   zero. A refused request takes nothing from any bucket.
/// - A hot partition is split in two at the middle of its range, at once
///   ([`Partitions::split_share`], [`Partitions::split_after`], [`Partitions::heat_window`]), but not
///   for the heat of one key ([`Partitions::dominant_key_share`]) nor in a table with a local index
///   ([`Partitions::split_with_local_index`]). The items of one key are never spread over several
///   partitions, whatever their sort keys. Partitions never merge.
/// - A page of a scan is read from the partition of its start key.
/// - A condition check and an action of a transaction cost as much when the transaction is cancelled,
///   only not on an index.
#[derive(Debug, Clone)]
#[must_use = "partitions do nothing until a builder has them"]
pub struct Partitions {
    pub(super) clock: Clock,
    pub(super) seed: u64,
    pub(super) bucket_depth: Duration,
    pub(super) burst: Duration,
    pub(super) heat: HeatRule,
    pub(super) splits_with_local_index: bool,
    pub(super) hottest_keys: usize,
}

/// When a partition is split for its heat.
#[derive(Debug, Clone)]
pub(super) struct HeatRule {
    pub(super) share: f64,
    pub(super) after: Duration,
    pub(super) window: Duration,
    pub(super) dominant_key_share: f64,
}

impl HeatRule {
    pub(super) fn number_of_window(&self, now: Duration) -> u64 {
        let number = now.as_nanos().checked_div(self.window.as_nanos()).unwrap_or_default();
        u64::try_from(number).unwrap_or(u64::MAX)
    }

    pub(super) fn is_long_enough(&self, windows: u32) -> bool {
        windows > 0 && self.window.saturating_mul(windows) >= self.after
    }
}

impl Default for Partitions {
    fn default() -> Self {
        Self {
            clock: Clock::default(),
            seed: 0,
            bucket_depth: Duration::from_secs(1),
            burst: Duration::from_secs(300),
            heat: HeatRule {
                share: 0.8,
                after: Duration::from_secs(300),
                window: Duration::from_secs(10),
                dominant_key_share: 0.9,
            },
            splits_with_local_index: false,
            hottest_keys: 32,
        }
    }
}

impl Partitions {
    /// What the model takes for the time. The default is tokio's clock.
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// Chooses another placement: which key values share a partition hangs on the seed, 0 by default.
    ///
    /// Assumed: AWS does not publish its hash function. Ten keys on four partitions are luck; try
    /// several seeds before relying on one.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How much of its limit a partition can save up: 1 s by default, so 1,000 write units.
    ///
    /// Assumed: AWS publishes limits per second, not how they are metered. With 1 s, an idle
    /// partition takes 1,000 units at an instant, and up to 2,000 in the second after that; with less, short peaks
    /// throttle earlier. At zero, every request throttles.
    pub fn bucket_depth(mut self, depth: Duration) -> Self {
        self.bucket_depth = depth;
        self
    }

    /// How much unused capacity a provisioned table or index saves up: 300 s by default.
    ///
    /// Published ("up to 5 minutes (300 seconds) of unused read and write capacity", Developer Guide,
    /// "Burst capacity").
    /// It never raises the limit of a partition. Less than one second counts as one. Assumed: a new
    /// table has saved one second's.
    pub fn burst(mut self, burst: Duration) -> Self {
        self.burst = burst;
        self
    }

    /// The share of its limit from which a partition is hot: 0.8 by default.
    ///
    /// Assumed: AWS says that sustained high traffic splits a partition, not how high. Between 0.7
    /// and 0.9 is plausible. Below 0 counts as 0, which every partition with traffic reaches; not a number stands for
    /// never, and above 1 is reached only on burst.
    pub fn split_share(mut self, share: f64) -> Self {
        // `f64::max` would turn not a number into 0.
        self.heat.share = if share < 0.0 { 0.0 } else { share };
        self
    }

    /// How long a partition is hot before it is split: 5 minutes by default.
    ///
    /// Assumed: AWS says "minutes"; from 2 to 10 are plausible. `Duration::MAX` stands for never.
    pub fn split_after(mut self, after: Duration) -> Self {
        self.heat.after = after;
        self
    }

    /// The time over which heat is averaged: 10 s by default. A partition is hot as long as each
    /// window is; at zero it never is.
    ///
    /// Assumed: AWS publishes nothing of the kind.
    pub fn heat_window(mut self, window: Duration) -> Self {
        self.heat.window = window;
        self
    }

    /// The share of a partition's heat from which one key is to blame, so that no split follows: 0.9
    /// by default.
    ///
    /// Assumed: AWS says that a split does not help a single hot key, not where that begins. It counts
    /// from 0 to 1: at 0, or for not a number, no partition is ever split, and at 1 every one with two keys.
    pub fn dominant_key_share(mut self, share: f64) -> Self {
        self.heat.dominant_key_share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        self
    }

    /// Whether partitions of a table with a local index are split for heat: no by default.
    ///
    /// Published is that a key's items stay together then. Assumed is the worst: that nothing is
    /// split. Global indexes of such a table are split all the same.
    pub fn split_with_local_index(mut self, splits: bool) -> Self {
        self.splits_with_local_index = splits;
        self
    }

    /// Whether a table with or without a local index, or a global index of it, is split for heat.
    pub(crate) fn splits_for_heat(&self, is_index: bool, has_local_index: bool) -> bool {
        is_index || !has_local_index || self.splits_with_local_index
    }

    /// How many keys of a table or index a [snapshot](crate::Local::partitions) names: 32 by default.
    ///
    /// A key with more than that share (a 32nd) of all units is always among them.
    pub fn hottest_keys(mut self, keys: usize) -> Self {
        self.hottest_keys = keys;
        self
    }
}
