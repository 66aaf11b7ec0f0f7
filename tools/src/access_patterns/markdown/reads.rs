//! What can be asked, and what an answer costs.

use std::fmt::Write as _;

use keywright::physics::fan_out::CERTAINTY;

use super::{
    super::{AccessPatterns, Read, command::PAGE_ITEMS},
    cell,
};

pub(super) fn reads(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Reads\n")?;
    writeln!(
        page,
        "Lanes are the partition keys that one answer reads. Requests and RCU are those of the newest {PAGE_ITEMS} \
         items (of one bucket, where the key has one), eventually consistent: of the one round that is enough in at \
         least {:.0} of 100 cases if the lanes are even.\n",
        100.0 * CERTAINTY
    )?;
    table(page, patterns.entities.iter().flat_map(|entity| &entity.reads))?;
    if !patterns.collections.is_empty() {
        writeln!(page, "Several entities at once:\n")?;
        table(page, patterns.collections.iter().flat_map(|of| &of.reads))?;
    }
    if !patterns.projections.is_empty() {
        writeln!(page, "A part of an entity; DynamoDB charges for whole items all the same:\n")?;
        table(page, patterns.projections.iter().flat_map(|of| &of.reads))?;
    }
    Ok(())
}

fn table<'a>(page: &mut String, reads: impl Iterator<Item = &'a Read>) -> std::fmt::Result {
    writeln!(page, "| Question | Call | Reads | Lanes | Requests | RCU | Consistency |")?;
    writeln!(page, "|---|---|---|---|---|---|---|")?;
    for read in reads {
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
    writeln!(page)
}

fn lanes(read: &Read) -> String {
    match read.per {
        Some(bucket) => format!("{} a {bucket}", read.lanes),
        None => read.lanes.to_string(),
    }
}
