//! Renders the keys that an entity writes, and their load.

use std::fmt::Write as _;

use super::{
    super::{EntityPatterns, Risk, Write},
    charts,
    frame::scroll_region,
    text::{Escaped, code, inline, sentence, slug},
};

/// Returns the `id` of a key.
pub(super) fn key_id(entity: &EntityPatterns, index: Option<&str>) -> String {
    format!("key-{}-{}", slug(entity.entity), slug(index.unwrap_or("table")))
}

pub(super) fn keys(page: &mut String, entity: &EntityPatterns) -> std::fmt::Result {
    writeln!(page, "<h4>Keys</h4>")?;
    scroll_region(page, &format!("Keys of {}", entity.entity))?;
    write!(page, "<table class=\"stack\"><thead><tr>")?;
    for title in ["Into", "Partition key", "Sort key", "Partition keys", "Peak", "Risk"] {
        write!(page, "<th scope=\"col\">{title}</th>")?;
    }
    writeln!(page, "</tr></thead><tbody>")?;
    entity.writes.iter().try_for_each(|write| row(page, entity, write))?;
    for sentinel in &entity.sentinels {
        let sort = sentinel.sort_key.map(code).unwrap_or_default();
        writeln!(
            page,
            "<tr><th scope=\"row\">table</th><td class=\"key\">{}</td><td class=\"key\">{sort}</td><td colspan=\"3\" \
             class=\"note\">the sentinel of {}, one for each value</td></tr>",
            code(&sentinel.partition_key),
            code(sentinel.field)
        )?;
    }
    writeln!(page, "</tbody></table></div>")?;
    for write in &entity.writes {
        if let Some(trade) = &write.trade {
            let place = write.index.unwrap_or("the table");
            writeln!(page, "<h4>Shards of {} in {}</h4>", code(&write.partition_key), Escaped(place))?;
            charts::charts(page, trade)?;
        }
    }
    Ok(())
}

fn row(page: &mut String, entity: &EntityPatterns, write: &Write) -> std::fmt::Result {
    let tag = match write {
        Write { is_local: true, .. } => " <span class=\"tag\">local</span>",
        Write { is_unasked: true, .. } => " <span class=\"tag\">unasked</span>",
        _ => "",
    };
    let (id, place) = (key_id(entity, write.index), Escaped(write.index.unwrap_or("table")));
    write!(page, "<tr id=\"{id}\"><th scope=\"row\">{place}{tag}</th>")?;
    write!(page, "<td class=\"key\" data-label=\"Partition key\">{}", code(&write.partition_key))?;
    if let Some(items) = write.items() {
        write!(page, "<br><span class=\"note\">{}</span>", Escaped(&items))?;
    }
    for older in &write.older_designs {
        let (key, items) = (code(&older.partition_key), older.items());
        write!(page, "<br><span class=\"note\">older: {key}, {}</span>", Escaped(&items))?;
    }
    let sort = write.sort_key.as_ref().map(code).unwrap_or_default();
    write!(
        page,
        "</td><td class=\"key\" data-label=\"Sort key\">{sort}</td><td data-label=\"Partition keys\">{}</td>",
        Escaped(&write.cardinality)
    )?;
    let risk = match write.risk {
        Risk::None => "<span class=\"note\">none</span>".to_owned(),
        Risk::Accepted { .. } => sentence(&inline(&write.risk.to_string())),
        _ => format!("<span class=\"warn\">{}</span>", sentence(&inline(&write.risk.to_string()))),
    };
    writeln!(page, "<td data-label=\"Peak\">{}</td><td data-label=\"Risk\">{risk}</td></tr>", peak(write))
}

/// Writes a line for each kind of write.
fn peak(write: &Write) -> String {
    match &write.peak {
        Some(peak) => peak
            .to_string()
            .replace("), ", ")\n")
            .split('\n')
            .map(|kind| Escaped(kind).to_string())
            .collect::<Vec<_>>()
            .join("<br>"),
        None if write.is_local => "<span class=\"note\">counted on the table</span>".to_owned(),
        None => "<span class=\"note\">not declared</span>".to_owned(),
    }
}
