//! Adds up the peaks of several entities that write to one partition key, separately for the table and for each index.

use super::{KeyLoad, PeakLoad};
use crate::{
    key::same_keys::{same_form, same_kind},
    physics::{
        limits::PARTITION_WRITE_UNITS,
        placement::{NewLoad, Pair},
        shards::{DEFAULT_TARGET, MANY_SHARDS, overload_probability, shards_for},
    },
    schema::{EntitySchema, KeySchema, Segment, Template, same, same_index},
    template::overlap::{begin_apart, overlaps},
};

/// The load of several entities on one partition key.
#[derive(Clone, Copy)]
pub(crate) struct Sum<'a> {
    /// The key of the entity with which the sum exceeds the limit.
    pub(crate) load: KeyLoad<'a>,
    pub(crate) division: Division,
    /// Whether entries in local secondary indexes are included.
    pub(crate) local: bool,
    /// Write units per second on the heaviest partition key.
    pub(crate) on_one_key: f64,
    /// Write units per second of all shards of that value of the key.
    pub(crate) all_shards: u64,
    /// The number of values of the key with as much load.
    values: u64,
    /// Write units per second of all entities in the table or the index.
    in_place: u64,
    /// Write units of the heaviest write.
    pub(crate) units: u64,
}

/// How the load of each entity is divided among partition keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    /// Evenly over all keys of the moment.
    Even,
    /// By the declared shares of the most frequent key.
    TopShare,
}

const DIVISIONS: [(Division, bool); 4] =
    [(Division::Even, false), (Division::TopShare, false), (Division::Even, true), (Division::TopShare, true)];

/// The sum that exceeds the limit of a partition with the entity at position `at`, although each part alone fits.
pub(crate) const fn sum_at<'a>(entities: &[&'a EntitySchema], at: usize) -> Option<Sum<'a>> {
    let mut number = 0;
    while number < DIVISIONS.len() {
        let (division, local) = DIVISIONS[number];
        if let Some(sum) = first(entities, at, division, local, Fault::Mean) {
            return Some(sum);
        }
        number += 1;
    }
    None
}

/// The number of shards on each of the entities that would suffice, if the sum fits on average but not in a busy
/// second. Otherwise 0.
pub(crate) const fn missing_margin_at(entities: &[&EntitySchema], at: usize) -> u64 {
    if sum_at(entities, at).is_some() {
        return 0;
    }
    let mut number = 0;
    while number < DIVISIONS.len() {
        let (division, local) = DIVISIONS[number];
        if let Some(sum) = first(entities, at, division, local, Fault::Margin) {
            return sum.least_shards();
        }
        number += 1;
    }
    0
}

/// The problem of a sum.
#[derive(Clone, Copy)]
enum Fault {
    /// It exceeds the limit of a partition.
    Mean,
    /// It fits on average, but not in a busy second.
    Margin,
}

const fn first<'a>(
    entities: &[&'a EntitySchema],
    at: usize,
    division: Division,
    local: bool,
    fault: Fault,
) -> Option<Sum<'a>> {
    if at >= entities.len() {
        return None;
    }
    let mut place = 0;
    while place < entities[at].places() {
        if has_peers(entities, at, place)
            && let Some(load) = judged(entities[at], place, local)
            && let Some(own) = part(&load, division)
        {
            let mut sum = Sum {
                load,
                division,
                local,
                on_one_key: own.on_one_key,
                all_shards: own.all_shards,
                values: own.values,
                in_place: own.in_place,
                units: own.units,
            };
            let mut others = 0.0;
            let mut other = 0;
            while other < at {
                if let Some(shared) = sharing(entities[other], &load, division, local)
                    && let Some(theirs) = part(&shared, division)
                {
                    others += theirs.on_one_key;
                    sum.on_one_key += theirs.on_one_key;
                    sum.all_shards = sum.all_shards.saturating_add(theirs.all_shards);
                    sum.values = if sum.values > theirs.values { sum.values } else { theirs.values };
                    sum.in_place = sum.in_place.saturating_add(theirs.in_place);
                    sum.units = if sum.units > theirs.units { sum.units } else { theirs.units };
                }
                other += 1;
            }
            let fits = PARTITION_WRITE_UNITS as f64;
            let parts_fit = others > 0.0 && own.on_one_key <= fits && others <= fits;
            let is_at_fault = match fault {
                Fault::Mean => sum.on_one_key > fits,
                Fault::Margin => sum.lacks_margin() && own.keeps_margin(),
            };
            if parts_fit && is_at_fault {
                return Some(sum);
            }
        }
        place += 1;
    }
    None
}

