//! Draws a Mermaid diagram of the entities in the table's indexes.

use std::{collections::BTreeSet, fmt::Write as _};

use super::super::AccessPatterns;

pub(super) fn picture(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "```mermaid\nflowchart LR")?;
    let places: Vec<_> = patterns.samples.iter().map(|place| place.index).collect();
    for (at, place) in patterns.samples.iter().enumerate() {
        let index = patterns.indexes.iter().find(|index| Some(index.name) == place.index);
        let key = match index {
            Some(index) => [&index.partition_key[..], &index.sort_key].concat(),
            None => patterns.key.clone(),
        };
        writeln!(page, "  p{at}[(\"{}: {}\")]", place.index.unwrap_or("table"), label(&key.join(", ")))?;
    }
    for (at, entity) in patterns.entities.iter().enumerate() {
        let into = entity.writes.iter().filter_map(|write| places.iter().position(|place| *place == write.index));
        let into: BTreeSet<_> = into.collect();
        let into: Vec<_> = into.into_iter().map(|place| format!("p{place}")).collect();
        writeln!(page, "  e{at}[\"{}\"] --> {}", label(entity.entity), into.join(" & "))?;
    }
    writeln!(page, "```\n")
}

/// Escapes text in a quoted label.
fn label(text: &str) -> String {
    text.replace('"', "#quot;")
}
