//! Computes the load on a partition key of an entity, and whether it fits.

use super::{KeyCardinality, PeakLoad, Span, TopShare, spread::Shards};
use crate::{
    physics::{limits::PARTITION_WRITE_UNITS, read_cost::PAGE_ITEMS},
    schema::{EntitySchema, Segment, UndeclaredPeak},
    template::declared_key::DeclaredKey,
};

/// A key with more values than this needs no declared peak.
const MAX_FEW_VALUES: u64 = 100;

/// The verdict about a partition key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Fine,
    /// The peak is not declared, and it would have to be small.
    Undeclared,
    /// The mean load exceeds what this many partition keys serve, even if it is divided evenly.
    Overloaded {
        keys: u64,
    },
    /// The load of the most frequent key, from its declared share, exceeds what its shards serve.
    Popular,
}

/// A partition key of an entity with its load.
#[derive(Clone, Copy)]
pub(crate) struct KeyLoad<'a> {
    pub(crate) key: DeclaredKey<'a>,
    /// The position of the key in the entity's keys.
    pub(crate) place: usize,
    pub(crate) cardinality: KeyCardinality,
    pub(crate) shards: Shards,
    pub(crate) peak: Option<PeakLoad>,
    /// The load if one value has all writes. Less than `peak` if entries move between partition keys.
    of_one: Option<PeakLoad>,
    pub(crate) share: TopShare,
}

impl<'a> KeyLoad<'a> {
    /// Returns `None` if there is nothing to check: for a key with `allow_hot`, or on an undeclared index.
    pub(crate) const fn of(entity: &'a EntitySchema, place: usize) -> Option<Self> {
        match Self::of_any(entity, place) {
            Some(load) if load.key.key.allow_hot.is_none() => Some(load),
            _ => None,
        }
    }

    /// Like [`of`](Self::of), but also for a key with `allow_hot`.
    pub(crate) const fn of_any(entity: &'a EntitySchema, place: usize) -> Option<Self> {
        match DeclaredKey::of(entity, place) {
            // The entries of a local secondary index are in the table's partitions. The load of the table's key
            // includes them.
            Some(declared) if declared.key.local => None,
            Some(declared) => Some(Self {
                key: declared,
                place,
                cardinality: KeyCardinality::of(entity, &declared.key.partition),
                shards: Shards::of(entity, &declared.key.partition, declared.key.shard),
                peak: PeakLoad::of(&declared, place),
                of_one: PeakLoad::of_one(&declared, place),
                share: TopShare::of(&declared),
            }),
            None => None,
        }
    }

    /// Adds the load of the entries in local secondary indexes, which are in the partition of their item.
    pub(crate) const fn with_local(self) -> Self {
        if !self.is_unsplit() {
            return self;
        }
        let peak = PeakLoad::with_local(&self.key, self.place);
        Self { peak, of_one: peak, ..self }
    }

    pub(crate) const fn verdict(&self) -> Verdict {
        let Some(peak) = self.peak else {
            return match self.cardinality.values() {
                Some(values) if self.shards.reached() == 1 && values <= MAX_FEW_VALUES => Verdict::Undeclared,
                _ => Verdict::Fine,
            };
        };
        match self.even_keys() {
            Some(keys) if carried(keys) < self.even(&peak).units_per_second => Verdict::Overloaded { keys },
            _ if carried(self.popular_keys()) < self.popular(&peak).units_per_second => Verdict::Popular,
            _ => Verdict::Fine,
        }
    }

    /// The table's setting for undeclared peaks.
    pub(crate) const fn policy(&self) -> UndeclaredPeak {
        self.key.entity.table.undeclared_peak
    }

    /// The number of partition keys that share the whole peak evenly at one moment. `None` if it is not known, or if
    /// only a declared share of the peak is on the key of the moment.
    pub(crate) const fn even_keys(&self) -> Option<u64> {
        match self.cardinality.values() {
            Some(_) if self.cardinality.moving().is_some() && self.share.is_exact() && !self.hashes_top_value() => None,
            Some(values) => Some(values.saturating_mul(self.shards.reached())),
            None => None,
        }
    }

    /// The part of the peak that the keys of the moment divide evenly: all of it, or the load of one value.
    pub(crate) const fn even(&self, peak: &PeakLoad) -> PeakLoad {
        if matches!(self.cardinality.values(), Some(1)) { self.on_one(peak, 1.0) } else { *peak }
    }

    /// The load of a value that has this share of the writes.
    pub(crate) const fn on_one(&self, peak: &PeakLoad, share: f64) -> PeakLoad {
        let of_share = peak.share(share);
        match self.of_one {
            Some(one) if one.units_per_second < of_share.units_per_second => one,
            _ => of_share,
        }
    }

    /// The part of the peak that the most frequent value certainly has. Zero if its share is not known.
    pub(crate) const fn popular(&self, peak: &PeakLoad) -> PeakLoad {
        self.on_one(peak, self.share.least)
    }

