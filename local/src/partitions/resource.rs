//! A table or a global index: its partitions and its provisioned capacity.

use std::time::Duration;

use super::Units;
use super::bucket::Bucket;
use super::partition::{Kind, Partition};
use super::settings::Partitions;
use super::snapshot::{HotKey, PartitionSnapshot, ResourceSnapshot};
use super::top_keys::{TopKeys, Weight};
use super::units::Spot;
use super::verdict::Reason;
use super::warm::Throughput;
use crate::hash::hash;

const SECOND: Duration = Duration::from_secs(1);

/// What AWS meters as one resource with one ARN.
#[derive(Debug)]
pub(crate) struct Resource {
    index: Option<String>,
    arn: String,
    seed: u64,
    splits_for_heat: bool,
    provisioned: Option<Provisioned>,
    /// In the order of their hashes; the first begins at 0.
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

/// Which of its limits a resource is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    KeyRange,
    Provisioned,
}

/// Units that are due at one place of a resource.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Due<'a> {
    pub(crate) hash: u64,
    /// The partition key value that they are for, if it is known.
    pub(crate) key: Option<&'a str>,
    pub(crate) kind: Kind,
    pub(crate) units: f64,
}

impl Resource {
    /// A resource with `count` partitions of one width.
    pub(crate) fn new(
        index: Option<&str>,
        arn: &str,
        splits_for_heat: bool,
        count: u64,
        settings: &Partitions,
        now: Duration,
    ) -> Self {
        let count = count.max(1);
        let first = |number| ((u128::from(number) << 64) / u128::from(count)) as u64;
        Self {
            index: index.map(str::to_owned),
            arn: arn.to_owned(),
            seed: hash(settings.seed, [index.unwrap_or_default()]),
            splits_for_heat,
            provisioned: None,
            partitions: (0..count).map(|number| Partition::new(first(number), settings, now)).collect(),
            consumed: Units::default(),
            throttled: Units::default(),
            splits: 0,
            hottest: TopKeys::new(settings.hottest_keys),
        }
    }

    /// Sets the capacity; none for an on-demand table.
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

    /// Splits partitions until none is wider than one of `count` would be.
    pub(super) fn grow(&mut self, count: u64, settings: &Partitions, now: Duration) {
        let widest = (1_u128 << 64).div_ceil(u128::from(count.max(1)));
        let mut at = 0;
        while at < self.partitions.len() {
            if self.width(at) <= widest || !self.split(at, settings, now) {
                at += 1;
            }
        }
    }

