//! KW026: what needs a transaction, in a table whose Regions are strongly consistent. DynamoDB offers no transactions
//! there.

use super::text::Text;
use crate::{
    schema::{EntitySchema, Regions},
    template::declared_key::DeclaredKey,
};

/// The error at a unique field: a sentinel and its item are written in one transaction.
pub(crate) const fn unique_refusal(entity: &EntitySchema, field: usize) -> Option<Text> {
    if !is_strong(entity) || field >= entity.fields.len() {
        return None;
    }
    let name = entity.fields[field].name;
    let mut text = Text::opening("KW026", None);
    text.push("`").push(name).push("` of ").name(entity.name).push(" is unique, and ").name(entity.table.name);
    text.push(" has no transactions: its `regions` are \"strong\"");
    text.line("note").push("an item and the sentinel of its unique value are written in one transaction");
    text.line("fix")
        .push("an entity whose table key is the value, without `unique`: `create` refuses a second one in ");
    text.push("all Regions");
    text.line("or").push("regions = \"eventual\", and writes of ").name(entity.name).push(" in one Region");
    Some(text)
}

/// The error at an older key of the table: an item is moved from one key to another in one transaction.
pub(crate) const fn legacy_refusal(declared: &DeclaredKey<'_>) -> Option<Text> {
    let entity = declared.entity;
    if !is_strong(entity) || declared.place != 0 {
        return None;
    }
    let mut text = Text::opening("KW026", None);
    text.push("the table's key of ").name(entity.name).push(" has an older key, and ").name(entity.table.name);
    text.push(" has no transactions: its `regions` are \"strong\"");
    text.line("note").push("a write moves an item from its older key to the current one in one transaction");
    text.line("fix")
        .push("no `legacy(..)`; an entity of its own for the older items, each of which a program copies by ");
    text.push("`create` and then deletes");
    Some(text)
}

const fn is_strong(entity: &EntitySchema) -> bool {
    !entity.keys.is_empty() && matches!(entity.table.regions, Regions::Strong)
}
