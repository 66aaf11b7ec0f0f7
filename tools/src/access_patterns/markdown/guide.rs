//! Renders the guide on how to read the page.

use std::fmt::Write as _;

use super::super::{AccessPatterns, explained};

pub(super) fn guide(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## How to read this\n")?;
    explained::terms(patterns).into_iter().try_for_each(|(term, text)| writeln!(page, "- **{term}.** {text}"))
}
