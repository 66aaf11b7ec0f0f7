//! What the model takes for given.

use std::time::Duration;

use super::Clock;

/// A model of DynamoDB's partitions, for [`Builder::partitions`](crate::Builder::partitions).
///
/// # Published
///
/// - A partition serves 1,000 write units and 3,000 read units a second, metered apart ([partition key
///   design](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html)).
/// - A new on-demand table has 4 partitions, and so has each of its global indexes. Warm throughput
///   and provisioned capacity take as many as they need
///   ([warm throughput](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html)).
/// - A write costs a unit per started KB of the larger of the item before and after, at least one; a failed condition
///   costs the item that is there, at least one ([conditional
///   writes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.ConditionalWrites.ReturnConsumedCapacity));
///   inside a transaction the table's share costs double. A new or changed entry of an index costs its own units, a
///   moved one those of both places, an untouched one none. A local index shares the table's partitions.
/// - A read costs a unit per started 4 KB, half of it when eventually consistent. A page of a query is
///   rounded once, the items of a batch each.
/// - A global index has partitions of its own. If one cannot take a write, the write to the table is
///   refused with the index's ARN.
/// - What is refused in a batch comes back unprocessed; a batch of which nothing is left fails; a
///   transaction is cancelled.
/// - Up to 300 seconds of unused capacity are kept for bursts ([`Partitions::burst`], [`Partitions::bucket_depth`];
///   [burst capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)).
/// - A partition with sustained traffic is split. The items of one partition key can be split by sort key, but not
///   where the traffic follows a rising or falling sort key, and not in a table with a local index ([adaptive
///   capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html),
///   [`Partitions::split_by_sort_key`]). Partitions are never merged ([split for
///   heat](https://aws.amazon.com/blogs/database/part-3-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/)).
///
/// # Assumed
///
/// AWS does not publish the figures below. Where a result depends on one, vary the parameter.
///
/// - Key values are hashed evenly ([`Partitions::seed`]), and ranges of hashes are all of one width at
///   the start. An index places its keys independently of the table.
/// - A limit is a token bucket ([`Partitions::bucket_depth`]) that starts full ([`Partitions::saved_at_start`]). A
///   request is admitted while every bucket it needs holds anything, and then takes all it costs, so a bucket can go
///   below zero. A refused request takes nothing from any bucket.
/// - A hot partition is split in two at once ([`Partitions::split_share`], [`Partitions::split_after`],
///   [`Partitions::heat_window`]): at the middle of its range or, where one key has most of the heat
///   ([`Partitions::dominant_key_share`]), at the middle of that key's sort keys. It is not split where most of the
///   heat is that of one item.
/// - The traffic of a key follows its sort key if a fifth of its writes are beyond all sort keys before them. A
///   [simulation](crate::simulate) knows it from the template instead.
/// - A page of a scan is read from the partition of its start key, a page of a query from the first that has the key.
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
    pub(super) saved_at_start: Duration,
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
    pub(super) by_sort_key: bool,
}

/// Whether a table or index is split for heat, and between what.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Splits {
    pub(crate) for_heat: bool,
    pub(crate) by_sort_key: bool,
}

impl HeatRule {
    pub(super) fn number_of_window(&self, now: Duration) -> u64 {
        nanos(now).checked_div(nanos(self.window)).unwrap_or_default()
    }

    /// Whether a split between the sort keys of one key is possible.
    pub(super) fn divides_keys(&self) -> bool {
        self.by_sort_key && self.dominant_key_share > 0.0
    }

    pub(super) fn is_long_enough(&self, windows: u32) -> bool {
        windows > 0 && self.window.saturating_mul(windows) >= self.after
    }
}

