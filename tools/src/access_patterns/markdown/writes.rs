//! Renders the keys that each entity writes, and their costs.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Call, EntityPatterns, Risk, Write, write::MANY},
    cell, coded,
    grid::{Column, Grid},
};

pub(super) fn writes(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Writes\n")?;
    let columns = ["Entity", "Into", "Partition key", "Sort key", "Partition keys; peak; risk"];
    let mut grid = Grid::new("key", columns.map(|title| (title, Column::Own)));
    let mut row = |entity: &EntityPatterns, into: &str, partition: &str, sort: Option<&str>, load| {
        grid.row([entity.entity.to_owned(), into.to_owned(), format!("`{}`", cell(partition)), sort_key(sort), load]);
    };
    for entity in &patterns.entities {
        for write in &entity.writes {
            let (into, sort) = (into(write), write.sort_key.as_deref());
            row(entity, &into, &write.partition_key, sort, load(write));
            for older in &write.older_designs {
                row(entity, &into, &older.partition_key, sort, format!("older key: {}", older.items()));
            }
        }
        for sentinel in &entity.sentinels {
            let of = format!("sentinel of `{}`", sentinel.field);
            row(entity, "table", &sentinel.partition_key, sentinel.sort_key, of);
        }
    }
    grid.write(page)
}

/// Returns the name of the index, or `table`.
fn into(write: &Write) -> String {
    let name = write.index.unwrap_or("table");
    if write.is_unasked { format!("{name} (unasked)") } else { name.to_owned() }
}

fn sort_key(key: Option<&str>) -> String {
    key.map_or_else(|| "none".to_owned(), |key| format!("`{}`", cell(key)))
}

/// Formats the load of a key, such as `10 a day; 2,000 creates/s (2,000 WCU/s)`. Omits an unlimited number of keys and
/// a peak that is not declared. The section of risks describes the risk.
fn load(write: &Write) -> String {
    let keys = Some(&write.cardinality).filter(|keys| *keys != MANY).cloned();
    let peak = write.peak.as_ref().map(|peak| peak.to_string());
    let risk = (write.risk != Risk::None).then(|| "see Risks".to_owned());
    cell(&[keys, write.items(), peak, risk].into_iter().flatten().collect::<Vec<_>>().join("; "))
}

pub(super) fn costs(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Cost of a write\n")?;
    let price = patterns.prices.as_ref().map(|prices| format!("{} a million", prices.currency));
    let mut grid = Grid::new(
        "call",
        [
            ("Entities".to_owned(), Column::Own),
            ("Calls".to_owned(), Column::Own),
            ("Requests".to_owned(), Column::Shared),
            ("RCU".to_owned(), Column::Shared),
            ("WCU, table".to_owned(), Column::Shared),
            ("WCU, indexes".to_owned(), Column::Shared),
            ("Note".to_owned(), Column::Own),
            (price.unwrap_or_default(), Column::Own),
        ],
    );
    for (at, entity) in patterns.entities.iter().enumerate() {
        let has_same_cost = |other: &EntityPatterns| same_costs(entity, other);
        if patterns.entities.iter().take(at).any(has_same_cost) {
            continue;
        }
        let same_rows: Vec<_> =
            patterns.entities.iter().filter(|other| has_same_cost(other)).map(|entity| entity.entity).collect();
        rows(&mut grid, &same_rows.join(", "), entity);
    }
    grid.write(page)?;
    increments(page, patterns)
}

/// Adds one row for each cost.
fn rows(grid: &mut Grid, entities: &str, entity: &EntityPatterns) {
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
        grid.row([
            entities.to_owned(),
            methods,
            call.requests.to_string(),
            call.rcu.to_string(),
            call.table_wcu.to_string(),
            indexes,
            call.notes.join("; "),
            call.price_per_million.map(|price| price.to_string()).unwrap_or_default(),
        ]);
    }
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
