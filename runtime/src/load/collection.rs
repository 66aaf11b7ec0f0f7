//! Computes when an item collection is full.
//!
//! In a table with a local secondary index, the items of one partition key and their index entries can have at most 10
//! GB, and DynamoDB never splits them.
//!
//! AWS: [Item collection size
//! limit](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ItemCollections.SizeLimit).

use super::{
    KeyLoad, Span, Verdict,
    cardinality::{span_of_placeholder, values_of},
    spread::stands_whole,
};
use crate::{
    physics::limits::PARTITION_BYTES,
    schema::{EntitySchema, Segment},
    template::segment::kind_of,
};

const SECONDS_A_DAY: f64 = 86_400.0;

/// A collection that is full later than this causes no warning.
const MAX_DAYS: u64 = 1_000;

impl KeyLoad<'_> {
    /// The days at peak after which the fullest collection of a key is full, at most 1,000, rounded up to one digit. 0
    /// if the table has no local secondary index, if the rate of the fullest collection is not known, if the collection
    /// does not grow, or if time makes a new key before it is full.
    pub(crate) const fn days_to_full(&self) -> usize {
        let entity = self.key.entity;
        let (Some(creates), Some(item)) = (self.creates_of_fullest(), entity.item_bytes()) else { return 0 };
        // A peak that is rejected gets no warning.
        if !self.is_unsplit() || !grows(self) || !matches!(self.with_local().verdict(), Verdict::Fine) {
            return 0;
        }
        let bytes_a_second = creates * item.saturating_add(entity.local_bytes()) as f64;
        if bytes_a_second <= 0.0 {
            return 0;
        }
        let seconds = PARTITION_BYTES as f64 / bytes_a_second;
        let days = (seconds / SECONDS_A_DAY) as u64;
        match self.roll_over() {
            Some(span) if seconds >= span.seconds() as f64 => 0,
            _ if days < MAX_DAYS => one_digit(days + 1) as usize,
            _ => 0,
        }
    }

    /// Whether the table has a local secondary index, and the key is the table's.
    pub(crate) const fn is_unsplit(&self) -> bool {
        self.key.key.index.is_none() && !self.key.entity.table.local_indexes.is_empty()
    }

    /// New items per second of the fullest partition key, less those that are deleted. `None` if it is not known.
    const fn creates_of_fullest(&self) -> Option<f64> {
        let Some(peak) = self.peak else { return None };
        let creates = peak.creates.rate.saturating_sub(peak.deletes.rate) as f64;
        if self.share.is_exact() || self.hashes_top_value() && self.share_of_key() > 0.0 {
            return Some(creates * self.share_of_fullest(self.share_of_key(), self.shards.reached()));
        }
        match self.even_keys() {
            Some(keys) if keys > 0 => Some(creates / keys as f64),
            _ => None,
        }
    }
}

/// Whether a create adds an item to the collection: its sort key has many values within one value of the partition key.
const fn grows(load: &KeyLoad<'_>) -> bool {
    let (entity, key) = (load.key.entity, load.key.key);
    let Some(sort) = &key.sort else {
        return false;
    };
    let mut at = 0;
    while at < sort.segments.len() {
        if let Segment::Field { field, .. } = sort.segments[at]
            && !stands_whole(entity, &key.partition, field)
            && is_varied(entity, sort.segments[at])
        {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether a placeholder has many values at one moment, or a point in time that lasts less than a second.
const fn is_varied(entity: &EntitySchema, segment: Segment) -> bool {
    let Segment::Field { form, .. } = segment else { return false };
    match (span_of_placeholder(entity, segment), kind_of(entity, segment)) {
        (Some(Span::Instant), _) => true,
        (Some(_), _) => false,
        (None, kind) => values_of(kind, form).is_none(),
    }
}

/// Rounds up to one significant digit.
const fn one_digit(number: u64) -> u64 {
    let mut digits = 1;
    while number / digits >= 10 {
        digits *= 10;
    }
    number.div_ceil(digits) * digits
}
