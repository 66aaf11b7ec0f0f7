//! The most popular key of a table or an index, if its share is declared.

use keywright::schema::{EntitySchema, KeySchema, ShardBy};

use super::key_fields::{has_field, is_point_in_time};
use super::load::Traffic;
use super::values::Sampler;
use crate::random::Random;

/// The items of the most popular key: their common fields, and their share.
#[derive(Debug)]
pub(super) struct Top {
    /// The probability with which an item is made one of these, in addition to those that are by chance.
    probability: f64,
    /// The fields that have their most popular value, which has number 0.
    fields: Vec<usize>,
}

impl Top {
    /// Makes the items of the most popular key. `None` if the key has at least the declared share by chance.
    fn new(share: f64, fields: Vec<usize>, samplers: &[Sampler]) -> Option<Self> {
        let by_chance: f64 = fields.iter().filter_map(|field| samplers.get(*field)).map(Sampler::top_share).product();
        let probability = (share - by_chance) / (1.0 - by_chance);
        (!fields.is_empty() && probability > 0.0).then_some(Self { probability, fields })
    }

    /// Makes an item one of these, with the probability of this key.
    pub(super) fn apply(&self, random: &mut Random, draws: &mut [u64]) {
        if random.uniform() < self.probability {
            for field in &self.fields {
                if let Some(draw) = draws.get_mut(*field) {
                    *draw = 0;
                }
            }
        }
    }
}

/// Returns the most popular key of the table, with the given share, and those of the indexes whose own peak declares
/// one, and the most popular hashed values. An index whose key consists of fields that an earlier key has set follows
/// that one.
pub(super) fn most_popular(entity: &EntitySchema, of_table: Option<f64>, samplers: &[Sampler]) -> Vec<Top> {
    let mut tops: Vec<Top> = Vec::new();
    let keys = declared_shares(entity, of_table).map(|(key, share)| (fields_of(entity, key), share));
    for (fields, share) in keys.chain(hashed_shares(entity)) {
        let is_set = fields.iter().all(|field| tops.iter().any(|top| top.fields.contains(field)));
        if !is_set {
            tops.extend(Top::new(share, fields, samplers));
        }
    }
    tops
}

/// Returns, for each key, the most popular value of reads whose share is declared apart from that of the writes.
pub(super) fn most_read(entity: &EntitySchema, traffic: &Traffic, samplers: &[Sampler]) -> Vec<Option<Top>> {
    let top = |key: &'static KeySchema| {
        let reads = traffic.declared.get(&key.index.map(str::to_owned))?;
        Top::new(reads.top_share?, fields_of(entity, key), samplers)
    };
    entity.keys.iter().map(top).collect()
}

/// Returns the fields with planned times, such as due dates. A declared share of a key that consists only of times
/// means that they do not follow the clock: the current time has that share, and the rest is at other days.
pub(super) fn planned_times(entity: &EntitySchema, of_table: Option<f64>) -> Vec<usize> {
    let fields = declared_shares(entity, of_table).flat_map(|(key, _)| fields_of(entity, key));
    fields.filter(|field| is_time(entity, *field)).collect()
}

/// Returns the keys with a declared share of their most popular value.
fn declared_shares(
    entity: &EntitySchema,
    of_table: Option<f64>,
) -> impl Iterator<Item = (&'static KeySchema, f64)> + use<> {
    entity.keys.iter().filter_map(move |key| {
        let share = if key.index.is_none() { of_table } else { key.peak.and_then(|peak| peak.top_share) };
        Some((key, share?))
    })
}

/// Returns the hashed fields with a declared share of their most popular values within one partition key.
fn hashed_shares(entity: &EntitySchema) -> impl Iterator<Item = (Vec<usize>, f64)> + use<> {
    entity.keys.iter().filter_map(|key| {
        let ShardBy::Hash { fields, top_share, .. } = key.shard?.by else { return None };
        let in_key = |place: &usize| has_field(&key.partition, *place);
        let fields = fields.iter().copied().map(usize::from).filter(|place| !in_key(place)).collect();
        Some((fields, top_share?))
    })
}

/// Returns the fields of a partition key whose most popular values make its most popular key: those that are not points
/// in time. If there are none, the times ([`Peak::top_share`](keywright::schema::Peak::top_share)).
fn fields_of(entity: &EntitySchema, key: &KeySchema) -> Vec<usize> {
    let in_key = |place: &usize| has_field(&key.partition, *place);
    let (times, fields): (Vec<_>, Vec<_>) =
        (0..entity.fields.len()).filter(in_key).partition(|place| is_time(entity, *place));
    if fields.is_empty() { times } else { fields }
}

fn is_time(entity: &EntitySchema, place: usize) -> bool {
    entity.fields.get(place).is_some_and(is_point_in_time)
}
