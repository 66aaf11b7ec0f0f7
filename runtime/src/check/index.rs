//! KW013: an index that the table does not declare, and sort keys that do not match the table's.

use super::text::Text;
use crate::{
    key::KeyPart,
    schema::{EntitySchema, IndexSchema, KeyAttributes, KeySchema, TableSchema, Template},
};

pub(crate) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    if key >= entity.keys.len() || entity.table.name.is_empty() {
        return None;
    }
    let (table, key) = (entity.table, &entity.keys[key]);
    let declared = match key.index {
        None => IndexSchema::of_table(table),
        Some(name) => match table.index(name) {
            Some(_) if table.local_index(name).is_some() != key.local => {
                return Some(other_kind(entity, table, key, name));
            }
            Some(index) => index,
            None => return Some(undeclared(entity, table, key, name)),
        },
    };
    match (declared.sort_key, key.sort) {
        (None, Some(_)) => Some(unwanted_sort(entity, table, key)),
        (Some(attributes), None) => Some(missing_sort(entity, table, key, attributes)),
        (Some(attributes), Some(sort)) if attributes.count() != sort.attributes() => {
            Some(other_count(entity, key, KeyPart::Sort, attributes, &sort))
        }
        _ if declared.partition_key.count() != key.partition.attributes() => {
            Some(other_count(entity, key, KeyPart::Partition, declared.partition_key, &key.partition))
        }
        _ => None,
    }
}

/// The error at a part of a key with more or fewer templates than attributes. An item without one of the attributes is
/// not in the index.
const fn other_count(
    entity: &EntitySchema,
    key: &KeySchema,
    part: KeyPart,
    attributes: KeyAttributes,
    template: &Template,
) -> Text {
    let word = match part {
        KeyPart::Partition => "pk",
        KeyPart::Sort => "sk",
    };
    let mut text = Text::opening("KW013", key.index);
    text.push("its ").push(part.noun()).push(" has ").number(attributes.count() as u64);
    text.push(if attributes.count() == 1 { " attribute, and " } else { " attributes, and " });
    text.name(entity.name).push(" writes ").number(template.attributes() as u64);
    text.line("has");
    push_names(&mut text, attributes);
    text.line(word).push(template.source);
    text.line("fix").push("a template for each, in this order: ");
    if attributes.count() == 1 {
        text.push(word).push(" = \"..\"");
        return text;
    }
    text.push(word).push("(");
    let mut place = 0;
    while place < attributes.count() {
        text.push(if place == 0 { "\"..\"" } else { ", \"..\"" });
        place += 1;
    }
    text.push(")");
    text
}

const fn push_names(text: &mut Text, attributes: KeyAttributes) {
    let mut place = 0;
    while let Some(attribute) = attributes.at(place) {
        text.push(if place == 0 { "" } else { ", " }).name(attribute.name);
        place += 1;
    }
}

const fn undeclared(entity: &EntitySchema, table: &TableSchema, key: &KeySchema, name: &str) -> Text {
    let mut text = Text::opening("KW013", None);
    text.name(entity.name).push(if key.local { " writes into local index " } else { " writes into index " }).push(name);
    text.push(", which the table ").name(table.name).push(" does not declare");
    let count = if key.local { table.local_indexes.len() } else { table.indexes.len() };
    let mut at = 0;
    while at < count {
        let declared = if key.local { table.local_indexes[at].name } else { table.indexes[at].name };
        if at == 0 {
            text.line("has").push(declared);
        } else {
            text.push(", ").push(declared);
        }
        at += 1;
    }
    if count > 0 {
        let first = if key.local { table.local_indexes[0].name } else { table.indexes[0].name };
        text.line("fix").push("index = ").quoted(first);
        text.push(if count == 1 { "" } else { ", or another of these" });
    }
    text.line(if count == 0 { "fix" } else { "or" });
    text.push(declaring(key)).push("(name = ").quoted(name);
    if !key.local {
        text.push(", pk = \"").push(name).push("PK\"");
    }
    if key.sort.is_some() {
        text.push(", sk = \"").push(name).push("SK\"");
    }
    text.push(")]  on ").name(table.name);
    if key.local {
        text.push(": a local index is created with its table, and cannot be added later");
    }
    text
}

