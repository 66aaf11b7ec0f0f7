//! KW006, KW011, KW013 and KW015 for collections: entities that one query cannot read, and the arguments of the query.

use super::text::Text;
use crate::{
    collection::CollectionSchema,
    key::same_keys::{Difference, KeyOf},
    schema::{EntitySchema, IndexProjection, KeySchema, Segment, Sharding, same},
};

/// KW006 and KW011: the error at an entity that does not have the partition key of the first one.
pub(crate) const fn member_refusal(collection: &CollectionSchema, at: usize) -> Option<Text> {
    if at >= collection.entities.len() || collection.entities[at].keys.is_empty() {
        return None;
    }
    let (lead, entity) = (collection.entities[0], collection.entities[at]);
    if !is_declared(collection, lead) {
        return None;
    }
    let Some(place) = collection.place_in(entity) else {
        return Some(not_in_index(collection, entity));
    };
    let mut before = 0;
    while before < at {
        if same(collection.entities[before].name, entity.name)
            && same(collection.entities[before].discriminator, entity.discriminator)
        {
            return Some(twice(collection, entity));
        }
        before += 1;
    }
    let Some(lead_place) = collection.place_in(lead) else {
        return None;
    };
    let (first, other) = (KeyOf { entity: lead, place: lead_place }, KeyOf { entity, place });
    match first.difference(other) {
        Some(difference) => Some(apart(collection, first, other, difference)),
        None if !judges_alike(first, other) => Some(apart(collection, first, other, Difference::Times)),
        None => None,
    }
}

/// Whether `since`, `until` and `grow` of two equal keys follow from the same argument of a query, or from none.
const fn judges_alike(first: KeyOf<'_>, other: KeyOf<'_>) -> bool {
    if !first.entity.keys[first.place].changes_with_time() && !other.entity.keys[other.place].changes_with_time() {
        return true;
    }
    match (place_of_time(first), place_of_time(other)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => true,
        _ => false,
    }
}

