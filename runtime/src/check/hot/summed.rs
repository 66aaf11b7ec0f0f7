//! KW004 across entities: the peaks of all that write to one partition key add up.

use super::{Judged, Load, MOST_SHARDS};
use crate::{
    check::{
        example::push_keys,
        key::DeclaredKey,
        overlap::{begin_apart, overlaps},
        text::Text,
        variety::Variety,
    },
    physics::{limits::PARTITION_WRITE_UNITS, shards},
    schema::{EntitySchema, same},
};

/// Speaks at the entity that brings a partition key over its limit.
pub(crate) const fn refusal(entities: &[&EntitySchema], at: usize) -> Option<Text> {
    if at >= entities.len() {
        return None;
    }
    let mut key = 0;
    while key < entities[at].keys.len() {
        if is_one_key(entities[at], key)
            && let Some(judged) = Judged::of(entities[at], key)
            && let Some(own) = on_one_key(&judged)
        {
            let others = load_of_earlier(entities, at, &judged);
            let limit = PARTITION_WRITE_UNITS as f64;
            if own <= limit && others <= limit && own + others > limit {
                return Some(message(entities, at, &judged, own + others));
            }
        }
        key += 1;
    }
    None
}

/// Whether all writes go to one partition key, its shards aside, at any moment.
const fn is_one_key(entity: &EntitySchema, key: usize) -> bool {
    let partition = &entity.keys[key].partition;
    matches!(Variety::of(entity, partition), Variety::Constant | Variety::Bucket(_))
}

/// The write units a second on each shard of such a key.
const fn on_one_key(judged: &Judged<'_>) -> Option<f64> {
    match judged.load {
        Some(load) => Some(load.units_per_second() as f64 / judged.spread as f64),
        None => None,
    }
}

const fn load_of_earlier(entities: &[&EntitySchema], at: usize, judged: &Judged<'_>) -> f64 {
    let mut sum = 0.0;
    let mut other = 0;
    while other < at {
        if let Some(shared) = sharing_key(entities[other], judged)
            && let Some(load) = on_one_key(&shared)
        {
            sum += load;
        }
        other += 1;
    }
    sum
}

/// The key of another entity that is written to the same partition key.
const fn sharing_key<'a>(entity: &'a EntitySchema, judged: &Judged<'_>) -> Option<Judged<'a>> {
    let mut key = 0;
    while key < entity.keys.len() {
        let theirs = &entity.keys[key];
        if (entity.peak.is_some() || theirs.peak.is_some())
            && !begin_apart(&theirs.partition, &judged.key.key.partition)
            && same_index(theirs.index, judged.key.key.index)
            && is_one_key(entity, key)
            && let Some(declared) = DeclaredKey::of(entity, key)
            && overlaps(&declared.partition_part(), &judged.key.partition_part())
        {
            return Judged::of_any(entity, key);
        }
        key += 1;
    }
    None
}

const fn same_index(a: Option<&str>, b: Option<&str>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}

const fn message(entities: &[&EntitySchema], at: usize, judged: &Judged<'_>, sum: f64) -> Text {
    let mut text = Text::opening("KW004", judged.key.key.index);
    text.name(entities[at].name).push(" and others write to one partition key, together more than it carries");
    push_keys(text.line("key"), &judged.key.partition_part());
    let mut heaviest = 1;
    let mut total = 0;
    let mut label = "peak";
    let mut other = 0;
    while other <= at {
        let sharing = if other == at { Some(*judged) } else { sharing_key(entities[other], judged) };
        if let Some(sharing) = sharing
            && let Some(load) = sharing.load
            && let Some(units) = on_one_key(&sharing)
        {
            text.line(label).name(entities[other].name).push(" ").number(units as u64).push(" WCU/s");
            label = "";
            heaviest = if load.units > heaviest { load.units } else { heaviest };
            total += load.units_per_second();
        }
        other += 1;
    }
    text.line("").number(sum as u64).push(" WCU/s in all; one key carries ").number(PARTITION_WRITE_UNITS);
    let load = Load { writes: total.div_ceil(heaviest), units: heaviest, top_share: 0.0 };
    let wanted = shards::shards_for(load.writes, load.units, shards::DEFAULT_TARGET);
    text.line("fix");
    if wanted <= MOST_SHARDS {
        let on_index = judged.key.key.index.is_some();
        text.push(if on_index { "shard(random = " } else { "#[shard(random = " }).padded(wanted, 1);
        text.push(if on_index { ")  inside `#[gsi]` of each of them" } else { ")]  on each of them" });
        text.line("or");
    }
    text.push("a partition key of its own: another literal at the beginning of its template");
    text
}

#[cfg(test)]
mod tests;
