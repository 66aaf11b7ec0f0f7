//! Parses one line of a lock.

use std::{fmt, str::FromStr};

use keywright::{key::Timestamp, schema::AttributeKind};

use super::{
    super::{
        model::{Attribute, FieldPart, Part, StoredAttribute, Unique},
        word::{name, split_name},
    },
    ParseError, Result,
};
use crate::instant;

pub(super) struct Line<'t> {
    pub(super) number: usize,
    pub(super) text: &'t str,
    pub(super) words: Vec<&'t str>,
}

impl<'t> Line<'t> {
    pub(super) fn error(&self, what: impl fmt::Display) -> ParseError {
        ParseError { line: self.number, message: format!("`{}`: {what}", self.text) }
    }

    pub(super) fn reject_duplicate(&self, is_twice: bool) -> Result<()> {
        match is_twice {
            true => Err(self.error("it is there twice; take the file as it was committed, and run `lock`")),
            false => Ok(()),
        }
    }

    /// Returns the words after the first: as many as the caller destructures.
    pub(super) fn arguments<const N: usize>(&self, form: &str) -> Result<[&'t str; N]> {
        let arguments = self.words.get(1..).and_then(|arguments| arguments.try_into().ok());
        arguments.ok_or_else(|| self.error(format_args!("expected `{form}`")))
    }

    pub(super) fn name(&self, form: &str) -> Result<String> {
        let [word] = self.arguments(form)?;
        self.text(word)
    }

    pub(super) fn text(&self, word: &str) -> Result<String> {
        name(word).ok_or_else(|| self.error(format_args!("`{word}` is neither a name nor text in quotes")))
    }

    /// Parses a key attribute and its type.
    pub(super) fn attribute(&self, form: &str) -> Result<Attribute> {
        let [name, kind] = self.arguments(form)?;
        let kind = match kind {
            "S" => AttributeKind::S,
            "N" => AttributeKind::N,
            "B" => AttributeKind::B,
            _ => return Err(self.error("a type is `S`, `N` or `B`")),
        };
        Ok(Attribute { name: self.text(name)?, kind })
    }

    pub(super) fn number<T: FromStr>(&self, word: &str) -> Result<T> {
        word.parse().map_err(|_| self.error(format_args!("`{word}` is not a valid number here")))
    }

    pub(super) fn instant(&self, word: &str) -> Result<Timestamp> {
        instant::parse(word).ok_or_else(|| self.error(format_args!("`{word}` is not an instant in RFC 3339")))
    }

    pub(super) fn field(&self, word: &str) -> Result<FieldPart> {
        let expected = || self.error(format_args!("`{word}` is not a field with its form, as in `at:time(day)`"));
        let (attribute, rest) = split_name(word).ok_or_else(expected)?;
        let rest = rest.strip_prefix(':').ok_or_else(expected)?;
        let (form, texts) = rest.split_at_checked(rest.find('[').unwrap_or(rest.len())).ok_or_else(expected)?;
        if form.is_empty() || form.contains('"') {
            return Err(expected());
        }
        let texts = match texts.is_empty() {
            true => Vec::new(),
            false => serde_json::from_str(texts).map_err(|_| expected())?,
        };
        Ok(FieldPart { attribute, form: form.to_owned(), texts })
    }

    pub(super) fn unique(&self) -> Result<Unique> {
        match self.words.get(1..).unwrap_or_default() {
            [prefix, within @ .., field] => Ok(Unique {
                prefix: self.text(prefix)?,
                within: within.iter().map(|word| self.field(word)).collect::<Result<_>>()?,
                field: self.field(field)?,
            }),
            _ => Err(self.error("expected `unique \"PREFIX\" FIELD`")),
        }
    }

    /// Parses the attribute of a field, and the other names under which it is read.
    pub(super) fn stored_attribute(&self) -> Result<StoredAttribute> {
        let expected =
            || self.error("expected `attribute NAME`, `attribute NAME optional` or `attribute NAME alias NAME`");
        let (name, facts) = self.words.get(1..).and_then(<[_]>::split_first).ok_or_else(expected)?;
        let (optional, mut facts) = match facts {
            ["optional", aliases @ ..] => (true, aliases),
            aliases => (false, aliases),
        };
        let mut aliases = Vec::new();
        while let ["alias", alias, rest @ ..] = facts {
            aliases.push(self.text(alias)?);
            facts = rest;
        }
        match facts {
            [] => Ok(StoredAttribute { name: self.text(name)?, optional, aliases }),
            _ => Err(expected()),
        }
    }

    pub(super) fn part(&self, word: &str) -> Result<Part> {
        if let Some(shard) = word.strip_prefix("<shard").and_then(|shard| shard.strip_suffix('>')) {
            let width = match shard.strip_prefix(':') {
                Some(width) => self.number(width)?,
                None => 0,
            };
            return Ok(Part::Shard { width });
        }
        match word {
            "+" => return Ok(Part::NextAttribute { native: false }),
            "+native" => return Ok(Part::NextAttribute { native: true }),
            _ => {}
        }
        match name(word).filter(|_| word.starts_with('"')) {
            Some(text) => Ok(Part::Literal(text)),
            None => self.field(word).map(Part::Field),
        }
    }
}