/// Returns the segment of the partition key that contains the time of `since`, `until` and `grow`.
const fn place_of_time(of: KeyOf<'_>) -> Option<usize> {
    let key = &of.entity.keys[of.place];
    let Some(time) = key.time_field(of.entity) else { return None };
    let mut at = 0;
    while at < key.partition.segments.len() {
        if let Segment::Field { field, .. } = key.partition.segments[at]
            && field == time
        {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// KW013 and KW015: the error at the index that a collection reads.
pub(crate) const fn index_refusal(collection: &CollectionSchema) -> Option<Text> {
    let (Some(lead), Some(name)) = (collection.lead(), collection.index) else {
        return None;
    };
    if lead.table.name.is_empty() {
        return None;
    }
    let Some(index) = lead.table.index(name) else {
        let mut text = Text::opening("KW013", None);
        text.name(collection.name).push(" reads index ").push(name);
        text.push(", which the table ").name(lead.table.name).push(" does not declare");
        if let [first, ..] = lead.table.indexes {
            text.line("fix").push("index = ").quoted(first.name);
        }
        text.line("or").push("#[gsi(name = ").quoted(name).push(", ..)]  on ").name(lead.table.name);
        return Some(text);
    };
    if matches!(index.projection, IndexProjection::All) {
        return None;
    }
    let mut text = Text::opening("KW015", Some(name));
    text.name(collection.name).push(" contains whole entities, but the index projects only a part of each");
    text.line("fix").push("#[gsi(name = ").quoted(name).push(", projection = \"all\", ..)]  on ");
    text.name(lead.table.name);
    Some(text)
}

/// KW006: the error at the query's arguments if they are not the fields of the partition key.
pub(crate) const fn arguments_refusal(collection: &CollectionSchema, names: &[&str]) -> Option<Text> {
    let Some(lead) = collection.lead() else {
        return None;
    };
    if !is_declared(collection, lead) {
        return None;
    }
    let Some(place) = collection.place_in(lead) else {
        return None;
    };
    let key = &lead.keys[place];
    let mut at = 0;
    while let Some(name) = argument(lead, key, at) {
        if at >= names.len() || !same(names[at], name) {
            return Some(other_arguments(collection, lead, key));
        }
        at += 1;
    }
    if at == names.len() { None } else { Some(other_arguments(collection, lead, key)) }
}

/// Whether the key or index that the collection reads exists. If not, another rule reports it.
const fn is_declared(collection: &CollectionSchema, lead: &EntitySchema) -> bool {
    if lead.table.name.is_empty() || lead.keys.is_empty() {
        return false;
    }
    match collection.index {
        Some(index) => lead.table.index(index).is_some(),
        None => true,
    }
}

const fn argument(lead: &EntitySchema, key: &KeySchema, place: usize) -> Option<&'static str> {
    match key.argument(place) {
        Some(field) if (field as usize) < lead.fields.len() => Some(lead.fields[field as usize].name),
        _ => None,
    }
}

const fn other_arguments(collection: &CollectionSchema, lead: &EntitySchema, key: &KeySchema) -> Text {
    let mut text = Text::opening("KW006", collection.index);
    text.name(collection.query).push(" of ").name(collection.name);
    text.push(" requires the fields of the partition key that are not buckets, in order");
    text.line("key").push(key.partition.source).push("  on ").name(lead.name);
    text.line("fix").push(if same(collection.query, "query") { "" } else { "query = " }).push(collection.query);
    let mut at = 0;
    while let Some(name) = argument(lead, key, at) {
        text.push(if at == 0 { "(" } else { ", " }).push(name);
        at += 1;
    }
    text.push(if at == 0 { "" } else { ")" });
    text
}

const fn not_in_index(collection: &CollectionSchema, entity: &EntitySchema) -> Text {
    let mut text = Text::opening("KW006", collection.index);
    text.name(entity.name).push(" writes nothing into the index that ").name(collection.name).push(" reads");
    if let Some(index) = collection.index {
        text.line("fix").push("#[gsi(index = ").quoted(index).push(", ..)]  on ").name(entity.name);
    }
    text.line("or").push("leave it out of ").name(collection.name);
    text
}

const fn twice(collection: &CollectionSchema, entity: &EntitySchema) -> Text {
    let mut text = Text::opening("KW011", None);
    text.name(collection.name).push(" contains ").name(entity.name).push(" twice: an item can be only one of them");
    text.line("fix").push("keep one of the two");
    text
}

const fn apart(collection: &CollectionSchema, first: KeyOf<'_>, other: KeyOf<'_>, difference: Difference) -> Text {
    let (a, b) = (first.entity, other.entity);
    let (key_a, key_b) = (&a.keys[first.place], &b.keys[other.place]);
    let mut text = Text::opening("KW011", collection.index);
    text.name(a.name).push(" and ").name(b.name).push(match difference {
        Difference::Templates => " do not share a partition key",
        Difference::Escapes => {
            " do not share a partition key: a field is stored unescaped in one, and escaped in the other"
        }
        Difference::Shards => " do not share the shards of their partition key",
        Difference::Legacy => " do not share the older keys (`legacy`) of their partition key",
        Difference::Times => " have one partition key that changes with time, but by different times",
    });
    text.push(", so one query cannot read both");
    let names = if a.name.len() > b.name.len() { a.name.len() } else { b.name.len() };
    push_key(&mut text, a, key_a, names);
    push_key(&mut text, b, key_b, names);
    match difference {
        Difference::Templates if same(key_a.partition.source, key_b.partition.source) => {
            text.line("fix").push("the same types of the key's fields on both");
        }
        Difference::Templates => {
            text.line("fix").push("the same text on both, and fields of the same types in it");
        }
        Difference::Escapes => {
            text.line("fix").push("make the field itself the key attribute on both: #[serde(rename = \"..\")]");
            text.line("or").push("#[table(encoding = \"raw\")], if no value needs an escape");
        }
        Difference::Shards => {
            text.line("fix").push("the same count, `first` and `grow` on both");
        }
        Difference::Legacy => {
            text.line("fix").push("the same `legacy(..)` on both, in the same order");
        }
        Difference::Times => {
            text.line("fix").push("put the same time of the partition key first into both sort keys, or into neither");
        }
    }
    text.line("or").push("leave ").name(b.name).push(" out of ").name(collection.name);
    text.push(" and query it by itself");
    text
}

const fn push_key(text: &mut Text, entity: &EntitySchema, key: &KeySchema, names: usize) {
    text.push("\n  ").push(entity.name).column(entity.name.len(), names).push("  ").push(key.partition.source);
    if let Some(Sharding { count, .. }) = key.shard {
        text.push("  ").number(count as u64).push(" shards");
    }
    let mut at = 0;
    while at < key.legacy.len() {
        text.push(", legacy ").push(key.legacy[at].partition.source);
        at += 1;
    }
}

#[cfg(test)]
mod tests;
