//! A table or a global secondary index, with its partitions and its provisioned capacity.

use std::time::Duration;

use super::Units;
use super::bucket::Bucket;
use super::hash_position::HashPosition;
use super::heat::{Split, Warmth};
use super::keys::SortKey;
use super::kind::Kind;
use super::partition::Partition;
use super::settings::{Partitions, Splits};
use super::snapshot::{HotKey, PartitionSnapshot, ResourceSnapshot};
use super::top_keys::{TopKeys, Weight};
use super::units::Spot;
use super::verdict::Reason;
use super::warm::Throughput;
use crate::hash::hash;

const SECOND: Duration = Duration::from_secs(1);

/// A resource that AWS meters separately, with its own ARN.
#[derive(Debug)]
pub(crate) struct Resource {
    index: Option<String>,
    arn: String,
    seed: u64,
    may_split: Splits,
    provisioned: Option<Provisioned>,
    /// Sorted by position. The first partition begins at the first position.
    partitions: Vec<Partition>,
    consumed: Units,
    throttled: Units,
    splits: u64,
    hottest: TopKeys,
}

#[derive(Debug)]
struct Provisioned {
    read: Bucket,
    write: Bucket,
}

/// The limits of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    KeyRange,
    Provisioned,
}

/// Units that are due at one position of a resource.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Due<'a> {
    pub(crate) place: HashPosition,
    /// The partition key value, if it is known.
    pub(crate) key: Option<&'a str>,
    /// The sort key in an order-preserving form, if the trend of the traffic is to be determined.
    pub(crate) sort: Option<&'a [u8]>,
    pub(crate) kind: Kind,
    pub(crate) units: f64,
}

impl Due<'_> {
    fn warmth(&self) -> Warmth<'_> {
        let Self { place, sort, units, .. } = *self;
        Warmth { place, is_of_key: self.key.is_some(), sort, units }
    }
}

impl Resource {
    /// Makes a resource with `count` partitions of equal width.
    pub(crate) fn new(
        index: Option<&str>,
        arn: &str,
        may_split: Splits,
        count: u64,
        settings: &Partitions,
        now: Duration,
    ) -> Self {
        let count = count.max(1);
        let first = |number| HashPosition::of_key(((u128::from(number) << 64) / u128::from(count)) as u64);
        let partition = |number| Partition::new(first(number), settings.saved_at_start, settings, now);
        Self {
            index: index.map(str::to_owned),
            arn: arn.to_owned(),
            seed: hash(settings.seed, [index.unwrap_or_default()]),
            may_split,
            provisioned: None,
            partitions: (0..count).map(partition).collect(),
            consumed: Units::default(),
            throttled: Units::default(),
            splits: 0,
            hottest: TopKeys::new(settings.hottest_keys),
        }
    }

    /// Sets the capacity. `None` for an on-demand table.
    pub(super) fn provision(&mut self, capacity: Option<Throughput>, settings: &Partitions, now: Duration) {
        let Some(capacity) = capacity else {
            self.provisioned = None;
            return;
        };
        let depth = settings.burst.max(SECOND);
        if let Some(provisioned) = &mut self.provisioned {
            provisioned.read.change(capacity.read, depth, now);
            provisioned.write.change(capacity.write, depth, now);
        } else {
            let bucket = |rate| Bucket::new(rate, depth, SECOND, now);
            self.provisioned = Some(Provisioned { read: bucket(capacity.read), write: bucket(capacity.write) });
        }
    }

    /// Splits partitions until none is wider than one of `count` equal ones.
    pub(super) fn grow(&mut self, count: u64, settings: &Partitions, now: Duration) {
        if count <= 1 {
            return;
        }
        let widest = (1_u128 << 64).div_ceil(u128::from(count)) << 64;
        let mut at = 0;
        while at < self.partitions.len() {
            if self.width(at) < widest || !self.split(at, Split::ByKey, settings, now) {
                at += 1;
            }
        }
    }

    /// Returns the units due at a position of the resource.
    pub(super) fn due<'a>(&self, spot: &'a Spot, sort: Option<&'a SortKey>, kind: Kind, units: f64) -> Due<'a> {
        let sort = sort.filter(|_| self.may_split.by_sort_key);
        let place = HashPosition::new(self.hash(spot), sort.map_or(0, SortKey::hash));
        Due { place, key: spot.key(), sort: sort.map(SortKey::bytes), kind, units }
    }

    /// Returns the position of an item, from the hash of its partition key and the position among the key's sort keys.
    /// The latter is 0 if a key is never split between them.
    pub(crate) fn place(&self, hash: u64, sort: u64) -> HashPosition {
        HashPosition::new(hash, if self.may_split.by_sort_key { sort } else { 0 })
    }

