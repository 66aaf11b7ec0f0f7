//! Renders the reads as commands in one block. Two shell functions contain what all commands share. Reads of one item
//! by its key are represented by one example.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Read, ReadKind, command::PAGE_ITEMS},
    reads::{is_trivial, short},
};

/// The least number of commands for which a shell function is shorter.
const FEWEST_CALLS: usize = 3;

/// The options of a query's condition, names and values.
const OPTIONS: [&str; 3] =
    ["--key-condition-expression", "--expression-attribute-names", "--expression-attribute-values"];

pub(super) fn commands(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    let of_entities = patterns.entities.iter().flat_map(|entity| &entity.reads);
    // A projection uses the command of its entity, and a total the command of its counter's item.
    let reads = of_entities.chain(patterns.collections.iter().flat_map(|of| &of.reads));
    let reads: Vec<&Read> = reads.filter(|read| matches!(read.kind, ReadKind::Key | ReadKind::Query)).collect();
    if reads.is_empty() {
        return Ok(());
    }
    let (by_key, others): (Vec<&Read>, Vec<&Read>) = reads.into_iter().partition(|read| is_trivial(read));
    let shell = Shell::of(&patterns.table_name, &others);
    writeln!(page, "## Commands\n\n```sh")?;
    shell.functions(page)?;
    if let Some(first) = by_key.first() {
        let for_others = if by_key.len() > 1 { ", and so for other keys under Writes" } else { "" };
        writeln!(page, "# {}{for_others}\n{}", short(&first.call), shell.shortened(&first.command))?;
    }
    let mut listed: Vec<&str> = Vec::new();
    for read in &others {
        if listed.contains(&read.command.as_str()) {
            continue;
        }
        listed.push(&read.command);
        let same = others.iter().filter(|other| other.command == read.command).map(|other| short(&other.call));
        writeln!(page, "# {}\n{}", same.collect::<Vec<_>>().join(", "), shell.shortened(&read.command))?;
    }
    writeln!(page, "```\n")
}

/// The parts that the commands share.
struct Shell {
    get: String,
    query: String,
    newest: String,
    has_get: bool,
    has_query: bool,
}

impl Shell {
    /// Returns the parts that become functions, for the commands of these reads and of one more read by a key.
    fn of(table_name: &str, reads: &[&Read]) -> Self {
        let get = format!("aws dynamodb get-item --table-name {table_name} --key");
        let query = format!("aws dynamodb query --table-name {table_name}");
        let count = |part: &str| reads.iter().filter(|read| read.command.contains(part)).count();
        Self {
            has_get: count(&get) + 1 >= FEWEST_CALLS,
            has_query: count(&query) >= FEWEST_CALLS,
            newest: format!(" --no-scan-index-forward --limit {PAGE_ITEMS}"),
            get,
            query,
        }
    }

    /// Writes the functions that the commands call. The arguments of `query` are the condition, the names, the values,
    /// and other options.
    fn functions(&self, page: &mut String) -> std::fmt::Result {
        let Self { get, query, newest, .. } = self;
        if self.has_get {
            writeln!(page, "get() {{ {get} \"$1\"; }}")?;
        }
        if self.has_query {
            let arguments = OPTIONS.iter().zip(["$c", "$n", "$v"]).map(|(option, of)| format!(" {option} \"{of}\""));
            let arguments: String = arguments.collect();
            writeln!(page, "query() {{ c=$1 n=$2 v=$3; shift 3; {query}{newest}{arguments} \"$@\"; }}")?;
        }
        if self.has_get || self.has_query { writeln!(page) } else { Ok(()) }
    }

    /// Replaces what the functions contain.
    fn shortened(&self, command: &str) -> String {
        let lines = command.lines().map(|line| match (self.has_get, self.has_query) {
            (true, _) if line.contains(&self.get) => line.replace(&self.get, "get"),
            (_, true) if line.contains(&self.query) => self.shortened_query(line),
            _ => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn shortened_query(&self, line: &str) -> String {
        let [condition, names, values] = OPTIONS.map(|option| format!("{option} "));
        let line =
            line.replace(&self.query, "query").replace(&self.newest, "").replace(&names, "").replace(&values, "");
        let (head, arguments) = line.split_once(&condition).unwrap_or((&line, ""));
        // The index follows the arguments.
        match head.split_once(" --index-name") {
            Some((head, index)) => format!("{head} {arguments} --index-name{}", index.trim_end()),
            None => format!("{head}{arguments}"),
        }
    }
}
