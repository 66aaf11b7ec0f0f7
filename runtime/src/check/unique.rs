//! Sentinels of unique fields: whether they can be stored (KW020), and that nothing else is stored under their keys
//! (KW011).

use super::text::Text;
use crate::{
    load::{SentinelLoad, carried},
    schema::{AttributeKind, EntitySchema, SENTINEL, Segment, same},
    template::declared_key::{DeclaredKey, Part},
};

/// The error at a unique field: KW020 if its sentinels cannot be stored, or KW002 if they are too few for the declared
/// peak.
pub(crate) const fn refusal(entity: &EntitySchema, field: usize) -> Option<Text> {
    match type_refusal(entity, field) {
        Some(text) => Some(text),
        None => load_refusal(entity, field),
    }
}

/// KW002: each create and delete writes the sentinel of its value, and few values have few keys.
const fn load_refusal(entity: &EntitySchema, field: usize) -> Option<Text> {
    let Some(load) = SentinelLoad::of(entity, field) else {
        return None;
    };
    if load.is_carried() {
        return None;
    }
    let mut text = Text::opening("KW002", None);
    text.push("the sentinels of `").push(entity.fields[field].name).push("` of ").name(entity.name);
    text.push(" have only ").number(load.keys).push(" partition key");
    text.push(if load.keys == 1 { "" } else { "s" });
    text.line("peak").number(load.units_per_second).push(" WCU/s of creates and deletes, of which one value can have ");
    text.push("all; one partition carries ").number(carried(1));
    text.line("fix").push("#[entity(unique(within = ..))]  with a field of many values");
    text.line("or").push("drop `unique`: with so few values, few creates can succeed");
    Some(text)
}

/// KW020: the table's partition key must be text, as that of a sentinel is.
const fn type_refusal(entity: &EntitySchema, field: usize) -> Option<Text> {
    let partition = entity.table.partition_key;
    if entity.keys.is_empty() || field >= entity.fields.len() || matches!(partition.kind, AttributeKind::S) {
        return None;
    }
    let mut text = Text::opening("KW020", None);
    text.push("field `").push(entity.fields[field].name).push("` of ").name(entity.name);
    text.push(" is unique, and the partition key ").name(partition.name).push(" of ").name(entity.table.name);
    text.push(" is not text: it cannot contain the sentinels");
    text.line("fix").push("drop `unique`, or store the entity in a table whose partition key is of type S");
    Some(text)
}

/// KW011: no key may begin like that of a sentinel, and no entity may have the name of a sentinel.
pub(crate) const fn reserved_refusal(entities: &[&EntitySchema], at: usize) -> Option<Text> {
    if at >= entities.len() {
        return None;
    }
    let entity = entities[at];
    let Some(key) = DeclaredKey::of(entity, 0) else {
        return None;
    };
    if same(entity.discriminator, SENTINEL) {
        let mut text = Text::opening("KW011", None);
        text.name(entity.name).push(" has the discriminator of sentinels: ").quoted(SENTINEL);
        text.line("fix").push("another name: #[entity(name = \"..\")]");
        return Some(text);
    }
    let today = key.partition_part();
    if let Some(text) = partition_refusal(entities, &key, &today) {
        return Some(text);
    }
    let mut older = 0;
    while older < key.key.legacy.len() {
        let legacy = key.legacy_part(&key.key.legacy[older]);
        if let Some(text) = partition_refusal(entities, &key, &legacy) {
            return Some(text);
        }
        older += 1;
    }
    None
}

const fn partition_refusal(entities: &[&EntitySchema], key: &DeclaredKey<'_>, part: &Part<'_>) -> Option<Text> {
    if begins_reserved(part) {
        let mut text = Text::opening("KW011", None);
        text.name(key.entity.name).push(" can write the keys of sentinels");
        push_key(&mut text, key, part);
        text.line("note").push("keys that begin with ").quoted(SENTINEL).push(" are those of `unique` fields");
        text.line("fix").push("another word at its beginning");
        return Some(text);
    }
    if !part.is_native() {
        return None;
    }
    let Some(unique) = with_sentinels(entities) else {
        return None;
    };
    // Escaped text contains no unescaped `%`, so one part of the key suffices to distinguish them.
    let apart = match key.sort_part() {
        Some(sort) => !sort.is_native() && !begins_reserved(&sort) && matches!(sort.attribute.kind, AttributeKind::S),
        None => false,
    };
    if apart {
        return None;
    }
    let mut text = Text::opening("KW011", None);
    text.name(key.entity.name).push(" can write the keys of the sentinels of ").name(unique.name);
    push_key(&mut text, key, part);
    text.line("note").push("a field that is the key itself is not escaped, and can contain ").quoted(SENTINEL);
    text.line("fix").push("begin one of its keys with a word: then it is escaped");
    text.line("or").push("drop `unique` on ").name(unique.name);
    Some(text)
}

const fn push_key(text: &mut Text, key: &DeclaredKey<'_>, partition: &Part<'_>) {
    text.line("key").push(partition.template.source);
    if let Some(sort) = key.sort_part() {
        text.push("  ").push(sort.template.source);
    }
}

/// Whether the text of a key begins, or can begin, with the prefix of sentinels.
const fn begins_reserved(part: &Part<'_>) -> bool {
    let [Segment::Literal(head), rest @ ..] = part.template.segments else {
        return false;
    };
    let (head, word) = (head.as_bytes(), SENTINEL.as_bytes());
    let mut at = 0;
    while at < head.len() && at < word.len() {
        if head[at] != word[at] {
            return false;
        }
        at += 1;
    }
    at == word.len() || !rest.is_empty()
}

/// An entity of the list that has sentinels.
const fn with_sentinels<'a>(entities: &[&'a EntitySchema]) -> Option<&'a EntitySchema> {
    let mut at = 0;
    while at < entities.len() {
        let entity = entities[at];
        at += 1;
        let mut field = 0;
        while field < entity.fields.len() {
            if entity.fields[field].unique.is_some() && !entity.keys.is_empty() {
                return Some(entity);
            }
            field += 1;
        }
    }
    None
}

#[cfg(test)]
mod tests;
