//! A range of hashes and what it can serve.

use std::time::Duration;

use keywright::physics::limits::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};

use super::Units;
use super::bucket::Bucket;
use super::heat::Heat;
use super::settings::{HeatRule, Partitions};

/// What is metered apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Write,
}

impl Kind {
    /// Units a partition serves in a second.
    pub(super) fn limit(self) -> u64 {
        match self {
            Self::Read => PARTITION_READ_UNITS,
            Self::Write => PARTITION_WRITE_UNITS,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Read => "Read",
            Self::Write => "Write",
        }
    }
}

/// One partition, from its first hash to that of the next.
#[derive(Debug, Clone)]
pub(super) struct Partition {
    pub(super) first: u64,
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
    fn new(kind: Kind, depth: Duration, now: Duration) -> Self {
        Self { bucket: Bucket::new(kind.limit(), depth, depth, now), heat: Heat::new() }
    }
}

impl Partition {
    pub(super) fn new(first: u64, settings: &Partitions, now: Duration) -> Self {
        let meter = |kind| Meter::new(kind, settings.bucket_depth, now);
        Self {
            first,
            read: meter(Kind::Read),
            write: meter(Kind::Write),
            consumed: Units::default(),
            throttled: Units::default(),
        }
    }

    pub(super) fn is_open(&mut self, kind: Kind, now: Duration) -> bool {
        self.meter(kind).bucket.is_open(now)
    }

    /// Takes units out; returns whether the partition is to be split.
    pub(super) fn take(&mut self, rule: &HeatRule, kind: Kind, key: Option<&str>, units: f64, now: Duration) -> bool {
        self.consumed.add(kind, units);
        let meter = self.meter(kind);
        meter.bucket.take(units);
        meter.heat.add(rule, key, units, kind.limit(), now)
    }

    /// Undoes [`Partition::take`], as far as no split has come between.
    pub(super) fn give_back(&mut self, kind: Kind, key: Option<&str>, units: f64) {
        self.consumed.take_back(kind, units);
        let meter = self.meter(kind);
        meter.bucket.give_back(units);
        meter.heat.take_back(key, units);
    }

    fn meter(&mut self, kind: Kind) -> &mut Meter {
        match kind {
            Kind::Read => &mut self.read,
            Kind::Write => &mut self.write,
        }
    }
}
