//! The parameters of the model.

use std::time::Duration;

use super::Clock;

/// A model of DynamoDB's partitions, for [`Builder::partitions`](crate::Builder::partitions).
///
/// # Published
///
/// - A partition serves 1,000 write units and 3,000 read units per second, metered separately ([partition key
///   design](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html)).
/// - A new on-demand table has 4 partitions, and so has each of its global secondary indexes. Warm throughput and
///   provisioned capacity add as many as they need ([warm
///   throughput](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html)).
/// - A write costs one unit per KB, rounded up, of the larger of the item before and after, at least one. A failed
///   condition costs the stored item, at least one ([conditional
///   writes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.ConditionalWrites.ReturnConsumedCapacity)).
///   Inside a transaction the table's part costs double. A new or changed entry of an index costs its own units, a
///   moved one those of both positions, an unchanged one none. A local secondary index shares the table's partitions.
/// - A read costs one unit per 4 KB, rounded up, and half of it if eventually consistent. A page of a query is rounded
///   once, the items of a batch separately.
/// - A global secondary index has its own partitions. If one of them cannot serve a write, the write to the table is
///   throttled with the index's ARN.
/// - Throttled items of a batch are returned unprocessed. A batch of which all items are throttled fails. A transaction
///   is cancelled.
/// - Up to 300 seconds of unused capacity are kept for bursts ([`Partitions::burst`], [`Partitions::bucket_depth`];
///   [burst capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)).
/// - A partition with sustained traffic is split. The items of one partition key can be split by sort key, but not if
///   the traffic follows a rising or falling sort key, and not in a table with a local secondary index ([adaptive
///   capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html),
///   [`Partitions::split_by_sort_key`]). Partitions are never merged ([split for
///   heat](https://aws.amazon.com/blogs/database/part-3-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/)).
///
/// # Assumed
///
/// AWS does not publish the values below. If a result depends on one, vary the parameter.
///
/// - Key values are hashed uniformly ([`Partitions::seed`]), and ranges of hashes have equal width at the start. An
///   index places its keys independently of the table.
/// - A limit is a token bucket ([`Partitions::bucket_depth`]) that starts full ([`Partitions::saved_at_start`]). A
///   request is admitted if every bucket that it needs is not empty, and then takes its full cost, so a bucket can
///   become negative. A throttled request takes nothing from any bucket.
/// - A hot partition is split in two immediately ([`Partitions::split_share`], [`Partitions::split_after`],
///   [`Partitions::heat_window`]): at the middle of its range or, if one key has most of the heat
///   ([`Partitions::dominant_key_share`]), at the middle of that key's sort keys. It is not split if most of the heat
///   is that of one item.
/// - The traffic of a key follows its sort key if a fifth of its writes are beyond all sort keys before them. A
///   [simulation](crate::simulate) knows it from the template instead.
/// - A page of a scan is read from the partition of its start key, a page of a query from the first partition of the
///   key.
/// - A condition check and an action of a transaction cost as much if the transaction is cancelled, except on an index.
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

/// The rule by which a partition is split for heat.
#[derive(Debug, Clone)]
pub(super) struct HeatRule {
    pub(super) share: f64,
    pub(super) after: Duration,
    pub(super) window: Duration,
    pub(super) dominant_key_share: f64,
    pub(super) by_sort_key: bool,
}

/// How a table or index can be split for heat.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Splits {
    pub(crate) for_heat: bool,
    pub(crate) by_sort_key: bool,
}

impl HeatRule {
    pub(super) fn number_of_window(&self, now: Duration) -> u64 {
        nanos(now).checked_div(nanos(self.window)).unwrap_or_default()
    }

    /// Returns whether a split between the sort keys of one key is possible.
    pub(super) fn can_split_keys(&self) -> bool {
        self.by_sort_key && self.dominant_key_share > 0.0
    }

    pub(super) fn is_long_enough(&self, windows: u32) -> bool {
        windows > 0 && self.window.saturating_mul(windows) >= self.after
    }
}

