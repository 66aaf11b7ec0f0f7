//! Renders the keys that each entity writes, and their costs.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Call, EntityPatterns, Risk, Write},
    cell, coded,
};

pub(super) fn writes(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Writes\n")?;
    writeln!(page, "| Entity | Into | Partition key | Sort key | Partition keys; peak; risk |\n|---|---|---|---|---|")?;
    for entity in &patterns.entities {
        for write in &entity.writes {
            let (into, partition) = (write.index.unwrap_or("table"), cell(&write.partition_key));
            let sort = sort_key(write.sort_key.as_deref());
            writeln!(page, "| {} | {into} | `{partition}` | {sort} | {} |", entity.entity, load(write))?;
            for older in &write.older_designs {
                let (partition, items) = (cell(&older.partition_key), older.items());
                writeln!(page, "| {} | {into} | `{partition}` | {sort} | older key: {items} |", entity.entity)?;
            }
        }
        for sentinel in &entity.sentinels {
            let (of, partition) = (sentinel.field, cell(&sentinel.partition_key));
            let sort = sort_key(sentinel.sort_key);
            writeln!(page, "| {} | table | `{partition}` | {sort} | sentinel of `{of}` |", entity.entity)?;
        }
    }
    writeln!(page)
}

fn sort_key(key: Option<&str>) -> String {
    key.map_or_else(|| "none".to_owned(), |key| format!("`{}`", cell(key)))
}

/// Formats the load of a key, such as `10 a day; 2,000 creates/s (2,000 WCU/s)`. A peak that is not declared is
/// omitted.
fn load(write: &Write) -> String {
    let mut text = write.cardinality.clone();
    if let Some(items) = write.items() {
        text += &format!("; {items}");
    }
    if let Some(peak) = &write.peak {
        text += &format!("; {peak}");
    }
    if write.risk != Risk::None {
        text += &format!("; {}", write.risk);
    }
    cell(&text)
}

pub(super) fn costs(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Cost of a write\n")?;
    let price = patterns.prices.as_ref().map(|prices| format!(" {} a million |", prices.currency)).unwrap_or_default();
    writeln!(page, "| Entities | Calls | Requests | RCU | WCU, table | WCU, indexes | Note |{price}")?;
    writeln!(page, "|---|---|---|---|---|---|---|{}", if price.is_empty() { "" } else { "---|" })?;
    for (at, entity) in patterns.entities.iter().enumerate() {
        let has_same_cost = |other: &EntityPatterns| same_costs(entity, other);
        if patterns.entities.iter().take(at).any(has_same_cost) {
            continue;
        }
        let same_rows: Vec<_> =
            patterns.entities.iter().filter(|other| has_same_cost(other)).map(|entity| entity.entity).collect();
        rows(page, &same_rows.join(", "), entity)?;
    }
    writeln!(page)?;
    increments(page, patterns)
}

/// Writes one row for each cost.
fn rows(page: &mut String, entities: &str, entity: &EntityPatterns) -> std::fmt::Result {
    for (at, call) in entity.calls.iter().enumerate() {
        let has_same_cost = |other: &Call| same_cost(call, other);
        if entity.calls.iter().take(at).any(has_same_cost) {
            continue;
        }
        let same_rows: Vec<_> =
            entity.calls.iter().filter(|other| has_same_cost(other)).map(|call| call.method).collect();
        let methods = if same_rows.len() == entity.calls.len() { "all".to_owned() } else { coded(same_rows) };
        let indexes = match (call.least_index_wcu, call.most_index_wcu) {
            (least, most) if least == most => most.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        let (requests, rcu, table) = (call.requests, call.rcu, call.table_wcu);
        let price = call.price_per_million.map(|price| format!(" {price} |")).unwrap_or_default();
        writeln!(
            page,
            "| {entities} | {methods} | {requests} | {rcu} | {table} | {indexes} | {} |{price}",
            call.notes.join("; ")
        )?;
    }
    Ok(())
}

fn same_costs(one: &EntityPatterns, other: &EntityPatterns) -> bool {
    let calls = || one.calls.iter().zip(&other.calls);
    one.calls.len() == other.calls.len() && calls().all(|(a, b)| a.method == b.method && same_cost(a, b))
}

fn same_cost(one: &Call, other: &Call) -> bool {
    let cost = |call: &Call| (call.requests, call.rcu, call.table_wcu, call.least_index_wcu, call.most_index_wcu);
    cost(one) == cost(other) && one.notes == other.notes
}

fn increments(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    let calls: Vec<_> = patterns.entities.iter().flat_map(|entity| &entity.increments).map(String::as_str).collect();
    if calls.is_empty() {
        return Ok(());
    }
    writeln!(page, "Counters are added to in place, each time by one request to one item:\n")?;
    calls.iter().try_for_each(|call| writeln!(page, "- `{call}`"))?;
    writeln!(page)
}
