//! The reads as commands, in one block: what all of them have stands in two functions of the shell.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Read, ReadKind, command::PAGE_ITEMS},
    reads::short,
};

pub(super) fn commands(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    let of_entities = patterns.entities.iter().flat_map(|entity| &entity.reads);
    // A projection's command is that of its entity, a total's that of its counter's item.
    let reads = of_entities.chain(patterns.collections.iter().flat_map(|of| &of.reads));
    let reads: Vec<&Read> = reads.filter(|read| matches!(read.kind, ReadKind::Key | ReadKind::Query)).collect();
    if reads.is_empty() {
        return Ok(());
    }
    let get = format!("aws dynamodb get-item --table-name {} --key", patterns.table_name);
    let query = format!("aws dynamodb query --table-name {}", patterns.table_name);
    let newest = format!(" --no-scan-index-forward --limit {PAGE_ITEMS}");
    writeln!(page, "## Commands\n\n```sh\nget() {{ {get} \"$1\"; }}\nquery() {{ {query}{newest} \"$@\"; }}\n")?;
    for read in reads {
        let command = read.command.replace(&get, "get").replace(&query, "query").replace(&newest, "");
        if read.kind == ReadKind::Query {
            writeln!(page, "# {}", short(&read.call))?;
        }
        writeln!(page, "{command}")?;
    }
    writeln!(page, "```\n")
}