    /// Returns the hash of a partition key value.
    pub(crate) fn hash_of_key(&self, key: &str) -> u64 {
        hash(self.seed, [key])
    }

    /// Returns the limit that throttles a request for this position, if any.
    pub(super) fn limit(&mut self, due: &Due<'_>, now: Duration) -> Option<Limit> {
        let at = self.position(due.place);
        if self.partitions.get_mut(at).is_some_and(|partition| !partition.is_open(due.kind, now)) {
            return Some(Limit::KeyRange);
        }
        let provisioned = self.provisioned(due.kind);
        provisioned.is_some_and(|bucket| !bucket.is_open(now)).then_some(Limit::Provisioned)
    }

    /// Returns the reason for a throttle, in the form that the client receives.
    pub(super) fn reason(&self, limit: Limit, kind: Kind) -> Reason {
        let resource = if self.index.is_some() { "Index" } else { "Table" };
        let reason = format!("{resource}{}{limit:?}ThroughputExceeded", kind.name());
        Reason { reason, arn: self.arn.clone() }
    }

    /// Counts units that were throttled here.
    pub(super) fn refuse(&mut self, due: &Due<'_>) {
        let at = self.position(due.place);
        if let Some(partition) = self.partitions.get_mut(at) {
            partition.throttled.add(due.kind, due.units);
        }
        self.throttled.add(due.kind, due.units);
        if let Some(key) = due.key {
            self.hottest.add(due.place.hash(), key, 0.0, due.units);
        }
    }

    /// Takes units, and splits the partition if a split is due.
    pub(super) fn take(&mut self, due: &Due<'_>, settings: &Partitions, now: Duration) {
        let at = self.position(due.place);
        self.consumed.add(due.kind, due.units);
        if let Some(key) = due.key {
            self.hottest.add(due.place.hash(), key, due.units, 0.0);
        }
        if let Some(bucket) = self.provisioned(due.kind) {
            bucket.take(due.units);
        }
        let partition = self.partitions.get_mut(at);
        let split = partition.and_then(|partition| partition.take(&settings.heat, due.kind, &due.warmth(), now));
        if let Some(split) = split.filter(|_| self.may_split.for_heat)
            && self.split(at, split, settings, now)
        {
            self.splits += 1;
        }
    }

    /// Undoes [`Resource::take`].
    pub(super) fn return_units(&mut self, due: &Due<'_>) {
        let at = self.position(due.place);
        self.consumed.take_back(due.kind, due.units);
        if due.key.is_some() {
            self.hottest.take_back(due.place.hash(), due.units);
        }
        if let Some(bucket) = self.provisioned(due.kind) {
            bucket.return_units(due.units);
        }
        if let Some(partition) = self.partitions.get_mut(at) {
            partition.return_units(due.kind, &due.warmth());
        }
    }

    /// Resets the counts, and keeps the partitions.
    pub(crate) fn reset_counts(&mut self, settings: &Partitions) {
        self.consumed = Units::default();
        self.throttled = Units::default();
        self.splits = 0;
        self.hottest = TopKeys::new(settings.hottest_keys);
        self.partitions.iter_mut().for_each(Partition::reset_counts);
    }

    /// Restarts with the current partitions: with buckets as at the start, and without heat.
    pub(crate) fn restart(&mut self, settings: &Partitions, now: Duration) {
        for partition in &mut self.partitions {
            *partition = Partition::new(partition.first, settings.saved_at_start, settings, now);
        }
        self.reset_counts(settings);
    }

    /// Returns `table`, or the index's name.
    pub(crate) fn name(&self) -> &str {
        self.index.as_deref().unwrap_or("table")
    }

    pub(crate) fn partitions(&self) -> usize {
        self.partitions.len()
    }

    pub(crate) fn snapshot(&self) -> ResourceSnapshot {
        let partition = |(at, partition): (usize, &Partition)| PartitionSnapshot {
            range: partition.first.hash()..=self.last(at).hash(),
            consumed: partition.consumed,
            throttled: partition.throttled,
        };
        let key = |(key, weight): (&String, Weight)| HotKey {
            key: key.clone(),
            consumed: weight.consumed,
            throttled: weight.throttled,
            error: weight.error,
        };
        ResourceSnapshot {
            index: self.index.clone(),
            arn: self.arn.clone(),
            partitions: self.partitions.iter().enumerate().map(partition).collect(),
            consumed: self.consumed,
            throttled: self.throttled,
            splits: self.splits,
            hottest: self.hottest.heaviest().into_iter().map(key).collect(),
        }
    }

