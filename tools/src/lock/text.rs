//! Writes a lock as text: one fact per line, in an order that depends only on the facts.

use std::fmt::{self, Display, Formatter};

use keywright::schema::{AttributeKind, Encoding};

use super::{
    loads,
    model::{
        Attribute, By, Design, Entity, FieldPart, Index, IndexProjection, Key, KeyAttributes, LocalIndex, Lock, Part,
        Shards, StoredAttribute, Template, Times, Unique,
    },
    word::{Quoted, Word},
};
use crate::instant;

/// The version of the format that this crate writes and reads.
pub(super) const VERSION: &str = "1";

impl Display for Lock {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "keywright.lock {VERSION}")?;
        writeln!(
            f,
            "# What decides the bytes of keys, and what becomes of stored items. Written by `lock`, compared with the \
             schema by `lock --check`."
        )?;
        writeln!(f, "\ntable {}", Word(&self.table.name))?;
        key_attributes(f, &self.table.key)?;
        if let Some(discriminator) = &self.table.discriminator {
            writeln!(f, "  discriminator {}", Word(discriminator))?;
        }
        if let Some(ttl) = &self.table.ttl {
            writeln!(f, "  ttl {}", Word(ttl))?;
        }
        if self.table.has_strong_regions {
            writeln!(f, "  regions strong")?;
        }
        writeln!(f, "  delimiter {}", Quoted(self.table.delimiter.encode_utf8(&mut [0; 4])))?;
        writeln!(f, "  encoding {}", encoding(self.table.encoding))?;
        self.indexes.iter().try_for_each(|of| index(f, of))?;
        self.local_indexes.iter().try_for_each(|of| local_index(f, of))?;
        self.entities.iter().try_for_each(|of| entity(f, of))?;
        loads::write(f, &self.loads)?;
        if self.history.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nhistory")?;
        self.history.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

fn key_attributes(f: &mut Formatter<'_>, key: &KeyAttributes) -> fmt::Result {
    key.partition.iter().try_for_each(|partition| writeln!(f, "  pk {partition}"))?;
    key.sort.iter().try_for_each(|sort| writeln!(f, "  sk {sort}"))
}

fn index(f: &mut Formatter<'_>, index: &Index) -> fmt::Result {
    writeln!(f, "\nindex {}", Word(&index.name))?;
    key_attributes(f, &index.key)?;
    writeln!(f, "  projection {}", index.projection)
}

fn local_index(f: &mut Formatter<'_>, index: &LocalIndex) -> fmt::Result {
    writeln!(f, "\nlocal_index {}", Word(&index.name))?;
    writeln!(f, "  sk {}", index.sort)?;
    writeln!(f, "  projection {}", index.projection)
}

fn entity(f: &mut Formatter<'_>, entity: &Entity) -> fmt::Result {
    writeln!(f, "\nentity {}", Word(&entity.name))?;
    if let Some(discriminator) = &entity.discriminator {
        writeln!(f, "  discriminator {}", Word(discriminator))?;
    }
    for (attribute, text) in &entity.constants {
        writeln!(f, "  constant {} {}", Word(attribute), Quoted(text))?;
    }
    if entity.expires {
        writeln!(f, "  expires")?;
    }
    if let Some(version) = &entity.version {
        writeln!(f, "  version {}", Word(version))?;
    }
    entity.unique.iter().try_for_each(|of| unique(f, of))?;
    if entity.other_attributes {
        writeln!(f, "  other_attributes")?;
    }
    entity.attributes.iter().try_for_each(|of| stored_attribute(f, of))?;
    entity.keys.iter().try_for_each(|of| key(f, of))
}

fn unique(f: &mut Formatter<'_>, unique: &Unique) -> fmt::Result {
    write!(f, "  unique {}", Quoted(&unique.prefix))?;
    unique.within.iter().try_for_each(|field| write!(f, " {field}"))?;
    writeln!(f, " {}", unique.field)
}

fn stored_attribute(f: &mut Formatter<'_>, attribute: &StoredAttribute) -> fmt::Result {
    writeln!(f, "  attribute {}{}", Word(&attribute.name), attribute.facts())
}

