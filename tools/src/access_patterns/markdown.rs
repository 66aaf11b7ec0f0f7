//! The access patterns as a page to read.

mod reads;
mod table;
mod writes;

use std::fmt::Write as _;

use super::{AccessPatterns, Beside, EntityPatterns, Read, Risk};

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
    table::table(page, patterns)?;
    writes::writes(page, patterns)?;
    writes::costs(page, patterns)?;
    reads::reads(page, patterns)?;
    patterns.entities.iter().try_for_each(|entity| of_entity(page, entity))?;
    // A projection's commands are those of its entity.
    patterns.collections.iter().try_for_each(|collection| of_type(page, collection))
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
        "\nWhat no schema can show: a single value with most of the traffic, such as one tenant. A `Monitor` names it \
         at run time.\n"
    )
}

fn of_entity(page: &mut String, entity: &EntityPatterns) -> std::fmt::Result {
    heading(page, entity.entity, entity.docs)?;
    let source = if entity.item_bytes_declared { "from the declared peak" } else { "assumed: no peak is declared" };
    writeln!(page, "Items of {} bytes ({source}).\n", entity.item_bytes)?;
    if !entity.roles.is_empty() {
        writeln!(page, "| Field | Attribute | What it does |\n|---|---|---|")?;
        for field in &entity.roles {
            writeln!(page, "| `{}` | `{}` | {} |", field.field, cell(field.attribute), cell(&field.role.to_string()))?;
        }
        writeln!(page)?;
    }
    commands(page, &entity.reads)
}

fn of_type(page: &mut String, collection: &Beside) -> std::fmt::Result {
    heading(page, collection.name, collection.docs)?;
    commands(page, &collection.reads)
}

fn heading(page: &mut String, name: &str, docs: &str) -> std::fmt::Result {
    writeln!(page, "## {name}\n")?;
    if docs.is_empty() { Ok(()) } else { writeln!(page, "{docs}\n") }
}

fn commands(page: &mut String, reads: &[Read]) -> std::fmt::Result {
    reads.iter().try_for_each(|read| writeln!(page, "{}:\n\n```sh\n{}\n```\n", sentence(&read.question), read.command))
}

/// Text that does not end a table's cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
