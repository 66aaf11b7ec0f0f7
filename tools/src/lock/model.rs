//! The content of a lock: every fact that decides the bytes of keys, or on which writes to stored items rely.

use keywright::{
    key::Timestamp,
    schema::{AttributeKind, Encoding, Growth},
};

use crate::bill::Loads;

/// The facts of a schema that decide the bytes of its keys and how stored items are read, and the changes that led to
/// them.
///
/// Made from a schema by [`Lock::of`], parsed by [`str::parse`], written by [`ToString`]. Two locks are equal if their
/// facts are; the declared loads and the history do not count.
#[derive(Debug, Clone)]
pub struct Lock {
    pub(super) table: Table,
    /// Sorted by name.
    pub(super) indexes: Vec<Index>,
    /// Sorted by name.
    pub(super) local_indexes: Vec<LocalIndex>,
    /// Sorted by name.
    pub(super) entities: Vec<Entity>,
    /// Sorted by entity and index. Empty in files of versions that did not list them.
    pub(super) loads: Loads,
    /// The lines of changes after which old items are read differently, oldest first.
    pub(super) history: Vec<String>,
}

impl PartialEq for Lock {
    fn eq(&self, other: &Self) -> bool {
        (&self.table, &self.indexes, &self.local_indexes, &self.entities)
            == (&other.table, &other.indexes, &other.local_indexes, &other.entities)
    }
}

impl Eq for Lock {}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) key: KeyAttributes,
    pub(super) discriminator: Option<String>,
    pub(super) ttl: Option<String>,
    /// Whether replicas in other Regions are strongly consistent.
    pub(super) has_strong_regions: bool,
    pub(super) delimiter: char,
    pub(super) encoding: Encoding,
}

/// The attributes of a key of the table or of an index. Only an index can have several in each part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeyAttributes {
    pub(super) partition: Vec<Attribute>,
    pub(super) sort: Vec<Attribute>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) kind: AttributeKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Index {
    pub(super) name: String,
    pub(super) key: KeyAttributes,
    pub(super) projection: IndexProjection,
}

/// An index whose partition key is the table's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LocalIndex {
    pub(super) name: String,
    pub(super) sort: Attribute,
    pub(super) projection: IndexProjection,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum IndexProjection {
    All,
    KeysOnly,
    /// Sorted.
    Include(Vec<String>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entity {
    pub(super) name: String,
    /// `None` if the table has no discriminator.
    pub(super) discriminator: Option<String>,
    /// Sorted by attribute.
    pub(super) constants: Vec<(String, String)>,
    /// Whether its items expire by the table's TTL attribute.
    pub(super) expires: bool,
    /// The attribute that counts the writes of an item.
    pub(super) version: Option<String>,
    /// Sorted by the field's attribute.
    pub(super) unique: Vec<Unique>,
    /// Whether items can have attributes that no field names.
    pub(super) other_attributes: bool,
    /// Those of its fields, without the fields that only keys contain. Sorted by name.
    pub(super) attributes: Vec<StoredAttribute>,
    /// The table's first, then sorted by index.
    pub(super) keys: Vec<Key>,
}

/// The attribute of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredAttribute {
    pub(super) name: String,
    /// Whether an item may lack it.
    pub(super) optional: bool,
    /// The names that are also read, in the order in which they are looked up.
    pub(super) aliases: Vec<String>,
}

/// A field whose values are kept unique by sentinels, and the facts that decide the bytes of their keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unique {
    /// The prefix of their partition keys.
    pub(super) prefix: String,
    pub(super) within: Vec<FieldPart>,
    pub(super) field: FieldPart,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    /// `None` for the table.
    pub(super) index: Option<String>,
    pub(super) partition: Design,
    /// The first time of the items that are written with `partition`, if they are not those of all times.
    pub(super) since: Option<Timestamp>,
    /// Newest first.
    pub(super) legacy: Vec<Legacy>,
    pub(super) sort: Option<Template>,
}

/// One design of a partition key: its template and its shards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Design {
    pub(super) template: Template,
    pub(super) shards: Option<Shards>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Legacy {
    pub(super) design: Design,
    pub(super) times: Times,
}

/// The times of the items that can be under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Times {
    /// The first of them. `None` is before every instant.
    pub(super) since: Option<Timestamp>,
    /// The instant after the last of them. `None` is after every instant.
    pub(super) until: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template {
    /// The user's text.
    pub(super) source: String,
    /// Whether the key, or the first of its attributes, is a field itself, in the field's own type and without
    /// escaping.
    pub(super) native: bool,
    /// The parts that are written, with all defaults resolved. There are no two adjacent literals.
    pub(super) parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Literal(String),
    Shard {
        width: u8,
    },
    Field(FieldPart),
    /// The next attribute begins.
    NextAttribute {
        /// Whether that attribute is a field itself.
        native: bool,
    },
}

