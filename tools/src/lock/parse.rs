//! Parses a lock.

mod line;
mod loads;

use std::{error::Error, fmt, iter::Peekable, str::FromStr, vec};

use keywright::{
    key::Timestamp,
    schema::{Encoding, Growth},
};

use self::line::Line;
use super::{
    model::{
        By, Design, Entity, Index, IndexProjection, Key, KeyAttributes, Legacy, LocalIndex, Lock, Shards,
        StoredAttribute, Table, Template, Times, Unique,
    },
    text::VERSION,
    word::words,
};
use crate::bill::Loads;

/// The reason why a text is not a lock, and the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    line: usize,
    message: String,
}

impl ParseError {
    /// Returns the line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl Error for ParseError {}

type Result<T> = std::result::Result<T, ParseError>;

impl FromStr for Lock {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self> {
        let mut lines = Lines::of(text)?;
        lines.version()?;
        let table = lines.table()?;
        let (mut indexes, mut local_indexes, mut entities) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(line) = lines.take("index") {
            let index = lines.index(&line)?;
            line.reject_duplicate(indexes.iter().any(|other: &Index| other.name == index.name))?;
            indexes.push(index);
        }
        while let Some(line) = lines.take("local_index") {
            let index = lines.local_index(&line)?;
            line.reject_duplicate(local_indexes.iter().any(|other: &LocalIndex| other.name == index.name))?;
            local_indexes.push(index);
        }
        while let Some(line) = lines.take("entity") {
            let entity = lines.entity(&line)?;
            line.reject_duplicate(entities.iter().any(|other: &Entity| other.name == entity.name))?;
            entities.push(entity);
        }
        let loads = lines.loads()?;
        let mut history = Vec::new();
        if lines.take("history").is_some() {
            history.extend(lines.rest.by_ref().map(|line| line.text.to_owned()));
        }
        match lines.rest.next() {
            None => Ok(Self { table, indexes, local_indexes, entities, loads, history }.sorted()),
            Some(line) => Err(line.error("it is not known here; take the file as it was committed, and run `lock`")),
        }
    }
}

struct Lines<'t> {
    rest: Peekable<vec::IntoIter<Line<'t>>>,
    /// The line to report for missing content at the end.
    last: usize,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Result<Self> {
        let mut lines = Vec::new();
        for (at, text) in text.lines().enumerate() {
            let number = at + 1;
            if ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().any(|marker| text.starts_with(marker)) {
                let message =
                    "a merge conflict; take the file of the branch that you merge into, whole, and run `lock`";
                return Err(ParseError { line: number, message: message.to_owned() });
            }
            let text = text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                lines.push(Line { number, text, words: words(text) });
            }
        }
        let last = text.lines().count().max(1);
        Ok(Self { rest: lines.into_iter().peekable(), last })
    }

    /// Takes the next line, if it begins with this word.
    fn take(&mut self, word: &str) -> Option<Line<'t>> {
        self.rest.next_if(|line| line.words.first() == Some(&word))
    }

    fn expect(&mut self, word: &str, form: &str) -> Result<Line<'t>> {
        if let Some(line) = self.take(word) {
            return Ok(line);
        }
        Err(match self.rest.peek() {
            Some(line) => line.error(format_args!("expected `{form}`")),
            None => ParseError { line: self.last, message: format!("the text ends, and `{form}` is missing") },
        })
    }

    fn version(&mut self) -> Result<()> {
        let line = self.expect("keywright.lock", "keywright.lock 1")?;
        match line.words.get(1) {
            Some(&VERSION) if line.words.len() == 2 => Ok(()),
            _ => Err(line.error(format_args!(
                "this crate reads version {VERSION}; use the version of keywright-tools that wrote the file"
            ))),
        }
    }

    fn table(&mut self) -> Result<Table> {
        let name = self.expect("table", "table NAME")?.name("table NAME")?;
        let key = self.key_attributes()?;
        let discriminator = self.discriminator()?;
        let ttl = self.take("ttl").map(|line| line.name("ttl NAME")).transpose()?;
        let regions = self.take("regions").map(|line| match line.arguments("regions strong")? {
            ["strong"] => Ok(true),
            _ => Err(line.error("regions, if they are listed, are `strong`")),
        });
        let has_strong_regions = regions.transpose()?.unwrap_or_default();
        let line = self.expect("delimiter", "delimiter \"#\"")?;
        let delimiter = line.name("delimiter \"#\"")?.parse();
        let delimiter = delimiter.map_err(|_| line.error("a delimiter is one character"))?;
        let line = self.expect("encoding", "encoding escaped")?;
        let encoding = match line.arguments("encoding escaped")? {
            ["escaped"] => Encoding::Escaped,
            ["raw"] => Encoding::Raw,
            _ => return Err(line.error("an encoding is `escaped` or `raw`")),
        };
        Ok(Table { name, key, discriminator, ttl, has_strong_regions, delimiter, encoding })
    }

    fn loads(&mut self) -> Result<Loads> {
        let mut loads = Loads::default();
        if self.take("load").is_none() {
            return Ok(loads);
        }
        while let Some(line) = self.take("warm") {
            loads.warm.push(line.warm()?);
        }
        while let Some(line) = self.take("key") {
            let load = line.load()?;
            line.reject_duplicate(loads.get(&load.entity, load.index.as_deref()).is_some())?;
            loads.keys.push(load);
        }
        Ok(loads)
    }

    fn discriminator(&mut self) -> Result<Option<String>> {
        self.take("discriminator").map(|line| line.name("discriminator NAME")).transpose()
    }

    fn key_attributes(&mut self) -> Result<KeyAttributes> {
        let mut partition = vec![self.expect("pk", "pk NAME TYPE")?.attribute("pk NAME TYPE")?];
        while let Some(line) = self.take("pk") {
            partition.push(line.attribute("pk NAME TYPE")?);
        }
        let mut sort = Vec::new();
        while let Some(line) = self.take("sk") {
            sort.push(line.attribute("sk NAME TYPE")?);
        }
        Ok(KeyAttributes { partition, sort })
    }

    fn index(&mut self, line: &Line<'_>) -> Result<Index> {
        let name = line.name("index NAME")?;
        Ok(Index { name, key: self.key_attributes()?, projection: self.projection()? })
    }

    fn local_index(&mut self, line: &Line<'_>) -> Result<LocalIndex> {
        let name = line.name("local_index NAME")?;
        let sort = self.expect("sk", "sk NAME TYPE")?.attribute("sk NAME TYPE")?;
        Ok(LocalIndex { name, sort, projection: self.projection()? })
    }

    fn projection(&mut self) -> Result<IndexProjection> {
        let line = self.expect("projection", "projection all")?;
        Ok(match line.words.get(1..).unwrap_or_default() {
            ["all"] => IndexProjection::All,
            ["keys_only"] => IndexProjection::KeysOnly,
            ["include", attributes @ ..] => {
                IndexProjection::Include(attributes.iter().map(|word| line.text(word)).collect::<Result<_>>()?)
            }
            _ => return Err(line.error("a projection is `all`, `keys_only`, or `include` with attributes")),
        })
    }

    fn entity(&mut self, line: &Line<'_>) -> Result<Entity> {
        let name = line.name("entity NAME")?;
        let discriminator = self.discriminator()?;
        let (mut constants, mut keys) = (Vec::new(), Vec::new());
        while let Some(line) = self.take("constant") {
            let [attribute, text] = line.arguments("constant NAME \"text\"")?;
            constants.push((line.text(attribute)?, line.text(text)?));
        }
        let expires = self.take("expires").map(|line| line.arguments::<0>("expires")).transpose()?.is_some();
        let version = self.take("version").map(|line| line.name("version NAME")).transpose()?;
        let mut unique = Vec::new();
        while let Some(line) = self.take("unique") {
            let of = line.unique()?;
            line.reject_duplicate(unique.iter().any(|other: &Unique| other.field.attribute == of.field.attribute))?;
            unique.push(of);
        }
        let other_attributes = self.take("other_attributes");
        let other_attributes = other_attributes.map(|line| line.arguments::<0>("other_attributes")).transpose()?;
        let mut attributes = Vec::new();
        while let Some(line) = self.take("attribute") {
            let of = line.stored_attribute()?;
            line.reject_duplicate(attributes.iter().any(|other: &StoredAttribute| other.name == of.name))?;
            attributes.push(of);
        }
        while let Some(line) = self.take("key") {
            let index = match line.words.get(1..).unwrap_or_default() {
                ["table"] => None,
                ["index", name] => Some(line.text(name)?),
                _ => return Err(line.error("expected `key table` or `key index NAME`")),
            };
            line.reject_duplicate(keys.iter().any(|other: &Key| other.index == index))?;
            keys.push(self.key(index)?);
        }
        let other_attributes = other_attributes.is_some();
        Ok(Entity { name, discriminator, constants, expires, version, unique, other_attributes, attributes, keys })
    }

    fn key(&mut self, index: Option<String>) -> Result<Key> {
        let line = self.expect("pk", "pk \"TEMPLATE\"")?;
        let partition = self.design(&line)?;
        let since = self.instant("since", "since INSTANT")?;
        let mut legacy = Vec::new();
        while let Some(line) = self.take("legacy") {
            let design = self.design(&line)?;
            let since = self.instant("since", "since INSTANT")?;
            let until = self.instant("until", "until INSTANT")?;
            legacy.push(Legacy { design, times: Times { since, until } });
        }
        let sort = self.take("sk").map(|line| self.template(&line)).transpose()?;
        Ok(Key { index, partition, since, legacy, sort })
    }

    fn instant(&mut self, what: &'static str, form: &'static str) -> Result<Option<Timestamp>> {
        let read = |line: Line<'_>| line.arguments(form).and_then(|[at]| line.instant(at));
        self.take(what).map(read).transpose()
    }

    fn design(&mut self, line: &Line<'_>) -> Result<Design> {
        let template = self.template(line)?;
        let shards = self.take("shards").map(|line| self.shards(&line)).transpose()?;
        Ok(Design { template, shards })
    }

    fn template(&mut self, line: &Line<'_>) -> Result<Template> {
        let source = line.name("pk \"TEMPLATE\"")?;
        let line = self.expect("parts", "parts ..")?;
        let mut words = line.words.get(1..).unwrap_or_default();
        let native = words.first() == Some(&"native");
        if let (true, Some((_, rest))) = (native, words.split_first()) {
            words = rest;
        }
        let parts = words.iter().map(|word| line.part(word)).collect::<Result<_>>()?;
        Ok(Template { source, native, parts })
    }

    fn shards(&mut self, line: &Line<'_>) -> Result<Shards> {
        let form = "shards 10 first 0 by random";
        let (count, first, by) = match line.words.get(1..).unwrap_or_default() {
            [count, "first", first, "by", by @ ..] => (line.number(count)?, line.number(first)?, by),
            _ => return Err(line.error(format_args!("expected `{form}`"))),
        };
        let by = match by {
            ["random"] => By::Random,
            ["table_key"] => By::TableKey,
            [hash @ ("hash" | "own_hash"), fields @ ..] => By::Hash {
                fields: fields.iter().map(|word| line.field(word)).collect::<Result<_>>()?,
                own: *hash == "own_hash",
            },
            _ => return Err(line.error("shards are by `random`, `table_key`, `hash` or `own_hash`")),
        };
        let mut grow = Vec::new();
        while let Some(line) = self.take("grow") {
            let [at, count] = line.arguments("grow INSTANT 40")?;
            grow.push(Growth { at: line.instant(at)?, count: line.number(count)? });
        }
        Ok(Shards { count, first, by, grow })
    }
}

#[cfg(test)]
mod tests;
