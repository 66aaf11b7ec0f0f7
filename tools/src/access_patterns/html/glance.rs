//! Renders the overview of the table: its key, its size, and the entities in each index.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, EntityPatterns},
    frame::{heading, scroll_region},
    keys::key_id,
    text::{Escaped, first_paragraph, slug},
};
use crate::number::grouped;

pub(super) fn glance(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "<section aria-labelledby=\"glance\">")?;
    heading(page, 2, "glance", "At a glance")?;
    facts(page, patterns)?;
    matrix(page, patterns)?;
    writeln!(page, "</section>")
}

fn facts(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    let reads: usize = patterns.entities.iter().map(|entity| entity.reads.len()).sum();
    let writes: u64 = patterns.capacity.iter().map(|place| place.peak_wcu).sum();
    let asking = patterns.capacity.iter().filter(|place| place.throughput.warm_wcu.is_some());
    let asking: Vec<_> = asking.map(|place| place.throughput.index.unwrap_or("the table")).collect();
    let warm = patterns.capacity.iter().filter_map(|place| place.throughput.warm_wcu).fold(0, u64::saturating_add);
    let (warm, detail) = match asking.is_empty() {
        true => ("none".to_owned(), "a new table serves the declared peaks".to_owned()),
        false => (format!("{} WCU/s", grouped(warm)), format!("for {}", asking.join(", "))),
    };
    let key: Vec<_> = patterns.key.iter().map(|attribute| attribute.split(' ').next().unwrap_or_default()).collect();
    let names = patterns.discriminator.map(|name| format!("{name} names the entity")).unwrap_or_default();
    writeln!(page, "<dl class=\"facts\">")?;
    fact(page, "Key", &key.join(", "), &names)?;
    fact(page, "Entities", &patterns.entities.len().to_string(), &format!("{reads} reads"))?;
    fact(page, "Indexes", &patterns.indexes.len().to_string(), &indexes(patterns))?;
    fact(page, "Declared peak", &format!("{} WCU/s", grouped(writes)), "of the table and its indexes")?;
    fact(page, "Warm throughput", &warm, &detail)?;
    if let Some(ttl) = patterns.ttl {
        fact(page, "TTL", ttl, "the attribute by which items expire")?;
    }
    if let Some(regions) = patterns.regions {
        fact(page, "Regions", regions, "conditions and versions hold in all three")?;
    }
    writeln!(page, "</dl>")
}

fn fact(page: &mut String, name: &str, value: &str, detail: &str) -> std::fmt::Result {
    let (value, detail) = (Escaped(value), Escaped(detail));
    writeln!(page, "<div><dt>{name}</dt><dd>{value}<small>{detail}</small></dd></div>")
}

fn indexes(patterns: &AccessPatterns) -> String {
    match patterns.indexes.is_empty() {
        true => "the table alone".to_owned(),
        false => patterns.indexes.iter().map(|index| index.name).collect::<Vec<_>>().join(", "),
    }
}

/// Shows which entity writes to which index.
fn matrix(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    scroll_region(page, "Entities and indexes")?;
    write!(
        page,
        "<table class=\"matrix\"><thead><tr><th scope=\"col\">Entity</th>\
         <th scope=\"col\" class=\"wide\">What it is</th>"
    )?;
    for place in &patterns.samples {
        let name = Escaped(place.index.unwrap_or("table"));
        write!(page, "<th scope=\"col\" class=\"dot\">{name}</th>")?;
    }
    writeln!(page, "</tr></thead><tbody>")?;
    patterns.entities.iter().try_for_each(|entity| row(page, patterns, entity))?;
    writeln!(page, "</tbody></table></div>")
}

fn row(page: &mut String, patterns: &AccessPatterns, entity: &EntityPatterns) -> std::fmt::Result {
    let (id, name) = (slug(entity.entity), Escaped(entity.entity));
    write!(page, "<tr><th scope=\"row\"><a href=\"#entity-{id}\">{name}</a></th>")?;
    write!(page, "<td class=\"wide\">{}</td>", first_paragraph(entity.docs))?;
    for place in &patterns.samples {
        let is_written = entity.writes.iter().any(|write| write.index == place.index);
        let name = Escaped(place.index.unwrap_or("table"));
        match is_written {
            true => write!(
                page,
                "<td class=\"dot\"><a href=\"#{}\" aria-label=\"Key of {} in {name}\">\u{25cf}</a></td>",
                key_id(entity, place.index),
                Escaped(entity.entity)
            )?,
            false => write!(page, "<td></td>")?,
        }
    }
    writeln!(page, "</tr>")
}