/// Converts a duration to nanoseconds, up to 584 years.
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
    /// Sets the clock of the model. The default is tokio's clock.
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// Selects another placement: the seed determines which key values share a partition. The default is 0.
    ///
    /// Assumed: AWS does not publish its hash function. The placement of ten keys on four partitions is random; try
    /// several seeds.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets how much of its limit a partition can save up. The default is 1 s, so 1,000 write units.
    ///
    /// AWS keeps "up to five minutes (300 seconds) of unused read and write capacity" for bursts, may use it for other
    /// tasks, and guarantees none of it beyond a partition's limit ([burst
    /// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)), so
    /// the default assumes one second of it. With 1 s, an idle partition serves 1,000 units in an instant, and up to
    /// 2,000 in the second after that; with less, short peaks are throttled earlier. At zero, every request is
    /// throttled.
    pub fn bucket_depth(mut self, depth: Duration) -> Self {
        self.bucket_depth = depth;
        self
    }

    /// Sets how much of its limit a partition has saved up at the start, at most [`bucket_depth`](Self::bucket_depth).
    /// The default is a full bucket. At zero, every partition starts as if it had been used to its limit. Partitions
    /// that come from a split start full.
    pub fn saved_at_start(mut self, saved: Duration) -> Self {
        self.saved_at_start = saved;
        self
    }

    /// Sets how much unused capacity a provisioned table or index saves up. The default is 300 s.
    ///
    /// Published ("up to 5 minutes (300 seconds) of unused read and write capacity", Developer Guide, "Burst
    /// capacity"). It never raises the limit of a partition. Less than one second counts as one. Assumed: a new table
    /// has saved one second's.
    pub fn burst(mut self, burst: Duration) -> Self {
        self.burst = burst;
        self
    }

    /// Sets the share of its limit from which a partition is hot. The default is 0.8.
    ///
    /// Assumed: AWS says that sustained high traffic splits a partition, but not how high. Values from 0.7 to 0.9 are
    /// plausible. A negative share counts as 0, which every partition with traffic reaches; NaN means never, and more
    /// than 1 is only reached in bursts.
    pub fn split_share(mut self, share: f64) -> Self {
        // `f64::max` would turn NaN into 0.
        self.heat.share = if share < 0.0 { 0.0 } else { share };
        self
    }

    /// Sets how long a partition has to be hot before it is split. The default is 5 minutes.
    ///
    /// Assumed: AWS says "minutes"; from 2 to 10 are plausible. `Duration::MAX` means never.
    pub fn split_after(mut self, after: Duration) -> Self {
        self.heat.after = after;
        self
    }

    /// Sets the time over which heat is averaged. The default is 10 s. A partition is hot as long as each window is; at
    /// zero, it is never hot.
    ///
    /// Assumed: AWS does not say how it averages.
    pub fn heat_window(mut self, window: Duration) -> Self {
        self.heat.window = window;
        self
    }

    /// Sets the share of a partition's heat from which a split between keys does not help, because one key has most of
    /// it. The default is 0.9. The key itself is then split, if [`split_by_sort_key`](Self::split_by_sort_key) allows
    /// it.
    ///
    /// Assumed: AWS says that a split does not help a single hot item, but gives no threshold. The value is limited to
    /// 0 to 1: at 0, or for NaN, no partition is ever split, and at 1 every one with two keys is.
    pub fn dominant_key_share(mut self, share: f64) -> Self {
        self.heat.dominant_key_share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        self
    }

    /// Sets whether the items of one partition key can be split over several partitions by sort key. The default is
    /// yes.
    ///
    /// AWS: "You can also break up an item collection into segments by sort key, as long as the item collection isn't
    /// traffic that is tracked by a monotonic increase or decrease of the sort key", and "Adaptive capacity will not
    /// split item collections across multiple partitions of the table when there is a local secondary index on the
    /// table" ([adaptive
    /// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)). Such
    /// collections are never split. For others, AWS promises no split: with `false`, one key never takes more than a
    /// partition serves.
    pub fn split_by_sort_key(mut self, splits: bool) -> Self {
        self.heat.by_sort_key = splits;
        self
    }

    /// Sets whether partitions of a table with a local secondary index are split for heat, between keys. The default is
    /// yes.
    ///
    /// AWS says that the items of one key then stay together ([adaptive
    /// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)). With
    /// `false`, the table is not split at all. Its global secondary indexes are split in any case.
    pub fn split_with_local_index(mut self, splits: bool) -> Self {
        self.splits_with_local_index = splits;
        self
    }

    /// Returns the maximum number of consecutive splits for heat within this time.
    pub(crate) fn splits_within(&self, time: Duration) -> u32 {
        let each = nanos(self.heat.after.max(self.heat.window));
        u32::try_from(nanos(time).checked_div(each).unwrap_or_default()).unwrap_or(u32::MAX)
    }

    /// Returns the possible splits of a table with or without a local secondary index, or of a global secondary index
    /// of it.
    pub(crate) fn splits(&self, is_index: bool, has_local_index: bool) -> Splits {
        let has_local_index = has_local_index && !is_index;
        Splits {
            for_heat: !has_local_index || self.splits_with_local_index,
            by_sort_key: !has_local_index && self.heat.by_sort_key,
        }
    }

    /// Sets how many keys of a table or index a [snapshot](crate::Local::partitions) names. The default is 32.
    ///
    /// A key with more than that share (1/32) of all units is always included.
    pub fn hottest_keys(mut self, keys: usize) -> Self {
        self.hottest_keys = keys;
        self
    }
}
