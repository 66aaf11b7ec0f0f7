//! An entity for the expansion, with all names and numbers resolved.

mod bucket;
mod constant;
mod field;
mod key;
mod peak;
mod role;
mod shard;
mod template;
mod unique;

use proc_macro2::Span;
use syn::{Attribute, DeriveInput, FieldsNamed, Ident, LitStr, Path, Visibility, ext::IdentExt};

pub(crate) use self::{
    bucket::closest_bucket,
    constant::{Constant, backticked},
    field::{FLATTENS, Field, Fields, Form as FieldForm},
    key::{Key, Legacy, PageLimit},
    peak::{Peak, Reads, Writes},
    role::Role,
    shard::{Growth, MAX_COUNT, Shard, ShardBy},
    template::{KeyTemplate, Segment},
    unique::Unique,
};
use crate::{crate_path::CratePath, docs::docs, read::entity::Attrs, serde_attrs::ContainerAttrs, spans::lint_levels};

/// The generated functions that are not queries.
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
    /// `constants(..)`: attributes with a constant text.
    pub(crate) constants: Vec<(LitStr, LitStr)>,
    /// The reason why no item of the entity has another entity's key.
    pub(crate) may_overlap: Option<String>,
    /// The attribute of `#[serde(tag = "..")]`, and its text.
    pub(crate) tag: Option<(LitStr, LitStr)>,
    /// The option with which serde writes or reads another type instead of the struct.
    pub(crate) serde_proxy: Option<Path>,
    /// serde's `rename_all`.
    pub(crate) rename_all_at: Option<Span>,
    pub(crate) fields: Fields<'a>,
    pub(crate) peak: Option<Peak>,
    /// The table's key, then those of the indexes.
    pub(crate) keys: Vec<Key>,
}

impl<'a> Entity<'a> {
    pub(crate) fn new(input: &'a DeriveInput, named: &'a FieldsNamed, attrs: &Attrs) -> Self {
        let name = input.ident.unraw().to_string();
        let fields = Fields::new(input, named, &attrs.fields);
        let declared = attrs.peak.as_deref();
        let mut keys: Vec<Key> = attrs.keys.iter().map(|key| Key::new(key, &fields, declared)).collect();
        // If the table's key is missing, which is an error, a local secondary index has none either.
        if let Some((table, _)) = keys.split_first().filter(|(key, _)| key.index.is_none()) {
            let local: Vec<Key> = attrs.locals.iter().map(|local| Key::local(local, table, &fields)).collect();
            keys.extend(local);
        }
        Self {
            ident: &input.ident,
            visibility: &input.vis,
            lint_levels: lint_levels(&input.attrs).collect(),
            docs: docs(&input.attrs),
            krate: attrs.krate.clone(),
            table: attrs.table.clone(),
            discriminator: attrs.name.as_ref().map_or_else(|| name.clone(), LitStr::value),
            constants: attrs.constants.list.clone(),
            may_overlap: attrs.may_overlap.as_ref().map(LitStr::value),
            tag: tag(input),
            serde_proxy: serde_proxy(input),
            rename_all_at: ContainerAttrs::of(&input.attrs).rename_all_at,
            peak: declared.and_then(Peak::of_entity),
            fields,
            keys,
            name,
        }
    }

    /// The attributes with a constant text, followed by that of serde's tag.
    pub(crate) fn fixed_attributes(&self) -> impl Iterator<Item = &(LitStr, LitStr)> {
        self.constants.iter().chain(&self.tag)
    }

    /// The names of the functions that depend on the entity: queries and counters.
    pub(crate) fn function_names(&self) -> Vec<String> {
        let queries = self.keys.iter().map(|key| key.query.unraw().to_string());
        queries.chain(self.fields.counters().map(|(_, counter)| counter.name.clone())).collect()
    }

    /// For an expansion with an error: keeps one key, or one counter, of each function name.
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

    /// The table's key. `None` if an error is reported.
    pub(crate) fn table_key(&self) -> Option<&Key> {
        self.keys.first().filter(|key| key.index.is_none())
    }

    /// The fields of all keys, including those of sentinels, in the order of the struct.
    pub(crate) fn key_fields(&self) -> Vec<u8> {
        let of_sentinels =
            self.fields.uniques().flat_map(|(place, _, unique)| unique.within.iter().copied().chain([place]));
        let mut fields: Vec<u8> = self.keys.iter().flat_map(Key::fields).chain(of_sentinels).collect();
        fields.sort_unstable();
        fields.dedup();
        fields
    }
}

/// The attribute in which serde writes the struct's name, and that name.
fn tag(input: &DeriveInput) -> Option<(LitStr, LitStr)> {
    let serde = ContainerAttrs::of(&input.attrs);
    let tag = serde.tag?;
    let name = serde.rename.unwrap_or_else(|| input.ident.unraw().to_string());
    let name = LitStr::new(&name, tag.span());
    Some((tag, name))
}

/// The first option with which serde writes or reads another type.
fn serde_proxy(input: &DeriveInput) -> Option<Path> {
    let serde = ContainerAttrs::of(&input.attrs);
    serde.into.or(serde.serde_proxy)
}
