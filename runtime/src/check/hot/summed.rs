//! KW004 and KW018 across entities: the peaks of all that write to one partition key add up.

use super::{Judged, Load, unsplit};
use crate::{
    check::{
        example::push_keys,
        key::DeclaredKey,
        overlap::{begin_apart, overlaps},
        text::Text,
        variety::Variety,
    },
    physics::{
        limits::PARTITION_WRITE_UNITS,
        shards::{self, MOST_SHARDS},
    },
    schema::{EntitySchema, same},
};

/// What is added up.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    /// KW004: what is written to the table or the index itself, unless a reason accepts it.
    Peaks,
    /// KW018: what is written to the partitions of a table with local indexes, their entries included.
    Unsplit,
}

/// Speaks at the entity that brings a partition key over its limit.
pub(crate) const fn refusal(entities: &[&EntitySchema], at: usize) -> Option<Text> {
    match refusal_by(entities, at, Rule::Peaks) {
        Some(text) => Some(text),
        None => refusal_by(entities, at, Rule::Unsplit),
    }
}

const fn refusal_by(entities: &[&EntitySchema], at: usize, rule: Rule) -> Option<Text> {
    if at >= entities.len() {
        return None;
    }
    let mut key = 0;
    while key < entities[at].keys.len() {
        if is_one_key(entities[at], key)
            && let Some(judged) = rule.judged(entities[at], key)
            && let Some(own) = rule.on_one_key(&judged)
        {
            let others = load_of_earlier(entities, at, &judged, rule);
            let limit = PARTITION_WRITE_UNITS as f64;
            if own <= limit && others <= limit && own + others > limit {
                return Some(message(entities, at, &judged, own + others, rule));
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

impl Rule {
    const fn judged(self, entity: &EntitySchema, key: usize) -> Option<Judged<'_>> {
        match self {
            Self::Peaks => Judged::of(entity, key),
            Self::Unsplit => match Judged::of_any(entity, key) {
                Some(judged) if unsplit::is_unsplit(&judged) => Some(judged),
                _ => None,
            },
        }
    }

    const fn units(self, judged: &Judged<'_>, load: Load) -> u64 {
        match self {
            Self::Peaks => load.units,
            Self::Unsplit => unsplit::units_of_write(judged),
        }
    }

    /// The write units a second on each shard of such a key.
    const fn on_one_key(self, judged: &Judged<'_>) -> Option<f64> {
        match judged.load {
            Some(load) => Some(load.writes.saturating_mul(self.units(judged, load)) as f64 / judged.spread as f64),
            None => None,
        }
    }
}

const fn load_of_earlier(entities: &[&EntitySchema], at: usize, judged: &Judged<'_>, rule: Rule) -> f64 {
    let mut sum = 0.0;
    let mut other = 0;
    while other < at {
        if let Some(shared) = sharing_key(entities[other], judged)
            && let Some(load) = rule.on_one_key(&shared)
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

const fn message(entities: &[&EntitySchema], at: usize, judged: &Judged<'_>, sum: f64, rule: Rule) -> Text {
    let local = matches!(rule, Rule::Unsplit);
    let mut text = Text::opening(if local { "KW018" } else { "KW004" }, judged.key.key.index);
    text.name(entities[at].name).push(" and others write to one partition key, together more than it carries");
    if local {
        text.push(", and ");
        unsplit::push_local_indexes(&mut text, judged.key.entity.table.local_indexes);
        text.push(" never lets it split");
    }
    push_keys(text.line("key"), &judged.key.partition_part());
    let mut heaviest = 1;
    let mut total = 0;
    let mut label = "peak";
    let mut other = 0;
    while other <= at {
        let sharing = if other == at { Some(*judged) } else { sharing_key(entities[other], judged) };
        if let Some(sharing) = sharing
            && let Some(load) = sharing.load
            && let Some(units) = rule.on_one_key(&sharing)
        {
            text.line(label).name(entities[other].name).push(" ").number(units as u64).push(" WCU/s");
            label = "";
            let each = rule.units(&sharing, load);
            heaviest = if each > heaviest { each } else { heaviest };
            total += load.writes.saturating_mul(each);
        }
        other += 1;
    }
    text.line("").number(sum as u64).push(" WCU/s in all");
    text.push(if local { ", entries of local indexes included" } else { "" });
    text.push("; one key carries ").number(PARTITION_WRITE_UNITS);
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
    if local {
        unsplit::push_global_index(&mut text);
    }
    text
}

#[cfg(test)]
mod tests;
