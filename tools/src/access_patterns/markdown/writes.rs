//! What is written where, and what it costs.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Call, EntityPatterns, Write},
    cell,
};

pub(super) fn writes(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Writes\n")?;
    writeln!(page, "| Entity | Into | Partition key | Sort key | Partition keys | Peak | Risk |")?;
    writeln!(page, "|---|---|---|---|---|---|---|")?;
    for entity in &patterns.entities {
        for write in &entity.writes {
            writeln!(
                page,
                "| {} | {} | `{}` | {} | {} | {} | {} |",
                entity.entity,
                write.index.unwrap_or("table"),
                cell(&write.partition_key),
                write.sort_key.as_ref().map_or_else(|| "none".to_owned(), |key| format!("`{}`", cell(key))),
                write.cardinality,
                peak(write),
                cell(&write.risk.to_string()),
            )?;
        }
    }
    writeln!(page)?;
    sentinels(page, &patterns.entities)?;
    let increments: Vec<&String> = patterns.entities.iter().flat_map(|entity| &entity.increments).collect();
    if !increments.is_empty() {
        writeln!(page, "Counters are added to in place, each time by one request to one item:\n")?;
        increments.iter().try_for_each(|call| writeln!(page, "- `{call}`"))?;
        writeln!(page)?;
    }
    let expiring = patterns.entities.iter().filter_map(|entity| Some((entity.entity, entity.expires?)));
    for (entity, attribute) in expiring {
        writeln!(page, "Items of `{entity}` expire at `{attribute}` (TTL): reads leave expired ones out.\n")?;
    }
    Ok(())
}

fn peak(write: &Write) -> String {
    match &write.peak {
        Some(peak) => peak.to_string(),
        None if write.is_local => "counted on the table".to_owned(),
        None => "not declared".to_owned(),
    }
}

/// The items that keep values unique.
fn sentinels(page: &mut String, entities: &[EntityPatterns]) -> std::fmt::Result {
    let mut sentinels =
        entities.iter().flat_map(|entity| entity.sentinels.iter().map(move |of| (entity, of))).peekable();
    if sentinels.peek().is_none() {
        return Ok(());
    }
    writeln!(
        page,
        "Each value of a unique field has an item of its own in the table, its sentinel, which is written and deleted \
         in one transaction with the item that has the value:\n"
    )?;
    writeln!(page, "| Sentinels of | Partition key | Sort key |\n|---|---|---|")?;
    for (entity, sentinel) in sentinels {
        let sort = sentinel.sort_key.map_or_else(|| "none".to_owned(), |key| format!("`{}`", cell(key)));
        writeln!(page, "| `{}::{}` | `{}` | {sort} |", entity.entity, sentinel.field, cell(&sentinel.partition_key))?;
    }
    writeln!(page)
}

pub(super) fn costs(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Cost of a write\n")?;
    writeln!(
        page,
        "Of one item of the entity's size, if nothing has to be repeated; a write that a condition refuses costs the \
         table as much. `put` and `create` are those of an item that is not there: a `put` over an item costs what a \
         `replace` does. In a transaction the table costs twice as much, and the indexes once. An entry of an index \
         whose key changes is written twice. What is read first is read strongly consistent.\n"
    )?;
    writeln!(page, "| Entity | Calls | Requests | RCU | WCU, table | WCU, indexes | Note |")?;
    writeln!(page, "|---|---|---|---|---|---|---|")?;
    for entity in &patterns.entities {
        for (at, call) in entity.calls.iter().enumerate() {
            let is_told = |other: &Call| costs_the_same(call, other);
            if entity.calls.iter().take(at).any(is_told) {
                continue;
            }
            let alike = entity.calls.iter().filter(|other| is_told(other));
            let methods: Vec<_> = alike.map(|call| format!("`{}`", call.method)).collect();
            let indexes = match (call.least_index_wcu, call.most_index_wcu) {
                (least, most) if least == most => most.to_string(),
                (least, most) => format!("{least} to {most}"),
            };
            writeln!(
                page,
                "| {} | {} | {} | {} | {} | {indexes} | {} |",
                entity.entity,
                methods.join(", "),
                call.requests,
                call.rcu,
                call.table_wcu,
                call.notes.join("; "),
            )?;
        }
    }
    writeln!(page)
}

fn costs_the_same(one: &Call, other: &Call) -> bool {
    let cost = |call: &Call| (call.requests, call.rcu, call.table_wcu, call.least_index_wcu, call.most_index_wcu);
    cost(one) == cost(other) && one.notes == other.notes
}
