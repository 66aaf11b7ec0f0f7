//! Keys and indexes, of a schema or of a deployed table.

use std::collections::BTreeSet;

use keywright::schema::{
    AttributeKind, IndexProjection, IndexSchema, KeyAttribute, KeyAttributes, LocalIndexSchema, TableSchema,
};

use super::Place;

/// A key attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attribute {
    pub(crate) name: String,
    /// Its type as DynamoDB's type descriptor: `S`, `N` or `B`.
    pub(crate) kind: String,
}

/// The attributes of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) partition: Vec<Attribute>,
    pub(crate) sort: Vec<Attribute>,
}

/// Which attributes of an item an index holds in addition to the keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Projection {
    All,
    KeysOnly,
    Include(Vec<String>),
}

/// A global secondary index.
#[derive(Debug, Clone)]
pub(crate) struct GlobalIndex {
    pub(crate) place: Place,
    pub(crate) key: Key,
    pub(crate) projection: Projection,
}

/// A local secondary index.
#[derive(Debug, Clone)]
pub(crate) struct LocalIndex {
    pub(crate) name: String,
    pub(crate) key: Key,
    pub(crate) projection: Projection,
}

impl Attribute {
    fn of(attribute: KeyAttribute) -> Self {
        Self { name: attribute.name.to_owned(), kind: letter(attribute.kind).to_owned() }
    }
}

impl Key {
    pub(crate) fn of_table(table: &TableSchema) -> Self {
        Self {
            partition: vec![Attribute::of(table.partition_key)],
            sort: table.sort_key.into_iter().map(Attribute::of).collect(),
        }
    }

    fn of_index(partition: KeyAttributes, sort: Option<KeyAttributes>) -> Self {
        Self {
            partition: partition.iter().map(Attribute::of).collect(),
            sort: sort.into_iter().flat_map(KeyAttributes::iter).map(Attribute::of).collect(),
        }
    }

    pub(crate) fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.partition.iter().chain(&self.sort)
    }

    /// Returns whether an attribute has another type in the other key. A table has one type for each attribute.
    pub(crate) fn contradicts(&self, other: &Self) -> bool {
        let differs = |one: &Attribute, other: &Attribute| one.name == other.name && one.kind != other.kind;
        self.attributes().any(|one| other.attributes().any(|other| differs(one, other)))
    }

    /// Returns each attribute's name with its type in the key, `HASH` or `RANGE`.
    pub(crate) fn elements(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let hash = self.partition.iter().map(|attribute| (attribute.name.as_str(), "HASH"));
        hash.chain(self.sort.iter().map(|attribute| (attribute.name.as_str(), "RANGE")))
    }
}

impl Projection {
    pub(crate) fn of(projection: IndexProjection) -> Self {
        match projection {
            IndexProjection::All => Self::All,
            IndexProjection::KeysOnly => Self::KeysOnly,
            IndexProjection::Include(names) => Self::Include(names.iter().map(|name| (*name).to_owned()).collect()),
        }
    }

    pub(crate) fn wire(&self) -> &'static str {
        match self {
            Self::All => "ALL",
            Self::KeysOnly => "KEYS_ONLY",
            Self::Include(_) => "INCLUDE",
        }
    }

    /// Compares projections. The order of included attributes does not matter.
    fn is_same(&self, other: &Self) -> bool {
        let sorted = |names: &[String]| names.iter().cloned().collect::<BTreeSet<_>>();
        self.wire() == other.wire() && self.included().map(sorted) == other.included().map(sorted)
    }

    pub(crate) fn included(&self) -> Option<&[String]> {
        match self {
            Self::Include(names) => Some(names),
            Self::All | Self::KeysOnly => None,
        }
    }
}

impl GlobalIndex {
    pub(crate) fn of(index: &IndexSchema, place: Place) -> Self {
        Self {
            place,
            key: Key::of_index(index.partition_key, index.sort_key),
            projection: Projection::of(index.projection),
        }
    }

    pub(crate) fn name(&self) -> &str {
        self.place.title()
    }

    /// Returns whether the other has the same keys and holds the same attributes.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.key == other.key && self.projection.is_same(&other.projection)
    }
}

impl LocalIndex {
    pub(crate) fn of(table: &TableSchema, index: &LocalIndexSchema) -> Self {
        let one = |attribute| KeyAttributes::one(attribute);
        Self {
            name: index.name.to_owned(),
            key: Key::of_index(one(table.partition_key), Some(one(index.sort_key))),
            projection: Projection::of(index.projection),
        }
    }

    /// Returns whether the other has the same name and keys, and holds the same attributes.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.key == other.key && self.projection.is_same(&other.projection)
    }
}

/// Returns a type as DynamoDB's type descriptor.
pub(crate) fn letter(kind: AttributeKind) -> &'static str {
    match kind {
        AttributeKind::S => "S",
        AttributeKind::N => "N",
        AttributeKind::B => "B",
    }
}