impl Sum<'_> {
    /// The number of shards on each of the entities that serve the sum in a busy second and, within the quota, its new
    /// keys.
    /// If no number up to 1,000 is within the quota, the number that serves a busy second.
    const fn least_shards(&self) -> u64 {
        match self.pairs() {
            [Some(pair), ..] if self.load.must_be_placed() && pair.warm_write_units() <= self.load.quota() => {
                pair.shards
            }
            _ => self.shards_of_busy_second(),
        }
    }

    /// The number of shards to advise: if time makes new keys, one that needs less warm throughput than the fewest
    /// shards, unless its reads are expensive.
    pub(crate) const fn shards_wanted(&self) -> u64 {
        let least = self.least_shards();
        match self.pairs() {
            [_, Some(pair), _]
                if self.load.roll_over().is_some() && least <= pair.shards && pair.shards <= MANY_SHARDS =>
            {
                pair.shards
            }
            _ => least,
        }
    }

    const fn shards_of_busy_second(&self) -> u64 {
        shards_for(self.all_shards.div_ceil(self.units), self.units, DEFAULT_TARGET)
    }

    /// Combinations of shards for each value of the key and of the partitions that serve new keys.
    pub(crate) const fn pairs(&self) -> [Option<Pair>; 3] {
        let (units, values) = (self.all_shards.saturating_mul(self.values), self.values);
        let least = self.shards_of_busy_second();
        let background = self.in_place.saturating_sub(units) as f64;
        let new = NewLoad { units_per_second: units, background, least: least.saturating_mul(values) };
        let (mut pairs, mut at) = (new.pairs(self.load.quota()), 0);
        while at < pairs.len() {
            pairs[at] = match pairs[at] {
                Some(pair) => Some(Pair { shards: pair.shards.div_ceil(values), ..pair }),
                None => None,
            };
            at += 1;
        }
        pairs
    }

    const fn lacks_margin(&self) -> bool {
        self.on_one_key <= PARTITION_WRITE_UNITS as f64 && !keeps_margin(self.on_one_key, self.units)
    }
}

const fn keeps_margin(units_per_second: f64, units: u64) -> bool {
    overload_probability(units_per_second / units as f64, units, 1) <= DEFAULT_TARGET
}

/// An entity's part of a sum.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) on_one_key: f64,
    all_shards: u64,
    values: u64,
    in_place: u64,
    units: u64,
}

impl Part {
    /// Whether this part alone has a margin for a busy second. If not, a separate warning covers it.
    const fn keeps_margin(&self) -> bool {
        keeps_margin(self.on_one_key, self.units)
    }
}

/// The load that an entity adds to the heaviest partition key. `None` if it is not known.
pub(crate) const fn part(load: &KeyLoad<'_>, division: Division) -> Option<Part> {
    let Some(peak) = load.peak else { return None };
    let (units, keys, values): (PeakLoad, u64, u64) = match division {
        Division::Even => match (load.even_keys(), load.cardinality.values()) {
            (Some(keys), Some(values)) if values > 0 => (load.even(&peak), keys, values),
            _ => return None,
        },
        // The heaviest shard of one value
        Division::TopShare if load.hashes_top_value() && load.share_of_key() > 0.0 => {
            let share = load.share_of_fullest(load.share_of_key(), load.shards.reached());
            (load.on_one(&peak, share), 1, 1)
        }
        Division::TopShare if load.share.least > 0.0 => (load.popular_key(&peak), load.shards.reached(), 1),
        // Added to a declared share, a key of one value has all writes of its entity.
        Division::TopShare => match load.cardinality.values() {
            Some(1) => (load.even(&peak), load.shards.reached(), 1),
            _ => return None,
        },
    };
    if keys == 0 {
        return None;
    }
    Some(Part {
        on_one_key: units.units_per_second as f64 / keys as f64,
        all_shards: units.units_per_second.div_ceil(values),
        values,
        in_place: load.units_in_place(&peak),
        units: peak.units,
    })
}

