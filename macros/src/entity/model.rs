//! An entity, as the expansion needs it: every name looked up, every number known.

mod field;
mod key;
mod role;
mod shard;
mod template;
mod unique;

use syn::{Attribute, DeriveInput, Ident, Path, Visibility, ext::IdentExt};

pub(crate) use self::{
    field::{Field, Fields},
    key::{Key, Legacy, Peak},
    role::Role,
    shard::{Shard, ShardBy},
    template::{KeyTemplate, Part, Segment},
    unique::Unique,
};
use super::attr::{Attrs, PeakAttr};
use crate::{crate_path::CratePath, docs::docs, errors::Errors, spans::lint_levels};

/// The generated functions that are no queries.
pub(crate) const RESERVED: [&str; 3] = ["key", "key_in_shard", "find"];

/// A struct that derives `Entity`.
pub(crate) struct Entity<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) visibility: &'a Visibility,
    /// The struct's `#[allow(..)]`, `#[warn(..)]` and `#[deny(..)]`.
    pub(crate) lint_levels: Vec<&'a Attribute>,
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) krate: CratePath,
    pub(crate) table: Option<Path>,
    pub(crate) discriminator: String,
    pub(crate) constants: Vec<(syn::LitStr, syn::LitStr)>,
    pub(crate) fields: Fields<'a>,
    pub(crate) peak: Option<Peak>,
    /// The table's key, then the indexes'.
    pub(crate) keys: Vec<Key>,
}

impl<'a> Entity<'a> {
    pub(crate) fn new(input: &'a DeriveInput, mut fields: Fields<'a>, attrs: Attrs, errors: &Errors) -> Self {
        let name = input.ident.unraw().to_string();
        fields.mark(&attrs.fields, errors);
        fields.mark_unique(&attrs.fields, &name, errors);
        let declared = attrs.peak.unwrap_or_default();
        let keys = attrs.keys.into_iter().map(|key| Key::new(key, &name, &fields, &declared, errors));
        let mut keys: Vec<Key> = keys.collect();
        // Without the table's key, which an error speaks of, a local index has none.
        if let Some((table, _)) = keys.split_first().filter(|(key, _)| key.index.is_none()) {
            let local = attrs.locals.into_iter().map(|local| Key::local(local, table, &name, &fields, errors));
            let local: Vec<Key> = local.collect();
            keys.extend(local);
        }
        Self {
            ident: &input.ident,
            visibility: &input.vis,
            lint_levels: lint_levels(&input.attrs).collect(),
            docs: docs(&input.attrs),
            krate: attrs.krate,
            table: attrs.table,
            discriminator: attrs.name.map_or_else(|| name.clone(), |name| name.value()),
            constants: attrs.constants,
            peak: Peak::new(&declared, &PeakAttr::default()),
            fields,
            keys,
            name,
        }
    }

    /// Beside an error: leaves one key, or one counter, to each name of a function.
    pub(crate) fn drop_clashing_functions(&mut self) {
        let mut taken: Vec<Ident> = Vec::new();
        self.keys.retain(|key| {
            let clashes = RESERVED.iter().any(|name| key.query == name) || taken.contains(&key.query);
            taken.push(key.query.clone());
            !clashes
        });
        for field in &mut self.fields.stored {
            if RESERVED.iter().any(|name| field.name == *name) || taken.contains(field.ident) {
                field.purpose = None;
            }
        }
    }

    /// The table's key; `None` beside an error.
    pub(crate) fn table_key(&self) -> Option<&Key> {
        self.keys.first().filter(|key| key.index.is_none())
    }

    /// The fields that stand in any key, a sentinel's too, in the order of the struct.
    pub(crate) fn key_fields(&self) -> Vec<u8> {
        let of_sentinels =
            self.fields.uniques().flat_map(|(place, _, unique)| unique.within.iter().copied().chain([place]));
        let mut fields: Vec<u8> = self.keys.iter().flat_map(Key::fields).chain(of_sentinels).collect();
        fields.sort_unstable();
        fields.dedup();
        fields
    }
}
