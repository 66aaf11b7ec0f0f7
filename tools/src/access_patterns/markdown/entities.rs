//! Renders every entity with its attributes.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Attribute, EntityPatterns},
    cell,
    grid::{Column, Grid},
};
use crate::number::grouped;

pub(super) fn entities(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Entities\n")?;
    let columns = [("Entity", Column::Own), ("Bytes", Column::Shared), ("Attributes", Column::Own)];
    let mut grid = Grid::new("item", columns);
    for entity in &patterns.entities {
        let attributes: Vec<_> = entity.attributes.iter().map(attribute).collect();
        let constants = entity.constants.iter().map(|of| format!("`{}` = `{}`", cell(of.name), cell(of.text)));
        let attributes: Vec<_> = attributes.into_iter().chain(constants).collect();
        grid.row([name(entity), bytes(entity), attributes.join(", ")]);
    }
    grid.write(page)?;
    for collection in &patterns.collections {
        let docs = if collection.docs.is_empty() { String::new() } else { format!(": {}", collection.docs) };
        writeln!(page, "- `{}`, several entities{docs}", collection.name)?;
    }
    if !patterns.collections.is_empty() {
        writeln!(page)?;
    }
    Ok(())
}

fn name(entity: &EntityPatterns) -> String {
    let docs = if entity.docs.is_empty() { String::new() } else { format!(": {}", cell(entity.docs)) };
    format!("**{}**{docs}", entity.entity)
}

/// Formats the size of an item. An assumed size is marked.
fn bytes(entity: &EntityPatterns) -> String {
    format!("{}{}", grouped(entity.item_bytes), if entity.item_bytes_declared { "" } else { " (assumed)" })
}

fn is_integer(rust_type: &str) -> bool {
    let width = rust_type.strip_prefix(['u', 'i']);
    width.is_some_and(|width| ["8", "16", "32", "64", "128", "size"].contains(&width))
}

/// Formats an attribute, such as `` `email: String` *unique* ``. Omits the DynamoDB types of strings and integers.
fn attribute(of: &Attribute) -> String {
    let name = if of.name == of.field { of.name.to_owned() } else { format!("{} as {}", of.field, of.name) };
    let ty = if of.rust_type.is_empty() { String::new() } else { format!(": {}", of.rust_type) };
    let mut text = format!("`{}`", cell(&format!("{name}{ty}")));
    let is_evident = matches!((of.rust_type, of.dynamodb_type), ("String" | "Option<String>", Some("S")))
        || (is_integer(of.rust_type) && of.dynamodb_type == Some("N"));
    text.extend(of.dynamodb_type.filter(|_| !is_evident).map(|kind| format!(" {kind}")));
    text.extend(of.key_only.then_some(" in the key only"));
    text.extend(of.roles.iter().map(|role| format!(" *{}*", cell(&role.short_label()))));
    text
}
