//! The list of a table's entities.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Attribute, DeriveInput, Path};

use crate::{
    crate_path::CratePath,
    read::schema::{self, Attrs},
    spans::lint_levels,
};

/// A struct that derives `Schema`.
pub(crate) struct Schema<'a> {
    pub(crate) ident: &'a Ident,
    /// The struct's `#[allow(..)]`, `#[warn(..)]` and `#[deny(..)]`.
    pub(crate) lint_levels: Vec<Attribute>,
    pub(crate) table: Path,
    pub(crate) entities: Entities,
    pub(crate) krate: CratePath,
}

/// The entities' paths, without duplicates.
pub(crate) struct Entities(pub(crate) Vec<Path>);

impl<'a> Schema<'a> {
    /// Returns `None` if the table is not known.
    pub(crate) fn new(input: &'a DeriveInput, attrs: &Attrs) -> Option<Self> {
        Some(Self {
            ident: &input.ident,
            lint_levels: lint_levels(&input.attrs).cloned().collect(),
            table: attrs.table.clone()?,
            entities: Entities::new(&attrs.entities),
            krate: CratePath(attrs.krate.clone()),
        })
    }
}

impl Entities {
    pub(crate) fn new(read: &schema::Entities) -> Self {
        let mut listed: Vec<Path> = Vec::new();
        for path in &read.paths {
            if !listed.iter().any(|other| same_text(other, path)) {
                listed.push(path.clone());
            }
        }
        Self(listed)
    }
}

/// Whether two paths have the same text. Constant evaluation finds an entity that has another path.
pub(crate) fn same_text(one: &Path, other: &Path) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}