/// A field's value in a key or in a hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldPart {
    /// The item's attribute. The field's name in Rust does not affect the bytes.
    pub(super) attribute: String,
    /// The form of the value, such as `time(ns)`.
    pub(super) form: String,
    /// Its only possible texts, sorted. Empty if others are possible.
    pub(super) texts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shards {
    pub(super) count: u32,
    pub(super) first: u32,
    pub(super) by: By,
    pub(super) grow: Vec<Growth>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum By {
    Random,
    TableKey,
    Hash {
        fields: Vec<FieldPart>,
        /// Whether it is the user's own function, about which nothing else is known.
        own: bool,
    },
}

impl Key {
    /// Returns the times of the items that are written with the current design.
    pub(super) fn times(&self) -> Times {
        Times { since: self.since, until: None }
    }

    /// Returns whether it contains a field with this attribute. Older keys do not count.
    pub(super) fn has_field(&self, attribute: &str) -> bool {
        let mut templates = [Some(&self.partition.template), self.sort.as_ref()].into_iter().flatten();
        templates.any(|template| template.fields().any(|field| field.attribute == attribute))
    }
}

impl Times {
    /// Returns whether they include all times from `since` to `until`.
    pub(super) fn reach(self, since: Option<Timestamp>, until: Timestamp) -> bool {
        let begins = self.since.is_none_or(|first| since.is_some_and(|since| first <= since));
        begins && self.until.is_none_or(|end| end >= until)
    }
}

impl Lock {
    pub(super) fn index(&self, name: &str) -> Option<&Index> {
        self.indexes.iter().find(|index| index.name == name)
    }

    pub(super) fn local_index(&self, name: &str) -> Option<&LocalIndex> {
        self.local_indexes.iter().find(|index| index.name == name)
    }

    /// Returns whether it lists declared loads. Files of earlier versions do not.
    pub(super) fn lists_loads(&self) -> bool {
        !self.loads.keys.is_empty()
    }

    /// Returns whether it lists attributes. Files of earlier versions do not.
    pub(super) fn lists_attributes(&self) -> bool {
        self.entities.iter().any(|entity| entity.other_attributes || !entity.attributes.is_empty())
    }

    /// Sorts the facts by their names, so that the order of the declarations has no effect.
    pub(super) fn sorted(mut self) -> Self {
        self.indexes.sort_by(|a, b| a.name.cmp(&b.name));
        self.local_indexes.sort_by(|a, b| a.name.cmp(&b.name));
        self.entities.sort_by(|a, b| a.name.cmp(&b.name));
        self.loads.keys.sort_by(|a, b| (&a.entity, &a.index).cmp(&(&b.entity, &b.index)));
        self.loads.warm.sort_by(|a, b| a.index.cmp(&b.index));
        for entity in &mut self.entities {
            entity.constants.sort();
            entity.unique.sort_by(|a, b| a.field.attribute.cmp(&b.field.attribute));
            entity.attributes.sort_by(|a, b| a.name.cmp(&b.name));
            entity.keys.sort_by(|a, b| a.index.cmp(&b.index));
        }
        self
    }

    /// Returns the attributes of a key of an entity.
    pub(super) fn attributes(&self, key: &Key) -> Option<KeyAttributes> {
        let Some(name) = &key.index else { return Some(self.table.key.clone()) };
        let local = |index: &LocalIndex| KeyAttributes { sort: vec![index.sort.clone()], ..self.table.key.clone() };
        self.index(name).map(|index| index.key.clone()).or_else(|| self.local_index(name).map(local))
    }

    /// Returns the template of a key that a review shows: the partition key's or, in a local secondary index, the sort
    /// key's.
    pub(super) fn source<'k>(&self, key: &'k Key) -> &'k str {
        let sort = key.sort.as_ref().filter(|_| self.is_local(key));
        sort.map_or(&key.partition.template.source, |sort| &sort.source)
    }

    /// Returns whether a key is that of a local secondary index. Its partition key is then the table's.
    pub(super) fn is_local(&self, key: &Key) -> bool {
        key.index.as_deref().is_some_and(|name| self.local_index(name).is_some())
    }
}

impl Entity {
    /// Returns whether the table's current key contains a field with this attribute.
    pub(super) fn has_in_table_key(&self, attribute: &str) -> bool {
        self.keys.iter().any(|key| key.index.is_none() && key.has_field(attribute))
    }
}

impl StoredAttribute {
    /// Returns the names under which it is read, the current one first.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.aliases)
    }

    /// Returns whether it is read under this name.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.names().any(|of| of == name)
    }
}

impl Template {
    /// Returns whether each attribute is a field itself, so that items have it in any case.
    pub(super) fn is_all_native(&self) -> bool {
        self.native && !self.parts.contains(&Part::NextAttribute { native: false })
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = &FieldPart> {
        self.parts.iter().filter_map(|part| match part {
            Part::Field(field) => Some(field),
            Part::Literal(_) | Part::Shard { .. } | Part::NextAttribute { .. } => None,
        })
    }
}

impl Shards {
    /// Returns the number of shards for items of an instant. `None` is before every instant.
    pub(super) fn count_at(&self, at: Option<Timestamp>) -> u32 {
        let in_force = self.grow.iter().rfind(|growth| at.is_some_and(|at| growth.at <= at));
        in_force.map_or(self.count, |growth| growth.count)
    }

    /// Returns the maximum number of shards.
    pub(super) fn most(&self) -> u32 {
        self.grow.iter().map(|growth| growth.count).fold(self.count, u32::max)
    }
}
