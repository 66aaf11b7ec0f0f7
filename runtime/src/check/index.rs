//! KW013: an index that the table does not declare, and sort keys that are not where the table has them.

use super::text::Text;
use crate::schema::{EntitySchema, KeyAttribute, KeySchema, TableSchema};

pub(crate) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    if key >= entity.keys.len() || entity.table.name.is_empty() {
        return None;
    }
    let (table, key) = (entity.table, &entity.keys[key]);
    let sort_key = match key.index {
        None => table.sort_key,
        Some(name) => match table.index(name) {
            Some(index) => index.sort_key,
            None => return Some(undeclared(entity, table, key, name)),
        },
    };
    match (sort_key, key.sort) {
        (None, Some(_)) => Some(unwanted_sort(entity, table, key)),
        (Some(attribute), None) => Some(missing_sort(entity, table, key, attribute)),
        _ => None,
    }
}

const fn undeclared(entity: &EntitySchema, table: &TableSchema, key: &KeySchema, name: &str) -> Text {
    let mut text = Text::opening("KW013", None);
    text.name(entity.name).push(" writes into index ").push(name);
    text.push(", which the table ").name(table.name).push(" does not declare");
    if let [first, others @ ..] = table.indexes {
        text.line("has").push(first.name);
        let mut at = 0;
        while at < others.len() {
            text.push(", ").push(others[at].name);
            at += 1;
        }
        text.line("fix").push("index = ").quoted(first.name);
        text.push(if others.is_empty() { "" } else { ", or another of these" });
    }
    text.line(if table.indexes.is_empty() { "fix" } else { "or" });
    text.push("#[gsi(name = ").quoted(name).push(", pk = \"").push(name).push("PK\"");
    if key.sort.is_some() {
        text.push(", sk = \"").push(name).push("SK\"");
    }
    text.push(")]  on ").name(table.name);
    text
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

const fn missing_sort(entity: &EntitySchema, table: &TableSchema, key: &KeySchema, attribute: KeyAttribute) -> Text {
    let mut text = opening(entity, table, key);
    match key.index {
        None => text.push(" without a sort key: every write would fail"),
        Some(_) => text.push(" writes no sort key: no item of it would be in the index"),
    };
    text.line("has").push("the sort key attribute ").name(attribute.name);
    text.line("fix");
    match key.index {
        None => text.push("#[sk(template = \"..\")]"),
        Some(name) => text.push("sk = \"..\"  inside #[gsi(index = ").quoted(name).push(", ..)]"),
    };
    text.push("  on ").name(entity.name);
    text
}

#[cfg(test)]
mod tests;
