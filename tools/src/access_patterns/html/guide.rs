//! Renders the guide on how to read the page.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, explained},
    frame::heading,
    text::inline,
};

pub(super) fn guide(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "<section aria-labelledby=\"guide\">")?;
    heading(page, 2, "guide", "How to read this")?;
    for (term, text) in explained::terms(patterns) {
        writeln!(page, "<p><strong>{term}.</strong> {}</p>", inline(&text))?;
    }
    writeln!(page, "</section>")
}
