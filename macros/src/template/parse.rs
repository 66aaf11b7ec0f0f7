//! Parses a template into pieces. Mistakes are reported with their place, and parsing continues if possible.

use std::{cell::RefCell, ops::Range};

use syn::LitStr;

use super::{Form, Piece, Placeholder, Problem, ShardPlace, Spec, Template};
use crate::suggest::{nearest, suggest};

/// The maximum number of digits to which a shard's number is padded.
const MAX_SHARD_WIDTH: u8 = 9;

impl Template {
    /// Parses a template. Mistakes are stored in `problems`: KW005 if the template is malformed, KW008 if a spec is
    /// unknown.
    pub(crate) fn parse(literal: &LitStr) -> Self {
        let source = literal.value();
        let mut parser = Parser { source: &source, problems: RefCell::default(), at: 0, pieces: Vec::new() };
        parser.template();
        let (pieces, problems) = (parser.pieces, parser.problems.into_inner());
        Self { literal: literal.clone(), source, pieces, problems }
    }
}

struct Parser<'a> {
    source: &'a str,
    problems: RefCell<Vec<String>>,
    at: usize,
    pieces: Vec<Piece>,
}

impl<'a> Parser<'a> {
    fn template(&mut self) {
        if self.source.is_empty() {
            let message = "KW005: the template is empty; write literal text, `<field>`, or both";
            return self.problems.borrow_mut().push(message.to_owned());
        }
        if self.source.contains(char::is_control) {
            let message = format!("KW005: a template cannot contain control characters; found {:?}", self.source);
            return self.problems.borrow_mut().push(message);
        }
        while let Some(next) = self.rest().chars().next() {
            if self.rest().starts_with("<<") {
                self.at += 2;
                self.push_literal('<');
            } else if next == '<' {
                if !self.placeholder() {
                    return;
                }
            } else {
                self.at += next.len_utf8();
                self.push_literal(next);
            }
        }
    }

    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn push_literal(&mut self, letter: char) {
        match self.pieces.last_mut() {
            Some(Piece::Literal(text)) => text.push(letter),
            _ => self.pieces.push(Piece::Literal(letter.to_string())),
        }
    }

    /// Reads from a `<` to its `>`. Returns `false` if parsing cannot continue.
    fn placeholder(&mut self) -> bool {
        let open = self.at;
        let Some(length) = self.rest().find('>') else {
            self.report(open..self.source.len(), "KW005: a placeholder is not closed", CLOSE);
            return false;
        };
        let end = open + length;
        let inner = open + 1..end;
        self.at = end + 1;
        if self.text(&inner).contains('<') {
            self.report(open..end + 1, "KW005: a placeholder begins within another", CLOSE);
            return false;
        }
        let (name, specs) = match self.text(&inner).find(':') {
            Some(colon) => (inner.start..inner.start + colon, Some(inner.start + colon + 1..inner.end)),
            None => (inner, None),
        };
        if !is_name(self.text(&name)) {
            let found = self.text(&name);
            let what = match found {
                "" => "KW005: a placeholder has no name".to_owned(),
                _ => format!("KW005: `{found}` is not a field's name"),
            };
            self.report(open..end + 1, what, "write `<field>` or `<field:spec>`; a literal `<` is written `<<`");
            return true;
        }
        let specs = specs.map_or_else(Vec::new, |specs| self.split(specs));
        let piece = match self.text(&name) {
            "shard" => Piece::Shard(self.shard(name, &specs)),
            _ => Piece::Field(self.field(name, end, &specs)),
        };
        self.pieces.push(piece);
        true
    }

    fn split(&self, specs: Range<usize>) -> Vec<Range<usize>> {
        let mut start = specs.start;
        let mut places = Vec::new();
        for spec in self.text(&specs).split(',') {
            places.push(start..start + spec.len());
            start += spec.len() + 1;
        }
        places
    }

    fn shard(&self, place: Range<usize>, specs: &[Range<usize>]) -> ShardPlace {
        let width = match specs {
            [] => Some(0),
            [width] => self.text(width).parse().ok().filter(|width| (1..=MAX_SHARD_WIDTH).contains(width)),
            [..] => None,
        };
        if width.is_none() {
            let specs =
                specs.first().map_or(place.end, |spec| spec.start)..specs.last().map_or(place.end, |spec| spec.end);
            self.report(specs, "KW008: a shard accepts only a width", "zero-padded to two digits is `<shard:02>`");
        }
        ShardPlace { width: width.unwrap_or(0), place }
    }

    fn field(&self, place: Range<usize>, end: usize, specs: &[Range<usize>]) -> Placeholder {
        let name = self.text(&place).to_owned();
        let mut placeholder = Placeholder { name, place, end, form: Form::Default, raw: false };
        let mut first: Option<&str> = None;
        for spec in specs {
            let text = self.text(spec);
            match Spec::named(text) {
                Some(Spec::Raw) if placeholder.raw => {
                    self.report(spec.clone(), "KW008: `raw` is given twice", "drop one of the two");
                }
                Some(Spec::Raw) => placeholder.raw = true,
                Some(Spec::Form(form)) => match first {
                    Some(first) => {
                        let what = format!(
                            "KW008: `{first}` and `{text}` cannot both be how `{}` is written",
                            placeholder.name
                        );
                        self.report(spec.clone(), what, "drop one of the two");
                    }
                    None => (placeholder.form, first) = (form, Some(text)),
                },
                None if text.is_empty() => {
                    self.report(
                        spec.clone(),
                        "KW005: a spec is missing",
                        "write one, as in `<at:day>`, or drop the `:` or `,`",
                    );
                }
                None => {
                    let what = format!("KW008: there is no spec `{text}`");
                    let help = suggest(text, Spec::names());
                    self.report(spec.clone(), what, help.trim_start_matches("; "));
                    // In addition to the error, uses the form that was probably meant.
                    let names: Vec<&str> = Spec::names().collect();
                    if let Some(Spec::Form(form)) = nearest(text, &names).and_then(Spec::named) {
                        placeholder.form = form;
                    }
                }
            }
        }
        placeholder
    }

    fn text(&self, place: &Range<usize>) -> &'a str {
        self.source.get(place.clone()).unwrap_or_default()
    }

    fn report(&self, place: Range<usize>, what: impl Into<String>, help: &str) {
        self.problems.borrow_mut().push(Problem::new(self.source, place, what, help).to_string());
    }
}

const CLOSE: &str = "close it with `>`; a literal `<` is written `<<`";

fn is_name(text: &str) -> bool {
    // The compiler's lexer would report some texts itself, such as an open quote, so they are not passed to it.
    let bare = text.strip_prefix("r#").unwrap_or(text);
    let is_of_words = bare.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric() || !byte.is_ascii());
    is_of_words && is_identifier(text)
}

fn is_identifier(text: &str) -> bool {
    syn::parse_str::<syn::Ident>(text).is_ok() || syn::parse_str::<syn::Ident>(&format!("r#{text}")).is_ok()
}