/// Up to 584 years.
fn nanos(duration: Duration) -> u64 {
    duration.as_secs().saturating_mul(1_000_000_000).saturating_add(u64::from(duration.subsec_nanos()))
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
                by_sort_key: true,
            },
            saved_at_start: Duration::MAX,
            splits_with_local_index: true,
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

    /// Chooses another placement: the seed decides which key values share a partition. 0 by default.
    ///
    /// Assumed: AWS does not publish its hash function. Ten keys on four partitions are luck; try
    /// several seeds before relying on one.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How much of its limit a partition can save up: 1 s by default, so 1,000 write units.
    ///
    /// AWS keeps "up to five minutes (300 seconds) of unused read and write capacity" for bursts, may use it for other
    /// tasks, and promises none of it beyond a partition's limit ([burst
    /// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)), so
    /// the default counts on one second of it. With 1 s, an idle partition takes 1,000 units at an instant, and up to
    /// 2,000 in the second after that; with less, short peaks throttle earlier. At zero, every request throttles.
    pub fn bucket_depth(mut self, depth: Duration) -> Self {
        self.bucket_depth = depth;
        self
    }

    /// How much of its limit a partition has saved up at the start: a full bucket by default, and never more than
    /// [`bucket_depth`](Self::bucket_depth). At zero, every partition starts as one that is used to its limit.
    /// Partitions that come from a split start full.
    pub fn saved_at_start(mut self, saved: Duration) -> Self {
        self.saved_at_start = saved;
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
    /// Assumed: AWS does not say how it averages.
    pub fn heat_window(mut self, window: Duration) -> Self {
        self.heat.window = window;
        self
    }

    /// The share of a partition's heat from which a split between keys does not help, as one key has most of it: 0.9 by
    /// default. Then the key itself is split, where [`split_by_sort_key`](Self::split_by_sort_key) allows it.
    ///
    /// Assumed: AWS says that a split does not help a single hot item, not where that begins. It counts
    /// from 0 to 1: at 0, or for not a number, no partition is ever split, and at 1 every one with two keys.
    pub fn dominant_key_share(mut self, share: f64) -> Self {
        self.heat.dominant_key_share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        self
    }

    /// Whether the items of one partition key can be split over several partitions by sort key: yes by default.
    ///
    /// AWS: "You can also break up an item collection into segments by sort key, as long as the item collection isn't
    /// traffic that is tracked by a monotonic increase or decrease of the sort key", and "Adaptive capacity will not
    /// split item collections across multiple partitions of the table when there is a local secondary index on the
    /// table" ([adaptive
    /// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)). Those
    /// two are never split. Neither is promised for others: with `false`, one key never takes more than a partition
    /// serves.
    pub fn split_by_sort_key(mut self, splits: bool) -> Self {
        self.heat.by_sort_key = splits;
        self
    }

    /// Whether partitions of a table with a local index are split for heat, between keys: yes by default.
    ///
    /// AWS says that the items of one key stay together then ([adaptive
    /// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)). With
    /// `false`, nothing of the table is split. Its global indexes are split in any case.
    pub fn split_with_local_index(mut self, splits: bool) -> Self {
        self.splits_with_local_index = splits;
        self
    }

    /// How often one partition after the other can be split for heat in this time.
    pub(crate) fn splits_within(&self, time: Duration) -> u32 {
        let each = nanos(self.heat.after.max(self.heat.window));
        u32::try_from(nanos(time).checked_div(each).unwrap_or_default()).unwrap_or(u32::MAX)
    }

    /// What splits there are in a table with or without a local index, or in a global index of it.
    pub(crate) fn splits(&self, is_index: bool, has_local_index: bool) -> Splits {
        let has_local_index = has_local_index && !is_index;
        Splits {
            for_heat: !has_local_index || self.splits_with_local_index,
            by_sort_key: !has_local_index && self.heat.by_sort_key,
        }
    }

    /// How many keys of a table or index a [snapshot](crate::Local::partitions) names: 32 by default.
    ///
    /// A key with more than that share (a 32nd) of all units is always among them.
    pub fn hottest_keys(mut self, keys: usize) -> Self {
        self.hottest_keys = keys;
        self
    }
}
