//! The table's key, its TTL attribute and its indexes.

use std::fmt::Write as _;

use super::{super::AccessPatterns, cell};
use crate::number::grouped;

pub(super) fn table(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Table\n")?;
    let discriminator =
        patterns.discriminator.map(|name| format!("; `{}` says which entity an item is of", cell(name)));
    writeln!(page, "Its key is {}{}.", coded(&patterns.key).join(" and "), discriminator.unwrap_or_default())?;
    if let Some(ttl) = patterns.ttl {
        let expiring: Vec<_> = patterns.entities.iter().filter(|entity| entity.expires.is_some()).collect();
        let expiring: Vec<_> = expiring.iter().map(|entity| format!("`{}`", entity.entity)).collect();
        writeln!(
            page,
            "Its TTL attribute is `{ttl}`{}.",
            match expiring.is_empty() {
                true => ", which no entity has".to_owned(),
                false => format!(": items of {} expire by it", expiring.join(", ")),
            }
        )?;
    }
    writeln!(page)?;
    indexes(page, patterns)?;
    throughput(page, patterns)
}

fn indexes(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    if patterns.indexes.is_empty() {
        return Ok(());
    }
    writeln!(page, "| Index | Kind | Partition key | Sort key | Holds | Entities |")?;
    writeln!(page, "|---|---|---|---|---|---|")?;
    for index in &patterns.indexes {
        let sort = coded(&index.sort_key).join(", ");
        writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} |",
            index.name,
            if index.local { "local" } else { "global" },
            coded(&index.partition_key).join(", "),
            if sort.is_empty() { "none" } else { &sort },
            match index.projection.as_str() {
                "all" => "whole items".to_owned(),
                "keys_only" => "keys".to_owned(),
                attributes => format!("keys, {}", cell(attributes)),
            },
            if index.entities.is_empty() { "none".to_owned() } else { index.entities.join(", ") },
        )?;
    }
    writeln!(page)
}

/// What the generated templates ask for, and the quota.
fn throughput(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    let places = &patterns.throughput;
    if places.iter().all(|place| place.warm_wcu.is_none() && place.warm_rcu.is_none()) {
        let is_declared = patterns.entities.iter().flat_map(|entity| &entity.writes).any(|write| write.peak.is_some());
        let reason = match is_declared {
            true => "a new on-demand table serves the declared peaks",
            false => "no peak is declared",
        };
        return writeln!(page, "The generated templates ask for no warm throughput: {reason}.\n");
    }
    writeln!(
        page,
        "The generated templates ask for this warm throughput, with which keys that are not at risk hold their \
         declared peaks from the first second on and through each roll-over of a time bucket. DynamoDB raises it with \
         the traffic and never lowers it, so it is a parameter of the templates.\n"
    )?;
    writeln!(page, "| Warm throughput of | WCU/s | RCU/s | Quota, WCU/s |\n|---|---|---|---|")?;
    let asked = |units: Option<u64>| units.map_or_else(|| "none".to_owned(), grouped);
    for place in places {
        let raise = if place.exceeds_quota { " (a quota increase comes first)" } else { "" };
        let name = place.index.unwrap_or("the table");
        let (writes, reads) = (asked(place.warm_wcu), asked(place.warm_rcu));
        writeln!(page, "| {name} | {writes} | {reads} | {}{raise} |", grouped(place.quota))?;
    }
    writeln!(page)
}

/// Attributes with their types, as in `` `PK` (S) ``.
fn coded(attributes: &[String]) -> Vec<String> {
    let code = |attribute: &String| match attribute.rsplit_once(' ') {
        Some((name, kind)) => format!("`{}` {kind}", cell(name)),
        None => cell(attribute),
    };
    attributes.iter().map(code).collect()
}
