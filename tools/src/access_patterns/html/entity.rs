//! Renders one entity: attributes, keys, writes and reads.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Attribute, EntityPatterns},
    frame::{heading, scroll_region},
    keys, reads,
    text::{code, docs, inline, sentence, slug},
    writes,
};
use crate::number::grouped;

pub(super) fn entities(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "<section aria-labelledby=\"entities\">")?;
    heading(page, 2, "entities", "Entities")?;
    for (at, entity) in patterns.entities.iter().enumerate() {
        let id = format!("entity-{}", slug(entity.entity));
        writeln!(page, "<article aria-labelledby=\"{id}\" data-find style=\"--entity: var(--c{})\">", at % 8)?;
        heading(page, 3, &id, entity.entity)?;
        page.push_str(&docs(entity.docs));
        facts(page, entity)?;
        attributes(page, entity)?;
        keys::keys(page, entity)?;
        writes::writes(page, patterns, entity)?;
        reads::of_entity(page, patterns, entity)?;
        writeln!(page, "</article>")?;
    }
    writeln!(page, "</section>")
}

fn facts(page: &mut String, entity: &EntityPatterns) -> std::fmt::Result {
    let source = if entity.item_bytes_declared { "from the declared peak" } else { "a guess: no peak is declared" };
    write!(page, "<p class=\"note\">Items of {} bytes, {source}.", grouped(entity.item_bytes))?;
    if let Some(discriminator) = &entity.discriminator {
        write!(page, " {}.", code(discriminator))?;
    }
    if let Some(ttl) = entity.expires {
        write!(page, " Items expire at {}.", code(ttl))?;
    }
    if let Some(reason) = entity.may_overlap {
        write!(page, " Its keys may overlap with another entity\u{2019}s, accepted: {}.", inline(reason))?;
    }
    writeln!(page, "</p>")
}

fn attributes(page: &mut String, entity: &EntityPatterns) -> std::fmt::Result {
    writeln!(page, "<h4>Attributes</h4>")?;
    scroll_region(page, &format!("Attributes of {}", entity.entity))?;
    write!(page, "<table class=\"stack\"><thead><tr>")?;
    for title in ["Name", "Rust type", "DynamoDB", "In keys", "Notes"] {
        write!(page, "<th scope=\"col\">{title}</th>")?;
    }
    writeln!(page, "</tr></thead><tbody>")?;
    entity.attributes.iter().try_for_each(|attribute| row(page, entity, attribute))?;
    for constant in &entity.constants {
        writeln!(
            page,
            "<tr><th scope=\"row\">{}</th><td></td><td data-label=\"DynamoDB\">S</td><td></td><td>always {}</td></tr>",
            code(constant.name),
            code(constant.text)
        )?;
    }
    writeln!(page, "</tbody></table></div>")
}

fn row(page: &mut String, entity: &EntityPatterns, attribute: &Attribute) -> std::fmt::Result {
    let id = format!("attribute-{}-{}", slug(entity.entity), slug(attribute.field));
    let in_rust = match attribute.name == attribute.field {
        true => String::new(),
        false => format!("<br><span class=\"note\">{} in Rust</span>", code(attribute.field)),
    };
    let in_keys: Vec<_> = attribute.in_keys.iter().map(code).collect();
    writeln!(
        page,
        "<tr id=\"{id}\"><th scope=\"row\">{}{in_rust}</th><td class=\"whole\">{}</td>\
         <td data-label=\"DynamoDB\">{}</td><td data-label=\"In keys\">{}</td>\
         <td class=\"notes\">{}</td></tr>",
        code(attribute.name),
        if attribute.rust_type.is_empty() { String::new() } else { code(attribute.rust_type) },
        attribute.dynamodb_type.unwrap_or("<span class=\"note\">by serde</span>"),
        in_keys.join(" "),
        notes(attribute)
    )
}

fn notes(attribute: &Attribute) -> String {
    let mut html = docs(attribute.docs);
    for role in &attribute.roles {
        html += &format!("<p>{}</p>", inline(&sentence(&role.to_string())));
    }
    if attribute.key_only {
        html += "<p>In the table\u{2019}s key alone.</p>";
    }
    if attribute.optional {
        html += "<p class=\"note\">Optional.</p>";
    }
    html
}