/// The error at `#[gsi]` for a local secondary index, or `#[lsi]` for a global one.
const fn other_kind(entity: &EntitySchema, table: &TableSchema, key: &KeySchema, name: &str) -> Text {
    let mut text = Text::opening("KW013", Some(name));
    text.name(entity.name).push(" writes it with `").push(declaring(key)).push("]`, but the table ").name(table.name);
    text.push(if key.local { " declares it with `#[gsi(..)]`" } else { " declares it with `#[lsi(..)]`" });
    text.line("fix");
    if key.local {
        text.push("#[gsi(index = ").quoted(name).push(", query = ").push(key.query).push(", pk = \"..\"");
        if key.sort.is_some() {
            text.push(", sk = \"..\"");
        }
        text.push(")]  on ");
    } else {
        text.push("#[lsi(index = ").quoted(name).push(", query = ").push(key.query).push(", sk = \"..\")]  on ");
    }
    text.name(entity.name).push(if key.local { "" } else { ": its partition key is the table's" });
    text
}

/// The attribute of the derive with which an entity declares its key in an index, without options.
const fn declaring(key: &KeySchema) -> &'static str {
    if key.local { "#[lsi" } else { "#[gsi" }
}

/// KW013 as a warning: whether no entity of the list has the sort key of a local secondary index. Returns `false` for
/// an empty list, and for a list that contains an entity with an error in its expansion.
pub(crate) const fn is_empty(entities: &[&EntitySchema], table: &TableSchema, index: usize) -> bool {
    if index >= table.local_indexes.len() {
        return false;
    }
    let mut at = 0;
    while at < entities.len() {
        if entities[at].keys.is_empty() || entities[at].stores(table.local_indexes[index].sort_key.name) {
            return false;
        }
        at += 1;
    }
    !entities.is_empty()
}

const fn opening(entity: &EntitySchema, table: &TableSchema, key: &KeySchema) -> Text {
    let mut text = Text::opening("KW013", key.index);
    text.name(entity.name);
    if key.index.is_none() {
        text.push(" is stored in ").name(table.name);
    }
    text
}

const fn unwanted_sort(entity: &EntitySchema, table: &TableSchema, key: &KeySchema) -> Text {
    let mut text = opening(entity, table, key);
    text.push(if key.index.is_none() {
        ", which has no sort key, and writes one"
    } else {
        " writes a sort key, and the index has none"
    });
    if let Some(sort) = key.sort {
        text.line("sk").push(sort.source);
    }
    text.line("fix").push("drop the `sk` of ").name(entity.name);
    text.line("or").push("declare one on ").name(table.name).push(": ");
    match key.index {
        None => text.push("#[table(sk = \"SK\")]"),
        Some(name) => text.push("#[gsi(name = ").quoted(name).push(", sk = \"").push(name).push("SK\", ..)]"),
    };
    text
}

const fn missing_sort(entity: &EntitySchema, table: &TableSchema, key: &KeySchema, attributes: KeyAttributes) -> Text {
    let mut text = opening(entity, table, key);
    match key.index {
        None => text.push(" without a sort key: every write would fail"),
        Some(_) => text.push(" writes no sort key: no item of it would be in the index"),
    };
    text.line("has").push(if attributes.count() == 1 { "the sort key attribute " } else { "the sort key attributes " });
    push_names(&mut text, attributes);
    text.line("fix");
    match key.index {
        None => text.push("#[sk(template = \"..\")]"),
        Some(name) => {
            text.push("sk = \"..\"  inside ").push(declaring(key)).push("(index = ").quoted(name).push(", ..)]")
        }
    };
    text.push("  on ").name(entity.name);
    text
}

#[cfg(test)]
mod tests;