const fn judged(entity: &EntitySchema, place: usize, local: bool) -> Option<KeyLoad<'_>> {
    if !local {
        return KeyLoad::of(entity, place);
    }
    match KeyLoad::of_any(entity, place) {
        Some(load) if load.is_unsplit() => Some(load.with_local()),
        _ => None,
    }
}

/// Quickly checks whether an earlier entity may write to these partition keys.
const fn has_peers(entities: &[&EntitySchema], at: usize, place: usize) -> bool {
    let entity = entities[at];
    let Some(key) = entity.key_at(place) else { return false };
    if entity.peak.is_none() && key.peak.is_none() {
        return false;
    }
    let mut other = 0;
    while other < at {
        let mut theirs = 0;
        while theirs < entities[other].places() {
            if may_share(entities[other], theirs, key) {
                return true;
            }
            theirs += 1;
        }
        other += 1;
    }
    false
}

const fn may_share(entity: &EntitySchema, place: usize, key: &KeySchema) -> bool {
    let Some(theirs) = entity.key_at(place) else { return false };
    (entity.peak.is_some() || theirs.peak.is_some()) && may_share_keys(theirs, key)
}

/// Quickly checks whether two keys of a table or an index may have the same partition keys.
pub(super) const fn may_share_keys(theirs: &KeySchema, ours: &KeySchema) -> bool {
    same_index(theirs.index, ours.index) && !begin_apart(&theirs.partition, &ours.partition)
}

/// Whether two keys of a table or an index have the same partition keys: their values are known and overlap, or their
/// templates are equal.
pub(super) const fn share_keys(theirs: &KeyLoad<'_>, ours: &KeyLoad<'_>) -> bool {
    let known = theirs.cardinality.values().is_some() && ours.cardinality.values().is_some();
    let (a, b) = (&theirs.key, &ours.key);
    overlaps(&a.partition_part(), &b.partition_part())
        && (known || same_shape(a.entity, &a.key.partition, b.entity, &b.key.partition))
}

/// The key of another entity that writes to these partition keys.
pub(crate) const fn sharing<'a>(
    entity: &'a EntitySchema,
    load: &KeyLoad<'_>,
    division: Division,
    local: bool,
) -> Option<KeyLoad<'a>> {
    let mut place = 0;
    while place < entity.places() {
        if may_share(entity, place, load.key.key)
            && let Some(shared) = KeyLoad::of_any(entity, place)
            && share_keys(&shared, load)
        {
            let shared = if local { shared.with_local() } else { shared };
            if part(&shared, division).is_some() {
                return Some(shared);
            }
        }
        place += 1;
    }
    None
}

/// Whether two templates have the same literals, and fields of the same types and forms.
const fn same_shape(a: &EntitySchema, of_a: &Template, b: &EntitySchema, of_b: &Template) -> bool {
    let (mut p, mut q) = (skip_shard(of_a, 0), skip_shard(of_b, 0));
    loop {
        let (ended_a, ended_b) = (p >= of_a.segments.len(), q >= of_b.segments.len());
        if ended_a || ended_b {
            return ended_a && ended_b;
        }
        let same_segment = match (of_a.segments[p], of_b.segments[q]) {
            (Segment::Literal(x), Segment::Literal(y)) => same(x, y),
            (Segment::Field { field: x, form: form_x, .. }, Segment::Field { field: y, form: form_y, .. }) => {
                same_kind(a, x, b, y) && same_form(form_x, form_y)
            }
            (Segment::Delimiter, Segment::Delimiter) | (Segment::NextAttribute(_), Segment::NextAttribute(_)) => true,
            _ => false,
        };
        if !same_segment {
            return false;
        }
        (p, q) = (skip_shard(of_a, p + 1), skip_shard(of_b, q + 1));
    }
}

/// The index of the next segment that does not belong to the shard: neither its number nor the delimiter before it.
const fn skip_shard(template: &Template, mut at: usize) -> usize {
    while at < template.segments.len() {
        match template.segments[at] {
            Segment::Shard { .. } => at += 1,
            Segment::Delimiter
                if at + 1 < template.segments.len() && matches!(template.segments[at + 1], Segment::Shard { .. }) =>
            {
                at += 2;
            }
            _ => return at,
        }
    }
    at
}
