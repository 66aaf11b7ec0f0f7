//! How one partition key is spread, its hashed fields looked up.

use syn::{Path, ext::IdentExt};

use super::{
    super::attr::{Growth, ShardAttr, ShardKind},
    Fields,
    template::{Unresolved, resolve},
};
use crate::errors::Errors;

#[derive(Clone)]
pub(crate) struct Shard {
    pub(crate) count: u32,
    pub(crate) first: u32,
    pub(crate) by: ShardBy,
    pub(crate) grow: Vec<Growth>,
}

#[derive(Clone)]
pub(crate) enum ShardBy {
    Random,
    Hash { fields: Vec<u8>, with: Option<Path> },
    TableKey,
}

impl Shard {
    /// On an index, `random` means a hash of the table key.
    pub(crate) fn new(attr: ShardAttr, on_index: bool, entity: &str, fields: &Fields<'_>, errors: &Errors) -> Self {
        let by = match attr.kind {
            ShardKind::Random if on_index => ShardBy::TableKey,
            ShardKind::Random => ShardBy::Random,
            ShardKind::Hash { fields: names, with } => {
                let resolved = names.iter().filter_map(|name| {
                    resolve(&name.unraw().to_string(), entity, fields, |unresolved| {
                        let Unresolved { what, help, known } = unresolved;
                        let known = known.map_or_else(String::new, |known| format!(" ({known})"));
                        errors.on(name, format!("{what}; {help}{known}"));
                    })
                });
                ShardBy::Hash { fields: resolved.collect(), with }
            }
        };
        Self { count: attr.count, first: attr.first, by, grow: attr.grow }
    }
    /// The fields that it is a hash of.
    pub(crate) fn hashed(&self) -> &[u8] {
        match &self.by {
            ShardBy::Hash { fields, .. } => fields,
            ShardBy::Random | ShardBy::TableKey => &[],
        }
    }
}
