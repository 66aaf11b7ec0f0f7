//! Renders the risks of throttling, and those that the authors accepted.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Risk},
    frame::heading,
    keys::key_id,
    text::{Escaped, code, inline, sentence, slug},
};

pub(super) fn risks(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "<section aria-labelledby=\"risks\">")?;
    heading(page, 2, "risks", "Risks")?;
    let mut list = String::new();
    for entity in &patterns.entities {
        for write in entity.writes.iter().filter(|write| write.risk != Risk::None) {
            let class = if matches!(write.risk, Risk::Accepted { .. }) { " class=\"accepted\"" } else { "" };
            writeln!(
                list,
                "<li{class}><a href=\"#{}\">{} in {}</a> {}<p>{}</p></li>",
                key_id(entity, write.index),
                Escaped(entity.entity),
                Escaped(write.index.unwrap_or("the table")),
                code(&write.partition_key),
                sentence(&inline(&write.risk.to_string()))
            )?;
        }
        if let Some(reason) = entity.may_overlap {
            writeln!(
                list,
                "<li class=\"accepted\"><a href=\"#entity-{}\">{}</a><p>Another entity\u{2019}s keys may overlap, \
                 accepted: {}</p></li>",
                slug(entity.entity),
                Escaped(entity.entity),
                inline(reason)
            )?;
        }
    }
    match list.is_empty() {
        true => writeln!(page, "<p>None that the schema can show.</p>")?,
        false => writeln!(page, "<ul class=\"risks\">\n{list}</ul>")?,
    }
    writeln!(
        page,
        "<p class=\"note\">A single value with most of the traffic, such as one tenant, is not in a schema. A <code>\
         Monitor</code> names it at run time.</p>\n</section>"
    )
}
