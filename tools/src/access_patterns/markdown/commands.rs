//! Renders the reads as commands in one block. Two shell functions contain what all commands share. Reads of one item
//! by its key are represented by one example.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Read, ReadKind, command::PAGE_ITEMS},
    reads::{is_trivial, short},
};

pub(super) fn commands(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    let of_entities = patterns.entities.iter().flat_map(|entity| &entity.reads);
    // A projection uses the command of its entity, and a total the command of its counter's item.
    let reads = of_entities.chain(patterns.collections.iter().flat_map(|of| &of.reads));
    let reads: Vec<&Read> = reads.filter(|read| matches!(read.kind, ReadKind::Key | ReadKind::Query)).collect();
    if reads.is_empty() {
        return Ok(());
    }
    let get = format!("aws dynamodb get-item --table-name {} --key", patterns.table_name);
    let query = format!("aws dynamodb query --table-name {}", patterns.table_name);
    let newest = format!(" --no-scan-index-forward --limit {PAGE_ITEMS}");
    writeln!(page, "## Commands\n\n```sh\nget() {{ {get} \"$1\"; }}\nquery() {{ {query}{newest} \"$@\"; }}\n")?;
    let (by_key, others): (Vec<&Read>, Vec<&Read>) = reads.into_iter().partition(|read| is_trivial(read));
    if let Some(first) = by_key.first() {
        writeln!(page, "# and so for other keys under Writes\n{}", first.command.replace(&get, "get"))?;
    }
    for read in others {
        let command = read.command.replace(&get, "get").replace(&query, "query").replace(&newest, "");
        writeln!(page, "# {}\n{command}", short(&read.call))?;
    }
    writeln!(page, "```\n")
}
