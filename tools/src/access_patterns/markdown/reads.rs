//! Renders the reads and their costs.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Read, ReadKind},
    cell, coded,
};

pub(super) fn reads(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Reads\n")?;
    let of_entities = || patterns.entities.iter().flat_map(|entity| &entity.reads);
    by_key(page, of_entities())?;
    let others: Vec<_> = of_entities().filter(|read| !is_trivial(read)).collect();
    table(page, patterns, &others)?;
    let several: Vec<_> = patterns.collections.iter().flat_map(|of| &of.reads).collect();
    if !several.is_empty() {
        writeln!(page, "Several entities at once:\n")?;
        table(page, patterns, &several)?;
    }
    let parts: Vec<_> = patterns.projections.iter().flat_map(|of| &of.reads).collect();
    if !parts.is_empty() {
        let calls = coded(parts.iter().map(|read| short(&read.call)).collect::<Vec<_>>().iter().map(String::as_str));
        writeln!(page, "A part of an entity, at the cost of whole items: {calls}.\n")?;
    }
    Ok(())
}

/// Lists the reads of one item from one lane, with a line for each cost.
fn by_key<'a>(page: &mut String, reads: impl Iterator<Item = &'a Read>) -> std::fmt::Result {
    let reads: Vec<_> = reads.filter(|read| read.kind == ReadKind::Key && is_trivial(read)).collect();
    let mut listed: Vec<f64> = Vec::new();
    for read in &reads {
        if listed.contains(&read.rcu) {
            continue;
        }
        listed.push(read.rcu);
        let same_cost = reads.iter().filter(|other| other.rcu == read.rcu).map(|read| short(&read.call));
        let same_cost: Vec<_> = same_cost.collect();
        let calls = coded(same_cost.iter().map(String::as_str));
        writeln!(page, "One item by its key, 1 request of {} RCU: {calls}.\n", read.rcu)?;
    }
    Ok(())
}

/// Returns whether the key of a read's entity already describes the read.
pub(super) fn is_trivial(read: &Read) -> bool {
    matches!(read.kind, ReadKind::Key | ReadKind::One) && read.lanes == 1 && read.requests == 1
}

fn table(page: &mut String, patterns: &AccessPatterns, reads: &[&Read]) -> std::fmt::Result {
    if reads.is_empty() {
        return Ok(());
    }
    let price = patterns.prices.as_ref().map(|prices| format!(" {} a million |", prices.currency)).unwrap_or_default();
    writeln!(page, "| Call | Reads | Lanes | Requests | RCU |{price}")?;
    writeln!(page, "|---|---|---|---|---|{}", if price.is_empty() { "" } else { "---|" })?;
    for read in reads {
        let (call, place) = (cell(&short(&read.call)), read.index.unwrap_or("table"));
        let (key, lanes) = (cell(&read.partition_key), read.describe_lanes());
        let price = read.price_per_million.map(|price| format!(" {price} |")).unwrap_or_default();
        writeln!(page, "| `{call}` | {place} `{key}` | {lanes} | {} | {} |{price}", read.requests, read.rcu)?;
    }
    writeln!(page)
}

/// Shortens a call by the part that all calls share.
pub(super) fn short(call: &str) -> String {
    let call = call.trim_end_matches(".await?").trim_end_matches(".send(&table)");
    call.replace(".newest_first().limit(50)", "").trim_start_matches("table.").to_owned()
}
