//! The table's key, its TTL attribute and its indexes.

use std::fmt::Write as _;

use super::{super::AccessPatterns, cell};

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

/// Attributes with their types, as in `` `PK` (S) ``.
fn coded(attributes: &[String]) -> Vec<String> {
    let code = |attribute: &String| match attribute.rsplit_once(' ') {
        Some((name, kind)) => format!("`{}` {kind}", cell(name)),
        None => cell(attribute),
    };
    attributes.iter().map(code).collect()
}
