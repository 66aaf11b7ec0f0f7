//! Renders the calls that write an item of an entity, and their costs.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Call, EntityPatterns},
    frame::{price_column, scroll_region},
    text::{code, inline},
};

const COLUMNS: [&str; 4] = ["Requests", "RCU", "WCU, table", "WCU, indexes"];

pub(super) fn writes(page: &mut String, patterns: &AccessPatterns, entity: &EntityPatterns) -> std::fmt::Result {
    writeln!(page, "<h4>Writes</h4>")?;
    scroll_region(page, &format!("Writes of {}", entity.entity))?;
    write!(page, "<table class=\"stack\"><thead><tr><th scope=\"col\">Call</th>")?;
    for title in COLUMNS {
        write!(page, "<th scope=\"col\" class=\"number\">{title}</th>")?;
    }
    price_column(page, patterns, "a million")?;
    writeln!(page, "<th scope=\"col\">Note</th></tr></thead><tbody>")?;
    entity.calls.iter().try_for_each(|call| row(page, entity, call))?;
    writeln!(page, "</tbody></table></div>")?;
    if !entity.increments.is_empty() {
        let calls: Vec<_> = entity.increments.iter().map(code).collect();
        writeln!(page, "<p>Counted in place, by one request to one item: {}</p>", calls.join(", "))?;
    }
    Ok(())
}

fn row(page: &mut String, entity: &EntityPatterns, call: &Call) -> std::fmt::Result {
    let indexes = match (call.least_index_wcu, call.most_index_wcu) {
        (least, most) if least == most => most.to_string(),
        (least, most) => format!("{least} to {most}"),
    };
    let id = format!("write-{}-{}", super::text::slug(entity.entity), call.method);
    write!(page, "<tr id=\"{id}\"><td class=\"wide\">{}</td>", code(&call.call))?;
    let cells = [call.requests.to_string(), call.rcu.to_string(), call.table_wcu.to_string(), indexes];
    for (title, cell) in COLUMNS.into_iter().zip(cells) {
        write!(page, "<td class=\"number\" data-label=\"{title}\">{cell}</td>")?;
    }
    if let Some(price) = call.price_per_million {
        write!(page, "<td class=\"number\" data-label=\"Price of a million\">{price}</td>")?;
    }
    writeln!(page, "<td>{}</td></tr>", inline(&call.notes.join("; ")))
}