    /// Whether the most frequent value has at most a share that its shards serve.
    pub(crate) const fn is_bounded(&self, peak: &PeakLoad) -> bool {
        self.share.most < 1.0 && self.on_one(peak, self.share.most).is_carried_by(self.popular_keys())
    }

    /// The number of partition keys of the most frequent value.
    pub(crate) const fn popular_keys(&self) -> u64 {
        if self.hashes_top_value() { 1 } else { self.shards.reached() }
    }

    /// The number of partition keys of one value that has the whole peak.
    pub(crate) const fn keys_of_one(&self) -> u64 {
        if self.hashes_top_value() { 1 } else { self.shards.reached_by_one() }
    }

    /// The share, in per cent, from which one of several values overloads its partition. `None` if a share is declared,
    /// if the values are not known to be few, or if even the whole peak on one value fits.
    pub(crate) const fn share_that_throttles(&self) -> Option<u64> {
        let several = self.cardinality.few().is_some()
            || matches!((self.cardinality.values(), self.shards.inputs), (Some(_), Some(inputs)) if inputs > 1);
        let Some(peak) = self.peak else { return None };
        if !several || self.share.is_exact() || self.on_one(&peak, self.share.most).is_carried_by(self.keys_of_one()) {
            return None;
        }
        match carried(self.keys_of_one()).saturating_mul(100).checked_div(peak.units_per_second) {
            Some(0) | None => Some(1),
            Some(share) if share > 99 => Some(99),
            share => share,
        }
    }

    /// The share, in per cent, from which the most frequent of an unknown number of values overloads its shards. `None`
    /// if this share is declared, or bounded by another, and if the shards of one value carry the whole peak.
    pub(crate) const fn unknown_share_that_throttles(&self) -> Option<u64> {
        let Some(peak) = self.peak else { return None };
        let is_unknown = self.cardinality.values().is_none() && !self.cardinality.is_even() && !self.share.is_exact();
        let carried = carried(self.shards.reached());
        if !is_unknown || self.is_bounded(&peak) || self.on_one(&peak, 1.0).units_per_second <= carried {
            return None;
        }
        let percent = carried.saturating_mul(100) / peak.units_per_second;
        Some(if percent == 0 { 1 } else { percent })
    }

    /// Whether the declared share is that of a hashed value, because there is one key at a time and its shard is a hash
    /// of one field. All writes of a value then use one shard, regardless of the number of shards.
    pub(crate) const fn hashes_top_value(&self) -> bool {
        self.share.is_exact()
            && self.owns_peak()
            && matches!(self.cardinality.values(), Some(1))
            && self.shards.hashes_one_field
    }

    /// Whether the peak is declared for this key and not for the table's.
    pub(crate) const fn owns_peak(&self) -> bool {
        self.key.key.index.is_none() || self.key.key.peak.is_some()
    }

    /// Whether each partition key of the table has only one item: its sort key has no field.
    pub(crate) const fn has_one_item(&self) -> bool {
        let Some(sort) = &self.key.key.sort else {
            return self.key.key.index.is_none() && self.key.sort.is_none();
        };
        let mut at = 0;
        while at < sort.segments.len() {
            if matches!(sort.segments[at], Segment::Field { .. }) {
                return false;
            }
            at += 1;
        }
        self.key.key.index.is_none()
    }

    /// The number of items on the page of estimates: 1 if each key has one item, otherwise the newest 50.
    pub(crate) const fn page_items(&self) -> u64 {
        if self.has_one_item() { 1 } else { PAGE_ITEMS }
    }

    /// How long a key is written before time makes new keys, which are placed on partitions again.
    pub(crate) const fn roll_over(&self) -> Option<Span> {
        self.cardinality.roll_over()
    }

    /// Whether more shards of this kind would help. They do not help if one hashed value is too frequent.
    pub(crate) const fn can_be_spread(&self) -> bool {
        match self.peak {
            Some(peak) => !self.hashes_top_value() || self.popular(&peak).is_carried_by(1),
            None => true,
        }
    }

    /// The probability, per second, that a partition key exceeds its limit. `None` if neither the number of values nor
    /// the share of the most frequent one is known. A few values count as equally frequent.
    pub(crate) fn overload_probability(&self) -> Option<f64> {
        let peak = self.peak?;
        let even = self.even_keys().map(|keys| self.even(&peak).overload_probability(keys));
        let popular = self.popular(&peak);
        let popular = (popular.units_per_second > 0).then(|| popular.overload_probability(self.popular_keys()));
        even.into_iter().chain(popular).reduce(f64::max)
    }
}

/// The write units per second that `keys` partition keys serve, each on its own partition.
pub(crate) const fn carried(keys: u64) -> u64 {
    keys.saturating_mul(PARTITION_WRITE_UNITS)
}