impl StoredAttribute {
    /// Returns the facts of the attribute after its name, each with a space before it.
    pub(super) fn facts(&self) -> String {
        let optional = if self.optional { " optional" } else { "" };
        let aliases = self.aliases.iter().map(|alias| format!(" alias {}", Word(alias)));
        aliases.fold(optional.to_owned(), |facts, alias| facts + &alias)
    }
}

fn key(f: &mut Formatter<'_>, key: &Key) -> fmt::Result {
    match &key.index {
        None => writeln!(f, "  key table")?,
        Some(index) => writeln!(f, "  key index {}", Word(index))?,
    }
    design(f, "pk", &key.partition)?;
    times(f, key.times())?;
    for legacy in &key.legacy {
        design(f, "legacy", &legacy.design)?;
        times(f, legacy.times)?;
    }
    key.sort.iter().try_for_each(|sort| template(f, "sk", sort))
}

fn times(f: &mut Formatter<'_>, times: Times) -> fmt::Result {
    let mut line = |what, at: Option<_>| at.map_or(Ok(()), |at| writeln!(f, "      {what} {}", instant::text(at)));
    line("since", times.since)?;
    line("until", times.until)
}

fn design(f: &mut Formatter<'_>, what: &str, design: &Design) -> fmt::Result {
    template(f, what, &design.template)?;
    let Some(shards) = &design.shards else { return Ok(()) };
    writeln!(f, "      shards {} first {} by {}", shards.count, shards.first, shards.by)?;
    shards.grow.iter().try_for_each(|growth| writeln!(f, "      grow {} {}", instant::text(growth.at), growth.count))
}

fn template(f: &mut Formatter<'_>, what: &str, template: &Template) -> fmt::Result {
    writeln!(f, "    {what} {}", Quoted(&template.source))?;
    f.write_str("      parts")?;
    if template.native {
        f.write_str(" native")?;
    }
    template.parts.iter().try_for_each(|part| write!(f, " {part}"))?;
    f.write_str("\n")
}

pub(super) fn encoding(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Escaped => "escaped",
        Encoding::Raw => "raw",
    }
}

impl Display for Attribute {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            AttributeKind::S => "S",
            AttributeKind::N => "N",
            AttributeKind::B => "B",
        };
        write!(f, "{} {kind}", Word(&self.name))
    }
}

impl Display for KeyAttributes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let joined = |attributes: &[Attribute]| {
            let texts: Vec<_> = attributes.iter().map(ToString::to_string).collect();
            texts.join(" + ")
        };
        f.write_str(&joined(&self.partition))?;
        if self.sort.is_empty() { Ok(()) } else { write!(f, ", {}", joined(&self.sort)) }
    }
}

impl Display for IndexProjection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::KeysOnly => f.write_str("keys_only"),
            Self::Include(attributes) => {
                f.write_str("include")?;
                attributes.iter().try_for_each(|name| write!(f, " {}", Word(name)))
            }
        }
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => Quoted(text).fmt(f),
            Self::Shard { width: 0 } => f.write_str("<shard>"),
            Self::Shard { width } => write!(f, "<shard:{width:02}>"),
            Self::Field(field) => field.fmt(f),
            Self::NextAttribute { native: false } => f.write_str("+"),
            Self::NextAttribute { native: true } => f.write_str("+native"),
        }
    }
}

impl Display for FieldPart {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", Word(&self.attribute), self.form)?;
        match self.texts.is_empty() {
            true => Ok(()),
            false => serde_json::Value::from(self.texts.as_slice()).fmt(f),
        }
    }
}

impl Display for By {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::TableKey => f.write_str("table_key"),
            Self::Hash { fields, own } => {
                f.write_str(if *own { "own_hash" } else { "hash" })?;
                fields.iter().try_for_each(|field| write!(f, " {field}"))
            }
        }
    }
}

impl Display for Shards {
    /// Formats the shards for a review, without the selection of an item's shard.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.count)?;
        self.grow.iter().try_for_each(|growth| write!(f, ", {} from {}", growth.count, instant::text(growth.at)))
    }
}
