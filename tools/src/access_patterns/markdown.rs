//! Renders the access patterns as a Markdown page. Facts that many entities share are stated once.

mod commands;
mod entities;
mod grid;
mod guide;
mod month;
mod picture;
mod reads;
mod risks;
mod table;
mod writes;

use std::fmt::Write as _;

use super::AccessPatterns;

pub(super) fn document(patterns: &AccessPatterns) -> String {
    let mut page = String::new();
    // Writing to a String cannot fail.
    let _ = write_document(&mut page, patterns);
    page
}

fn write_document(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "# Access patterns of `{}`\n", patterns.schema)?;
    if !patterns.docs.is_empty() {
        writeln!(page, "{}\n", patterns.docs)?;
    }
    writeln!(page, "Generated from the schema; do not edit. [How to read this](#how-to-read-this).\n")?;
    picture::picture(page, patterns)?;
    risks::risks(page, patterns)?;
    table::table(page, patterns)?;
    month::month(page, patterns)?;
    writes::writes(page, patterns)?;
    writes::costs(page, patterns)?;
    reads::reads(page, patterns)?;
    entities::entities(page, patterns)?;
    commands::commands(page, patterns)?;
    guide::guide(page, patterns)
}

/// Escapes text in a table's cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Formats names as code, separated by commas.
fn coded<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().map(|name| format!("`{}`", cell(name))).collect();
    names.join(", ")
}