    fn hash(&self, spot: &Spot) -> u64 {
        match spot {
            Spot::Key(key) | Spot::Page(key) => self.hash_of_key(key),
            Spot::Hash(hash) => *hash,
        }
    }

    fn position(&self, place: HashPosition) -> usize {
        self.partitions.partition_point(|partition| partition.first <= place).saturating_sub(1)
    }

    fn last(&self, at: usize) -> HashPosition {
        self.partitions.get(at.saturating_add(1)).map_or(HashPosition::LAST, |next| next.first.before())
    }

    /// Returns the number of its positions, minus one.
    fn width(&self, at: usize) -> u128 {
        self.partitions.get(at).map_or(0, |partition| partition.first.width_to(self.last(at)))
    }

    /// Halves a partition, or one key's part of it. A partition with a single position is not split.
    fn split(&mut self, at: usize, split: Split, settings: &Partitions, now: Duration) -> bool {
        let last = self.last(at);
        let Some(partition) = self.partitions.get_mut(at) else { return false };
        let (first, last) = match split {
            Split::ByKey => (partition.first, last),
            Split::BySortKey(hash) => partition.first.key_range_to(last, hash),
        };
        let Some(middle) = first.middle_to(last) else { return false };
        let half = |first| Partition::new(first, settings.bucket_depth, settings, now);
        *partition = half(partition.first);
        self.partitions.insert(at.saturating_add(1), half(middle));
        true
    }

    fn provisioned(&mut self, kind: Kind) -> Option<&mut Bucket> {
        let provisioned = self.provisioned.as_mut()?;
        Some(match kind {
            Kind::Read => &mut provisioned.read,
            Kind::Write => &mut provisioned.write,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resource(count: u64) -> Resource {
        Resource::new(
            None,
            "arn",
            Splits { for_heat: true, by_sort_key: true },
            count,
            &Partitions::default(),
            Duration::ZERO,
        )
    }

    fn widths(resource: &Resource) -> Vec<u128> {
        (0..resource.partitions.len()).map(|at| (resource.width(at) >> 64) + 1).collect()
    }

    #[test]
    fn ranges_are_even_and_leave_no_gap() {
        for count in [1, 3, 4, 7, 100] {
            let resource = resource(count);
            let widths = widths(&resource);
            assert_eq!(widths.len() as u64, count);
            assert_eq!(widths.iter().sum::<u128>(), 1 << 64);
            assert!(widths.iter().max().unwrap() - widths.iter().min().unwrap() <= 1);
            assert_eq!(resource.position(HashPosition::of_key(0)), 0);
            assert_eq!(resource.position(HashPosition::LAST) as u64, count - 1);
        }
    }

    #[test]
    fn growth_halves_ranges_until_none_is_too_wide() {
        let settings = Partitions::default();
        for (count, expected) in [(2, 4), (4, 4), (5, 8), (10, 16)] {
            let mut resource = resource(4);
            resource.grow(count, &settings, Duration::ZERO);
            assert_eq!(resource.partitions.len(), expected, "{count}");
            assert_eq!(widths(&resource).iter().sum::<u128>(), 1 << 64);
        }
    }

    #[test]
    fn a_split_halves_one_range() {
        let mut resource = resource(4);
        assert!(resource.split(1, Split::ByKey, &Partitions::default(), Duration::ZERO));
        assert_eq!(widths(&resource), [1 << 62, 1 << 61, 1 << 61, 1 << 62, 1 << 62]);
    }

    #[test]
    fn a_key_is_split_by_sort_key_until_one_is_left() {
        let mut resource = resource(4);
        let settings = Partitions::default();
        let hash = resource.hash_of_key("key");
        let at = resource.position(resource.place(hash, 0));
        for depth in 0..64 {
            assert!(resource.split(at, Split::BySortKey(hash), &settings, Duration::ZERO), "{depth}");
        }
        assert!(!resource.split(at, Split::BySortKey(hash), &settings, Duration::ZERO));
        assert_eq!(resource.position(resource.place(hash, 0)), at);
        assert_eq!(resource.position(resource.place(hash, u64::MAX)), at + 64);
        assert_eq!(resource.position(HashPosition::of_key(hash + 1)), at + 64, "the next key");
    }

    #[test]
    fn keys_are_spread_evenly() {
        let resource = resource(10);
        let mut counts = [0_u32; 10];
        for key in 0..100_000 {
            let hash = resource.hash_of_key(&format!("OPS_LOG#2026-06-22#{key}"));
            counts[resource.position(resource.place(hash, 0))] += 1;
        }
        // Five standard deviations of a binomial.
        assert!(counts.iter().all(|count| (9_526..=10_474).contains(count)), "{counts:?}");
    }
}
