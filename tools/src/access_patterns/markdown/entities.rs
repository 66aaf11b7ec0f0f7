//! Renders every entity with its attributes.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Attribute, EntityPatterns},
    cell,
};
use crate::number::grouped;

pub(super) fn entities(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Entities\n\n| Entity | Bytes | Attributes |\n|---|---|---|")?;
    for entity in &patterns.entities {
        let attributes: Vec<_> = entity.attributes.iter().map(attribute).collect();
        let constants = entity.constants.iter().map(|of| format!("`{}` = `{}`", cell(of.name), cell(of.text)));
        let attributes: Vec<_> = attributes.into_iter().chain(constants).collect();
        writeln!(page, "| {} | {} | {} |", name(entity), bytes(entity), attributes.join(", "))?;
    }
    writeln!(page)?;
    for collection in patterns.collections.iter().filter(|of| !of.docs.is_empty()) {
        writeln!(page, "`{}`: {}\n", collection.name, collection.docs)?;
    }
    Ok(())
}

fn name(entity: &EntityPatterns) -> String {
    let docs = if entity.docs.is_empty() { String::new() } else { format!(": {}", cell(entity.docs)) };
    format!("**{}**{docs}", entity.entity)
}

/// Formats the size of an item. An assumed size is marked.
fn bytes(entity: &EntityPatterns) -> String {
    format!("{}{}", grouped(entity.item_bytes), if entity.item_bytes_declared { "" } else { "?" })
}

/// Formats an attribute, such as `` `email: String` S unique ``.
fn attribute(of: &Attribute) -> String {
    let name = if of.name == of.field { of.name.to_owned() } else { format!("{} as {}", of.field, of.name) };
    let ty = if of.rust_type.is_empty() { String::new() } else { format!(": {}", of.rust_type) };
    let mut text = format!("`{}`", cell(&format!("{name}{ty}")));
    text.extend(of.dynamodb_type.map(|kind| format!(" {kind}")));
    text.extend(of.key_only.then_some(" in the key only"));
    text.extend(of.roles.iter().map(|role| format!(" *{}*", cell(&role.short_label()))));
    text
}
