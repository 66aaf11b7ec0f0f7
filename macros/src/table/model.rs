//! A table as its attributes declare it.

use proc_macro2::{Ident, Span};
use syn::{Attribute, LitStr};

use crate::{crate_path::CratePath, schema::Entities};

pub(crate) struct Table {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) docs: String,
    /// The struct's `#[allow(..)]`, `#[warn(..)]` and `#[deny(..)]`.
    pub(crate) lint_levels: Vec<Attribute>,
    pub(crate) krate: CratePath,
    pub(crate) partition_key: KeyAttribute,
    pub(crate) sort_key: Option<KeyAttribute>,
    pub(crate) discriminator: Option<LitStr>,
    pub(crate) delimiter: u8,
    pub(crate) encoding: Variant,
    pub(crate) undeclared_peak: Variant,
    /// Write units a second that the account may use, where declared.
    pub(crate) quota: Option<u64>,
    pub(crate) ttl: Option<LitStr>,
    pub(crate) write_id: Option<LitStr>,
    pub(crate) indexes: Vec<Index>,
    pub(crate) local_indexes: Vec<LocalIndex>,
    pub(crate) entities: Option<Entities>,
}

pub(crate) struct KeyAttribute {
    pub(crate) name: LitStr,
    /// `S`, `N` or `B`.
    pub(crate) kind: Variant,
}

/// The attributes of one part of an index's key.
pub(crate) struct KeyAttributes {
    pub(crate) first: KeyAttribute,
    pub(crate) more: Vec<KeyAttribute>,
}

pub(crate) struct Index {
    pub(crate) name: LitStr,
    pub(crate) partition_key: KeyAttributes,
    pub(crate) sort_key: Option<KeyAttributes>,
    pub(crate) projection: Projection,
}

pub(crate) struct LocalIndex {
    /// Its own place, where the table has no sort key.
    pub(crate) place: Span,
    pub(crate) name: LitStr,
    pub(crate) sort_key: KeyAttribute,
    pub(crate) projection: Projection,
}

#[derive(Clone)]
pub(crate) enum Projection {
    All,
    KeysOnly,
    Include(Vec<LitStr>),
}

/// The name of a variant of one of the runtime's enums.
pub(crate) type Variant = &'static str;

impl Table {
    /// The table's own key attributes: partition key, then sort key.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &KeyAttribute> {
        std::iter::once(&self.partition_key).chain(&self.sort_key)
    }

    /// Every key attribute: the table's, then those of its indexes.
    pub(crate) fn all_keys(&self) -> impl Iterator<Item = &KeyAttribute> {
        let of_local = self.local_indexes.iter().map(|index| &index.sort_key);
        self.keys().chain(self.indexes.iter().flat_map(Index::keys)).chain(of_local)
    }

    /// The names of its indexes, global ones first.
    pub(crate) fn index_names(&self) -> impl Iterator<Item = &LitStr> {
        let of_local = self.local_indexes.iter().map(|index| &index.name);
        self.indexes.iter().map(|index| &index.name).chain(of_local)
    }

    /// What its indexes hold, with their names.
    pub(crate) fn projections(&self) -> impl Iterator<Item = (&LitStr, &Projection)> {
        let of_local = self.local_indexes.iter().map(|index| (&index.name, &index.projection));
        self.indexes.iter().map(|index| (&index.name, &index.projection)).chain(of_local)
    }
}

impl Index {
    /// Its key attributes: partition key, then sort key.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.partition_key.iter().chain(self.sort_key.iter().flat_map(KeyAttributes::iter))
    }
}

impl KeyAttributes {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &KeyAttribute> {
        std::iter::once(&self.first).chain(&self.more)
    }
}

impl From<KeyAttribute> for KeyAttributes {
    fn from(first: KeyAttribute) -> Self {
        Self { first, more: Vec::new() }
    }
}

impl Projection {
    /// The attributes that it names.
    pub(crate) fn included(&self) -> &[LitStr] {
        match self {
            Self::Include(names) => names,
            Self::All | Self::KeysOnly => &[],
        }
    }
}
