//! A message that shows the place within the template, because stable rustc underlines only the whole literal.

use std::{fmt, ops::Range};

use super::Template;

/// A mistake at one place of a template.
pub(crate) struct Problem<'a> {
    source: &'a str,
    place: Range<usize>,
    /// The code, and a description of the mistake.
    what: String,
    /// The fix, printed next to the caret.
    help: String,
}

impl<'a> Problem<'a> {
    pub(crate) fn new(source: &'a str, place: Range<usize>, what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { source, place, what: what.into(), help: help.into() }
    }
}

impl Template {
    pub(crate) fn problem(
        &self,
        place: &Range<usize>,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> Problem<'_> {
        // The place is that in the literal's text, which is still valid because a bucket is inserted after it.
        Problem::new(&self.source, place.clone(), what, help)
    }
}

impl fmt::Display for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.source.get(..self.place.start).unwrap_or(self.source).chars().count();
        let within = self.source.get(self.place.clone()).unwrap_or_default().chars().count();
        let carets = "^".repeat(within.max(1));
        let Self { source, what, help, .. } = self;
        write!(f, "{what}\n    {source}\n    {:before$}{carets} {help}", "")
    }
}
