//! A range of hashes with its limits.

use std::time::Duration;

use super::Units;
use super::bucket::Bucket;
use super::hash_position::HashPosition;
use super::heat::{Heat, Split, Warmth};
use super::kind::Kind;
use super::settings::{HeatRule, Partitions};

/// One partition, from its first position to that of the next.
#[derive(Debug, Clone)]
pub(super) struct Partition {
    pub(super) first: HashPosition,
    read: Meter,
    write: Meter,
    pub(super) consumed: Units,
    pub(super) throttled: Units,
}

#[derive(Debug, Clone)]
struct Meter {
    bucket: Bucket,
    heat: Heat,
}

impl Meter {
    fn new(kind: Kind, depth: Duration, saved: Duration, now: Duration) -> Self {
        Self { bucket: Bucket::new(kind.limit(), depth, saved, now), heat: Heat::new() }
    }
}

impl Partition {
    /// Makes a partition whose buckets are filled with what flows in during `saved`.
    pub(super) fn new(first: HashPosition, saved: Duration, settings: &Partitions, now: Duration) -> Self {
        let meter = |kind| Meter::new(kind, settings.bucket_depth, saved, now);
        Self {
            first,
            read: meter(Kind::Read),
            write: meter(Kind::Write),
            consumed: Units::default(),
            throttled: Units::default(),
        }
    }

    /// Resets the counts of its units.
    pub(super) fn reset_counts(&mut self) {
        (self.consumed, self.throttled) = Default::default();
    }

    pub(super) fn is_open(&mut self, kind: Kind, now: Duration) -> bool {
        self.meter(kind).bucket.is_open(now)
    }

    /// Takes units. Returns the split that is due.
    pub(super) fn take(&mut self, rule: &HeatRule, kind: Kind, warmth: &Warmth<'_>, now: Duration) -> Option<Split> {
        self.consumed.add(kind, warmth.units);
        let meter = self.meter(kind);
        meter.bucket.take(warmth.units);
        meter.heat.add(rule, warmth, rule.number_of_window(now), kind.limit())
    }

    /// Undoes [`Partition::take`], unless the partition was split in between.
    pub(super) fn return_units(&mut self, kind: Kind, warmth: &Warmth<'_>) {
        self.consumed.take_back(kind, warmth.units);
        let meter = self.meter(kind);
        meter.bucket.return_units(warmth.units);
        meter.heat.take_back(warmth);
    }

    fn meter(&mut self, kind: Kind) -> &mut Meter {
        match kind {
            Kind::Read => &mut self.read,
            Kind::Write => &mut self.write,
        }
    }
}
