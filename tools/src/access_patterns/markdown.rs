//! The access patterns as a page to read.

use std::fmt::Write as _;

use keywright::physics::fan_out::CERTAINTY;

use super::{AccessPatterns, EntityPatterns, Read, Risk, read::PAGE_ITEMS};

pub(super) fn document(patterns: &AccessPatterns) -> String {
    let mut page = String::new();
    // Writing to a String cannot fail.
    let _ = write_document(&mut page, patterns);
    page
}

fn write_document(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "# Access patterns of `{}`\n", patterns.schema)?;
    writeln!(page, "Generated from the schema; do not edit.\n")?;
    if !patterns.docs.is_empty() {
        writeln!(page, "{}\n", patterns.docs)?;
    }
    risks(page, patterns)?;
    writes(page, patterns)?;
    reads(page, patterns)?;
    patterns.entities.iter().try_for_each(|entity| commands(page, entity))
}

/// Risks first: who reads no further has read these.
fn risks(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Risks\n")?;
    let mut none = true;
    for entity in &patterns.entities {
        for write in entity.writes.iter().filter(|write| write.risk != Risk::None) {
            none = false;
            let place = write.index.map_or_else(String::new, |index| format!(" on {index}"));
            writeln!(page, "- `{}`{place}: `{}`: {}", entity.entity, write.partition_key, write.risk)?;
        }
    }
    if none {
        writeln!(page, "None that the schema can show.")?;
    }
    writeln!(
        page,
        "\nWhat no schema can show: a single value with most of the traffic, such as one tenant. A `Monitor` names it at run time.\n"
    )
}

fn writes(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
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
                write.peak.as_deref().unwrap_or("not declared"),
                cell(&write.risk.to_string()),
            )?;
        }
    }
    writeln!(page)?;
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

fn reads(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Reads\n")?;
    writeln!(
        page,
        "Lanes are the partition keys that one answer reads. Requests and RCU are those of the newest {PAGE_ITEMS} items \
         (of one bucket, where the key has one), eventually consistent: of the one round that is enough in at least \
         {:.0} of 100 cases if the lanes are even.\n",
        100.0 * CERTAINTY
    )?;
    writeln!(page, "| Question | Call | Reads | Lanes | Requests | RCU | Consistency |")?;
    writeln!(page, "|---|---|---|---|---|---|---|")?;
    for entity in &patterns.entities {
        for read in &entity.reads {
            writeln!(
                page,
                "| {} | `{}` | {} `{}` | {} | {} | {} | {} |",
                cell(&read.question),
                cell(&read.call),
                read.index.unwrap_or("table"),
                cell(&read.partition_key),
                lanes(read),
                read.requests,
                read.rcu,
                read.consistency,
            )?;
        }
    }
    writeln!(page)
}

fn lanes(read: &Read) -> String {
    match read.per {
        Some(bucket) => format!("{} a {bucket}", read.lanes),
        None => read.lanes.to_string(),
    }
}

fn commands(page: &mut String, entity: &EntityPatterns) -> std::fmt::Result {
    writeln!(page, "## {}\n", entity.entity)?;
    if !entity.docs.is_empty() {
        writeln!(page, "{}\n", entity.docs)?;
    }
    let source = if entity.item_bytes_declared { "from the declared peak" } else { "assumed: no peak is declared" };
    writeln!(page, "Items of {} bytes ({source}).\n", entity.item_bytes)?;
    for read in &entity.reads {
        writeln!(page, "{}:\n\n```sh\n{}\n```\n", sentence(&read.question), read.command)?;
    }
    Ok(())
}

/// Text that does not end a table's cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
