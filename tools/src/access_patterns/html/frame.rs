//! Renders the frame of the page: the head, the table of contents and the end.

use std::fmt::Write as _;

use super::{
    super::AccessPatterns,
    text::{Escaped, docs, slug},
};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The policy prevents the page from sending any request, even if a doc comment contains HTML.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

pub(super) fn head(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    let name = Escaped(patterns.schema);
    write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"generator\" content=\"keywright\">\n<title>{name}: access patterns</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">Skip to the content</a>\n<div class=\"layout\">\n"
    )
}

pub(super) fn contents(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "<nav aria-label=\"Contents\">")?;
    writeln!(
        page,
        "<div class=\"search\" hidden><label><span hidden>Search</span><input type=\"search\" \
         aria-label=\"Search entities, keys and reads\" placeholder=\"Search ( / )\"></label>\
         <output aria-live=\"polite\"></output></div>"
    )?;
    writeln!(page, "<ol>")?;
    for (id, title) in [
        ("glance", "At a glance"),
        ("risks", "Risks"),
        ("capacity", "Capacity at peak"),
        ("collections", "Item collections"),
    ] {
        writeln!(page, "<li><a href=\"#{id}\">{title}</a></li>")?;
        if id == "capacity" && patterns.month.is_some() {
            writeln!(page, "<li><a href=\"#month\">A month</a></li>")?;
        }
    }
    writeln!(page, "<li><a href=\"#entities\">Entities</a>\n<ol>")?;
    for entity in &patterns.entities {
        let (id, name) = (slug(entity.entity), Escaped(entity.entity));
        writeln!(page, "<li><a href=\"#entity-{id}\">{name}</a></li>")?;
    }
    writeln!(page, "</ol></li>")?;
    if !patterns.collections.is_empty() || !patterns.projections.is_empty() {
        writeln!(page, "<li><a href=\"#types\">Reads by other types</a></li>")?;
    }
    writeln!(page, "<li><a href=\"#guide\">How to read this</a></li>\n</ol>\n</nav>\n<main id=\"main\">")?;
    writeln!(page, "<header>\n<h1>{}</h1>", Escaped(patterns.schema))?;
    let lead = if patterns.docs.is_empty() { "The access patterns of a DynamoDB table." } else { patterns.docs };
    writeln!(page, "<div class=\"lead\">{}</div>\n</header>", docs(lead))
}

pub(super) fn footer(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "<footer class=\"note\"><p>Generated from the schema; do not edit.")?;
    if let Some(prices) = &patterns.prices {
        writeln!(
            page,
            " Prices in {} of {} on {}, from {}.",
            Escaped(&prices.currency),
            Escaped(&prices.region),
            Escaped(&prices.date),
            Escaped(&prices.source)
        )?;
    }
    writeln!(page, "</p></footer>\n</main>\n</div>\n<script>\n{SCRIPT}</script>\n</body>\n</html>")
}

/// Writes a heading with a link to itself.
pub(super) fn heading(page: &mut String, level: u8, id: &str, title: &str) -> std::fmt::Result {
    let text = Escaped(title);
    writeln!(
        page,
        "<h{level} id=\"{id}\">{text}<a class=\"anchor\" href=\"#{id}\" aria-label=\"Link to {text}\">#</a></h{level}>"
    )
}

/// Wraps content that may be wider than the page, so that it scrolls separately.
pub(super) fn scroll_region(page: &mut String, label: &str) -> std::fmt::Result {
    write!(page, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">", Escaped(label))
}

/// Writes the title of a price column, if prices were given.
pub(super) fn price_column(page: &mut String, patterns: &AccessPatterns, of: &str) -> std::fmt::Result {
    match &patterns.prices {
        Some(prices) => {
            write!(page, "<th scope=\"col\" class=\"number\">{} {of}</th>", Escaped(&prices.currency))
        }
        None => Ok(()),
    }
}
