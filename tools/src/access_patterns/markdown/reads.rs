//! Renders the reads and their costs.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Read, ReadKind},
    cell, coded,
    grid::{Column, Grid},
};

pub(super) fn reads(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Reads\n")?;
    let of_entities = || patterns.entities.iter().flat_map(|entity| &entity.reads);
    by_key(page, of_entities())?;
    let of_several = patterns.collections.iter().flat_map(|of| &of.reads);
    table(page, patterns, of_entities().filter(|read| !is_trivial(read)).chain(of_several))?;
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

fn table<'a>(page: &mut String, patterns: &AccessPatterns, reads: impl Iterator<Item = &'a Read>) -> std::fmt::Result {
    let price = patterns.prices.as_ref().map(|prices| format!("{} a million", prices.currency));
    let mut grid = Grid::new(
        "read",
        [
            ("Call".to_owned(), Column::Own),
            ("Reads".to_owned(), Column::Own),
            ("Lanes".to_owned(), Column::Shared),
            ("Requests".to_owned(), Column::Shared),
            ("RCU".to_owned(), Column::Shared),
            ("At worst".to_owned(), Column::Own),
            (price.unwrap_or_default(), Column::Own),
        ],
    );
    for read in reads {
        grid.row([
            format!("`{}`", cell(&short(&read.call))),
            format!("{} `{}`", read.index.unwrap_or("table"), cell(&read.partition_key)),
            read.describe_lanes(),
            read.requests.to_string(),
            read.rcu.to_string(),
            read.at_worst.as_ref().map(|worst| cell(&worst.to_string())).unwrap_or_default(),
            read.price_per_million.map(|price| price.to_string()).unwrap_or_default(),
        ]);
    }
    grid.write(page)
}

/// Shortens a call by the part that all calls share.
pub(super) fn short(call: &str) -> String {
    let call = call.trim_end_matches(".await?").trim_end_matches(".send(&table)");
    call.replace(".newest_first().limit(50)", "").trim_start_matches("table.").to_owned()
}
