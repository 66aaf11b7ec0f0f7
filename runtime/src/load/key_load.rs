//! Computes the load on a partition key of an entity, and whether it fits.

use super::{
    KeyCardinality, PeakLoad, Span, TopShare,
    spread::{Shards, stands_whole},
};
use crate::{
    physics::{limits::PARTITION_WRITE_UNITS, read_cost::PAGE_ITEMS},
    schema::{EntitySchema, LegacyKey, Segment, UndeclaredPeak},
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

    /// The load if all items are written under an older key.
    pub(crate) const fn under(self, older: &LegacyKey) -> Self {
        let entity = self.key.entity;
        Self {
            cardinality: KeyCardinality::of(entity, &older.partition),
            shards: Shards::of(entity, &older.partition, older.shard),
            ..self
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
            _ if self.overloads_a_shard(&peak) => Verdict::Popular,
            _ if carried(self.shards.reached()) < self.popular_key(&peak).units_per_second => Verdict::Popular,
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
            Some(_) if self.cardinality.moving().is_some() && self.share.is_exact() => None,
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

    /// The part of the peak that the most frequent value certainly has, over all its shards. Zero if its share is not
    /// known.
    pub(crate) const fn popular_key(&self, peak: &PeakLoad) -> PeakLoad {
        self.on_one(peak, self.share.least)
    }

    /// The share of the most frequent value, whether declared, or that of each of few values.
    pub(crate) const fn share_of_key(&self) -> f64 {
        match self.cardinality.values() {
            _ if self.share.least > 0.0 => self.share.least,
            Some(values) if values > 0 => 1.0 / values as f64,
            _ => 0.0,
        }
    }

    /// The load of the most frequent hashed value, on one shard of the most frequent key. Zero if its share is not
    /// declared.
    pub(crate) const fn popular_hashed(&self, peak: &PeakLoad) -> PeakLoad {
        match self.shards.top_share {
            Some(share) => self.on_one(peak, self.share_of_key() * share),
            None => self.on_one(peak, 0.0),
        }
    }

    /// Whether the most frequent hashed value alone has more than its shard serves.
    pub(crate) const fn overloads_a_shard(&self, peak: &PeakLoad) -> bool {
        carried(1) < self.popular_hashed(peak).units_per_second
    }

    /// The share of the writes on the fullest of `shards` shards of a value that has `share`.
    pub(super) const fn share_of_fullest(&self, share: f64, shards: u64) -> f64 {
        let shards = if shards == 0 { 1.0 } else { shards as f64 };
        match self.shards.top_share {
            Some(top) => share * (top + (1.0 - top) / shards),
            None => share / shards,
        }
    }

    /// Whether the most frequent value has at most a share that its shards serve.
    pub(crate) const fn is_bounded(&self, peak: &PeakLoad) -> bool {
        self.share.most < 1.0 && self.carries(peak, self.share.most)
    }

    /// Whether the shards of one value with this share of the writes serve a busy second.
    pub(crate) const fn carries(&self, peak: &PeakLoad, share: f64) -> bool {
        match self.shards.top_share {
            Some(_) => self.on_one(peak, self.share_of_fullest(share, self.shards.reached())).is_carried_by(1),
            None => self.on_one(peak, share).is_carried_by(self.shards.reached()),
        }
    }

    /// The write units per second that one value may have, with the most uneven division over its shards that the
    /// schema allows.
    const fn carried_by_one(&self) -> u64 {
        match (self.shards.inputs, self.shards.top_share) {
            (_, Some(_)) => (PARTITION_WRITE_UNITS as f64 / self.share_of_fullest(1.0, self.shards.reached())) as u64,
            // One of few hashed values may have the whole load.
            (Some(_), None) => carried(1),
            (None, None) => carried(self.shards.reached()),
        }
    }

    /// The share, in per cent, from which one of several values overloads its partition. `None` if a share is declared,
    /// if the values are not known to be few, or if even the whole peak on one value fits.
    pub(crate) const fn share_that_throttles(&self) -> Option<u64> {
        let Some(peak) = self.peak else { return None };
        let several_keys = self.cardinality.few().is_some() && !self.share.is_exact();
        let several_hashed = self.cardinality.values().is_some()
            && matches!(self.shards, Shards { inputs: Some(2..), top_share: None, .. });
        let carried = self.carried_by_one();
        let fits = match several_hashed {
            true => self.on_one(&peak, self.share.most).is_carried_by(1),
            false => self.carries(&peak, self.share.most),
        };
        if !(several_keys || several_hashed) || fits {
            return None;
        }
        match carried.saturating_mul(100).checked_div(peak.units_per_second) {
            Some(0) | None => Some(1),
            Some(share) if share > 99 => Some(99),
            share => share,
        }
    }

    /// The share, in per cent, from which the most frequent of an unknown number of values overloads its shards, or of
    /// an unknown number of hashed values a shard. `None` if this share is declared, or bounded by another, and if the
    /// shards of one value carry the whole peak.
    pub(crate) const fn unknown_share_that_throttles(&self) -> Option<u64> {
        let Some(peak) = self.peak else { return None };
        let carried = if self.hash_is_unknown() { carried(1) } else { self.carried_by_one() };
        let fits = match self.hash_is_unknown() {
            true => self.on_one(&peak, self.share.most).units_per_second <= carried,
            false => !self.key_is_unknown() || self.is_bounded(&peak) || self.units_of_one(&peak) <= carried,
        };
        if fits {
            return None;
        }
        let percent = carried.saturating_mul(100) / peak.units_per_second;
        Some(if percent == 0 { 1 } else { percent })
    }

    const fn units_of_one(&self, peak: &PeakLoad) -> u64 {
        self.on_one(peak, 1.0).units_per_second
    }

    /// Whether neither the number of the key's values nor the share of the most frequent one is known.
    const fn key_is_unknown(&self) -> bool {
        self.cardinality.values().is_none() && !self.cardinality.is_even() && !self.share.is_exact()
    }

    /// Whether the share of the most frequent hashed value is neither declared nor small because the values differ.
    pub(crate) const fn hash_is_unknown(&self) -> bool {
        self.shards.is_unknown && self.shards.top_share.is_none() && !self.cardinality.is_even()
    }

    /// Whether the share of the most frequent hashed value is declared. All its writes use one shard of its key,
    /// regardless of the number of shards.
    pub(crate) const fn hashes_top_value(&self) -> bool {
        self.shards.top_share.is_some()
    }

    /// Whether the peak declares the share of the only partition key of the moment, whose shard is a hash of one field
    /// of undeclared share.
    pub(crate) const fn has_share_of_hash(&self) -> bool {
        self.share.is_exact()
            && self.owns_peak()
            && matches!(self.cardinality.values(), Some(1))
            && self.shards.hashes_one_field
            && self.shards.top_share.is_none()
    }

    /// Whether the key is that of an index that the entity does not declare.
    pub(crate) const fn is_unasked(&self) -> bool {
        self.key.entity.is_unasked(self.place)
    }

    /// Whether the peak is declared for this key and not for the table's.
    pub(crate) const fn owns_peak(&self) -> bool {
        self.key.key.index.is_none() || self.key.key.peak.is_some()
    }

    /// Whether each partition key of the table has only one item: its sort key has no field that the partition key does
    /// not contain.
    pub(crate) const fn has_one_item(&self) -> bool {
        if self.key.key.index.is_some() {
            return false;
        }
        let Some(sort) = &self.key.key.sort else { return self.key.sort.is_none() };
        let mut at = 0;
        while at < sort.segments.len() {
            if let Segment::Field { field, .. } = sort.segments[at]
                && !stands_whole(self.key.entity, &self.key.key.partition, field)
            {
                return false;
            }
            at += 1;
        }
        true
    }

    /// The number of items on the page of estimates: 1 if each key has one item, otherwise the declared items of a page
    /// or, failing that, 50.
    pub(crate) const fn page_items(&self) -> u64 {
        match self.key.key.page {
            _ if self.has_one_item() => 1,
            Some(page) => page.items,
            None => PAGE_ITEMS,
        }
    }

    /// The largest number of items that a query returns in a page. `u64::MAX` if it is not declared.
    pub(super) const fn most_page_items(&self) -> u64 {
        match self.key.key.page {
            _ if self.has_one_item() => 1,
            Some(page) => page.items,
            None => u64::MAX,
        }
    }

    /// How long a key is written before time makes new keys, which are placed on partitions again.
    pub(crate) const fn roll_over(&self) -> Option<Span> {
        self.cardinality.roll_over()
    }

    /// Whether more shards of this kind would help. They do not help if one hashed value is too frequent.
    pub(crate) const fn can_be_spread(&self) -> bool {
        match self.peak {
            Some(peak) => !self.hashes_top_value() || self.popular_hashed(&peak).is_carried_by(1),
            None => true,
        }
    }

    /// The probability, per second, that a partition key exceeds its limit. `None` if neither the number of values nor
    /// the share of the most frequent one is known. A few values count as equally frequent.
    pub(crate) fn overload_probability(&self) -> Option<f64> {
        let peak = self.peak?;
        if self.hash_is_unknown() {
            return None;
        }
        let even = self.even_keys().map(|keys| self.even(&peak).overload_probability(keys));
        let on_shards = |share: f64| match self.hashes_top_value() {
            true => self.on_one(&peak, self.share_of_fullest(share, self.shards.reached())).overload_probability(1),
            false => self.on_one(&peak, share).overload_probability(self.shards.reached()),
        };
        let share = if self.hashes_top_value() { self.share_of_key() } else { self.share.least };
        let popular = (share > 0.0).then(|| on_shards(share));
        even.into_iter().chain(popular).reduce(f64::max)
    }
}

/// The write units per second that `keys` partition keys serve, each on its own partition.
pub(crate) const fn carried(keys: u64) -> u64 {
    keys.saturating_mul(PARTITION_WRITE_UNITS)
}