    /// Units for a place of the resource.
    pub(super) fn due<'a>(&self, spot: &'a Spot, kind: Kind, units: f64) -> Due<'a> {
        Due { hash: self.hash(spot), key: spot.key(), kind, units }
    }

    /// Where a partition key value is.
    pub(crate) fn hash_of_key(&self, key: &str) -> u64 {
        hash(self.seed, [key])
    }

    /// The limit at which a request for this place is refused, if it is.
    pub(super) fn limit(&mut self, due: &Due<'_>, now: Duration) -> Option<Limit> {
        let at = self.position(due.hash);
        if self.partitions.get_mut(at).is_some_and(|partition| !partition.is_open(due.kind, now)) {
            return Some(Limit::KeyRange);
        }
        let provisioned = self.provisioned(due.kind);
        provisioned.is_some_and(|bucket| !bucket.is_open(now)).then_some(Limit::Provisioned)
    }

    /// A refusal, as its client reads it.
    pub(super) fn reason(&self, limit: Limit, kind: Kind) -> Reason {
        let resource = if self.index.is_some() { "Index" } else { "Table" };
        let reason = format!("{resource}{}{limit:?}ThroughputExceeded", kind.name());
        Reason { reason, arn: self.arn.clone() }
    }

    /// Counts units that were refused here.
    pub(super) fn refuse(&mut self, due: &Due<'_>) {
        let at = self.position(due.hash);
        if let Some(partition) = self.partitions.get_mut(at) {
            partition.throttled.add(due.kind, due.units);
        }
        self.throttled.add(due.kind, due.units);
        if let Some(key) = due.key {
            self.hottest.add(key, 0.0, due.units);
        }
    }

    /// Takes units, and splits the partition if that is due.
    pub(super) fn take(&mut self, due: &Due<'_>, settings: &Partitions, now: Duration) {
        let at = self.position(due.hash);
        self.consumed.add(due.kind, due.units);
        if let Some(key) = due.key {
            self.hottest.add(key, due.units, 0.0);
        }
        if let Some(bucket) = self.provisioned(due.kind) {
            bucket.take(due.units);
        }
        let is_due = match self.partitions.get_mut(at) {
            Some(partition) => partition.take(&settings.heat, due.kind, due.key, due.units, now),
            None => false,
        };
        if is_due && self.splits_for_heat && self.split(at, settings, now) {
            self.splits += 1;
        }
    }

    /// Undoes [`Resource::take`].
    pub(super) fn give_back(&mut self, due: &Due<'_>) {
        let at = self.position(due.hash);
        self.consumed.take_back(due.kind, due.units);
        if let Some(key) = due.key {
            self.hottest.take_back(key, due.units);
        }
        if let Some(bucket) = self.provisioned(due.kind) {
            bucket.give_back(due.units);
        }
        if let Some(partition) = self.partitions.get_mut(at) {
            partition.give_back(due.kind, due.key, due.units);
        }
    }

    /// `table`, or the index's name.
    pub(crate) fn name(&self) -> &str {
        self.index.as_deref().unwrap_or("table")
    }

    pub(crate) fn partitions(&self) -> usize {
        self.partitions.len()
    }

    pub(crate) fn snapshot(&self) -> ResourceSnapshot {
        let partition = |(at, partition): (usize, &Partition)| PartitionSnapshot {
            range: partition.first..=self.last(at),
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

    fn position(&self, hash: u64) -> usize {
        self.partitions.partition_point(|partition| partition.first <= hash).saturating_sub(1)
    }

    fn last(&self, at: usize) -> u64 {
        self.partitions.get(at.saturating_add(1)).map_or(u64::MAX, |next| next.first.saturating_sub(1))
    }

    fn width(&self, at: usize) -> u128 {
        let first = self.partitions.get(at).map_or(0, |partition| partition.first);
        u128::from(self.last(at).saturating_sub(first)) + 1
    }

    /// Halves a partition's range; one of a single hash stays.
    fn split(&mut self, at: usize, settings: &Partitions, now: Duration) -> bool {
        let half = (self.width(at) / 2) as u64;
        let Some(partition) = self.partitions.get_mut(at).filter(|_| half > 0) else {
            return false;
        };
        let middle = partition.first.saturating_add(half);
        *partition = Partition::new(partition.first, settings, now);
        self.partitions.insert(at.saturating_add(1), Partition::new(middle, settings, now));
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
        Resource::new(None, "arn", true, count, &Partitions::default(), Duration::ZERO)
    }

    fn widths(resource: &Resource) -> Vec<u128> {
        (0..resource.partitions.len()).map(|at| resource.width(at)).collect()
    }

    #[test]
    fn ranges_are_even_and_leave_no_gap() {
        for count in [1, 3, 4, 7, 100] {
            let resource = resource(count);
            let widths = widths(&resource);
            assert_eq!(widths.len() as u64, count);
            assert_eq!(widths.iter().sum::<u128>(), 1 << 64);
            assert!(widths.iter().max().unwrap() - widths.iter().min().unwrap() <= 1);
            assert_eq!(resource.position(0), 0);
            assert_eq!(resource.position(u64::MAX) as u64, count - 1);
        }
    }

    #[test]
    fn growth_leaves_no_range_too_wide_and_takes_nothing_away() {
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
        assert!(resource.split(1, &Partitions::default(), Duration::ZERO));
        assert_eq!(widths(&resource), [1 << 62, 1 << 61, 1 << 61, 1 << 62, 1 << 62]);
    }

    #[test]
    fn keys_are_spread_evenly() {
        let resource = resource(10);
        let mut counts = [0_u32; 10];
        for key in 0..100_000 {
            counts[resource.position(resource.hash(&Spot::Key(format!("OPS_LOG#2026-06-22#{key}"))))] += 1;
        }
        // Five standard deviations of a binomial.
        assert!(counts.iter().all(|count| (9_526..=10_474).contains(count)), "{counts:?}");
    }
}
