//! Renders the reads and their costs.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, EntityPatterns, Read, ReadKind, ReadType},
    frame::{heading, price_column, scroll_region},
    text::{Escaped, code, docs, inline, sentence, slug},
};

const COLUMNS: [&str; 3] = ["Lanes", "Requests", "RCU"];

pub(super) fn of_entity(page: &mut String, patterns: &AccessPatterns, entity: &EntityPatterns) -> std::fmt::Result {
    writeln!(page, "<h4>Reads</h4>")?;
    table(page, patterns, entity.entity, &entity.reads)
}

/// Renders the reads of collections and projections.
pub(super) fn collections_and_projections(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    if patterns.collections.is_empty() && patterns.projections.is_empty() {
        return Ok(());
    }
    writeln!(page, "<section aria-labelledby=\"types\">")?;
    heading(page, 2, "types", "Reads by other types")?;
    for of in &patterns.collections {
        of_type(page, patterns, of, "Items of")?;
    }
    for of in &patterns.projections {
        of_type(page, patterns, of, "A part, at the cost of whole items, of")?;
    }
    writeln!(page, "</section>")
}

fn of_type(page: &mut String, patterns: &AccessPatterns, of: &ReadType, what: &str) -> std::fmt::Result {
    let id = format!("type-{}", slug(of.name));
    writeln!(page, "<article aria-labelledby=\"{id}\" data-find>")?;
    heading(page, 3, &id, of.name)?;
    page.push_str(&docs(of.docs));
    let link = |name: &&str| format!("<a href=\"#entity-{}\">{}</a>", slug(name), Escaped(name));
    let entities: Vec<_> = of.entities.iter().map(link).collect();
    writeln!(page, "<p class=\"note\">{what} {}.</p>", entities.join(", "))?;
    table(page, patterns, of.name, &of.reads)?;
    writeln!(page, "</article>")
}

fn table(page: &mut String, patterns: &AccessPatterns, name: &str, reads: &[Read]) -> std::fmt::Result {
    scroll_region(page, &format!("Reads of {name}"))?;
    write!(page, "<table class=\"stack\"><thead><tr><th scope=\"col\">Question</th><th scope=\"col\">Reads</th>")?;
    for title in COLUMNS {
        write!(page, "<th scope=\"col\" class=\"number\">{title}</th>")?;
    }
    price_column(page, patterns, "a million")?;
    if reads.iter().any(|read| read.price_per_month.is_some()) {
        price_column(page, patterns, "a month")?;
    }
    writeln!(page, "<th scope=\"col\">Consistency</th></tr></thead><tbody>")?;
    let monthly = reads.iter().any(|read| read.price_per_month.is_some());
    for (at, read) in reads.iter().enumerate() {
        let id = format!("read-{}-{}", slug(name), at + 1);
        row(page, read, &id, monthly)?;
    }
    writeln!(page, "</tbody></table></div>")
}

fn row(page: &mut String, read: &Read, id: &str, monthly: bool) -> std::fmt::Result {
    let rate = read
        .reads_per_second
        .map(|reads| format!("<p class=\"note\">{} reads/s are declared</p>", crate::number::grouped(reads)));
    write!(
        page,
        "<tr id=\"{id}\"><td class=\"wide\"><p>{}</p>{}{}",
        sentence(&inline(&read.question)),
        code(&read.call),
        rate.unwrap_or_default()
    )?;
    if let Some(worst) = &read.at_worst {
        write!(page, "<p class=\"note\">At worst {}</p>", Escaped(&worst.to_string()))?;
    }
    if read.kind != ReadKind::Total {
        write!(page, "<details><summary>AWS command line</summary><pre>{}</pre></details>", Escaped(&read.command))?;
    }
    let place = Escaped(read.index.unwrap_or("table"));
    write!(page, "</td><td class=\"key\">{place}<br>{}</td>", code(&read.partition_key))?;
    let cells = [read.describe_lanes(), read.requests.to_string(), read.rcu.to_string()];
    for (title, cell) in COLUMNS.into_iter().zip(cells) {
        write!(page, "<td class=\"number\" data-label=\"{title}\">{cell}</td>")?;
    }
    if let Some(price) = read.price_per_million {
        write!(page, "<td class=\"number\" data-label=\"Price of a million\">{price}</td>")?;
    }
    if monthly {
        let price = read.price_per_month.map(|price| price.to_string()).unwrap_or_default();
        write!(page, "<td class=\"number\" data-label=\"Price of a month\">{price}</td>")?;
    }
    writeln!(page, "<td>{}</td></tr>", read.consistency)
}
