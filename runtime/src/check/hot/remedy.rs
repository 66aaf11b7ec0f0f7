//! The ways out of a hot partition key.

use super::Judged;
use crate::{
    check::{
        segment::{field_of, mentions},
        text::Text,
    },
    key::FieldKind,
    physics::shards::MOST_SHARDS,
    schema::{EntitySchema, Segment, ShardBy},
};

/// `fix` and `or`: so many shards, by every kind that this key can have.
pub(super) const fn push_shards(text: &mut Text, judged: &Judged<'_>, count: u64) {
    if count > MOST_SHARDS {
        push_no_count(text, judged);
        return;
    }
    if grows(judged) && is_spread(judged) {
        text.line("fix")
            .push("grow(at = \"..\", count = ")
            .padded(count, 1)
            .push(")  in place of the last `grow`, or after it");
        return;
    }
    let on_index = judged.key.key.index.is_some();
    if !on_index && is_one_item(judged) {
        text.line("fix").push("put a field of many values into the partition key: it alone tells items apart");
        return;
    }
    let today = match judged.key.key.shard {
        Some(shard) => Some(shard.by),
        None => None,
    };
    let random = match today {
        None | Some(ShardBy::Random | ShardBy::TableKey) => Some(random(count, on_index)),
        Some(ShardBy::Hash { .. }) => None,
    };
    let hash = match today {
        None => hash_of_sort_key(judged, count),
        Some(ShardBy::Random | ShardBy::TableKey) => None,
        Some(ShardBy::Hash { fields, .. }) if is_spread(judged) => {
            Some(hash(judged.key.entity, fields, count, on_index))
        }
        Some(ShardBy::Hash { .. }) => hash_of_sort_key(judged, count),
    };
    let width = max(length(&random), length(&hash));
    let mut label = "fix";
    if let Some(random) = random {
        text.line(label).append(&random).column(random.len(), width).push("  ");
        match judged.key.key.index {
            Some(index) => text.push("inside #[gsi(index = ").quoted(index).push(", ..)]"),
            None => text.push("append-only: no key without the shard"),
        };
        label = "or";
    }
    if let Some(hash) = hash {
        text.line(label).append(&hash).column(hash.len(), width).push("  ");
        text.push(if on_index { "a read that knows them visits one lane" } else { "keeps `key` and safe retries" });
        label = "or";
    }
    if label.len() == "fix".len() {
        text.line(label).push("put a field of many values into the partition key");
    }
}

const fn push_no_count(text: &mut Text, judged: &Judged<'_>) {
    let heavy = match judged.load {
        Some(load) => load.units > 1,
        None => false,
    };
    if heavy {
        text.line("fix").push("make the items smaller: no shard count up to 1,000 will do");
        text.line("or").push("put a field of many values into the partition key");
    } else {
        text.line("fix").push("put a field of many values into the partition key: no shard count up to 1,000 will do");
    }
}

/// The option that silences the rule, with its reason.
pub(super) const fn push_allow_hot(text: &mut Text, judged: &Judged<'_>) {
    text.line("or").push("allow_hot = \"why this stays small\"  inside ");
    match judged.key.key.index {
        Some(index) => text.push("#[gsi(index = ").quoted(index).push(", ..)]"),
        None => text.push("#[pk(..)]"),
    };
}

const fn random(count: u64, on_index: bool) -> Text {
    let mut text = Text::new();
    text.push(if on_index { "shard(random = " } else { "#[shard(random = " });
    text.padded(count, 1).push(if on_index { ")" } else { ")]" });
    text
}

const fn hash(entity: &EntitySchema, fields: &[u8], count: u64, on_index: bool) -> Text {
    let mut text = Text::new();
    text.push(if on_index { "shard(hash(" } else { "#[shard(hash(" });
    let mut at = 0;
    while at < fields.len() {
        if (fields[at] as usize) < entity.fields.len() {
            text.push(if at == 0 { "" } else { ", " });
            text.push(entity.fields[fields[at] as usize].name);
        }
        at += 1;
    }
    push_count(&mut text, count, on_index);
    text
}

/// A hash of the sort key's fields, if it would spread.
const fn hash_of_sort_key(judged: &Judged<'_>, count: u64) -> Option<Text> {
    let Some(sort) = &judged.key.key.sort else {
        return None;
    };
    let on_index = judged.key.key.index.is_some();
    let mut text = Text::new();
    text.push(if on_index { "shard(hash(" } else { "#[shard(hash(" });
    let mut spreads = false;
    let mut first = true;
    let mut seen: u128 = 0;
    let mut at = 0;
    while at < sort.segments.len() {
        if let Segment::Field { field, .. } = sort.segments[at]
            && let Some(of) = field_of(judged.key.entity, sort.segments[at])
            && (field >= 128 || seen >> field & 1 == 0)
        {
            text.push(if first { "" } else { ", " }).push(of.name);
            let many = !matches!(of.kind, Some(FieldKind::OneOf(_)));
            let is_time = matches!(of.kind, Some(FieldKind::Time));
            spreads = spreads || (many && (is_time || !mentions(&judged.key.key.partition, field)));
            first = false;
            seen |= if field < 128 { 1 << field } else { 0 };
        }
        at += 1;
    }
    push_count(&mut text, count, on_index);
    if spreads { Some(text) } else { None }
}

const fn push_count(text: &mut Text, count: u64, on_index: bool) {
    text.push("), count = ").padded(count, 1).push(if on_index { ")" } else { ")]" });
}

/// Whether each partition key of the table holds one item, which is not counted in place: shards would be copies of it.
const fn is_one_item(judged: &Judged<'_>) -> bool {
    let Some(sort) = &judged.key.key.sort else {
        return judged.key.sort.is_none();
    };
    let mut at = 0;
    while at < sort.segments.len() {
        if matches!(sort.segments[at], Segment::Field { .. }) {
            return false;
        }
        at += 1;
    }
    let fields = judged.key.entity.fields;
    let mut at = 0;
    while at < fields.len() {
        if fields[at].is_counter() {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether the shards grow with time.
const fn grows(judged: &Judged<'_>) -> bool {
    match judged.key.key.shard {
        Some(shard) => !shard.grow.is_empty(),
        None => false,
    }
}

/// Whether today's hash spreads over all of its shards.
const fn is_spread(judged: &Judged<'_>) -> bool {
    match judged.key.key.shard {
        Some(shard) => judged.spread == shard.last_count() as u64 && judged.popular_spread == judged.spread,
        None => false,
    }
}

const fn length(text: &Option<Text>) -> usize {
    match text {
        Some(text) => text.len(),
        None => 0,
    }
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}
