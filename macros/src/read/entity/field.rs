//! `#[entity(..)]` on a field.

use darling::FromMeta;
use proc_macro2::Span;
use syn::{Data, DeriveInput, Field, ext::IdentExt, spanned::Spanned};

use super::UniqueAttr;
use crate::{
    errors::Errors,
    read::{
        attr::{Attr, Options},
        value::{self, NamedValue},
    },
};

/// The attributes of keys, which belong on the struct.
const KEY_ATTRIBUTES: [&str; 6] = ["pk", "sk", "shard", "gsi", "lsi", "peak"];

/// The attributes of a field.
pub(crate) struct FieldAttr {
    /// The field's name, without `r#`.
    pub(crate) field: String,
    /// The field's purposes, in the order of [`Purpose::ALL`]. There is at most one, unless there is a mistake.
    pub(crate) purposes: Vec<(Purpose, NamedValue<()>)>,
    /// The items among which the field's values are unique.
    pub(crate) unique: Option<UniqueAttr>,
    /// The option that omits the field's values from errors and traces.
    pub(crate) sensitive: Option<NamedValue<()>>,
    /// The option with which items store the field only in their keys.
    pub(crate) key_only: Option<NamedValue<()>>,
    /// The option with which writes truncate the field to the form of its key.
    pub(crate) trunc: Option<NamedValue<()>>,
    /// Attributes of keys that are written on the field, with their spans.
    pub(crate) misplaced: Vec<(&'static str, Span)>,
}

/// The purpose of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Counter,
    Version,
    Created,
    Updated,
    Ttl,
}

impl Purpose {
    pub(crate) const ALL: [Self; 5] = [Self::Counter, Self::Version, Self::Created, Self::Updated, Self::Ttl];

    /// The option that declares the purpose.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Version => "version",
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Ttl => "ttl",
        }
    }

    /// Whether the field is a time with a meaning for its item.
    pub(crate) fn is_time(self) -> bool {
        matches!(self, Self::Created | Self::Updated | Self::Ttl)
    }
}

#[derive(Default, FromMeta)]
#[darling(default)]
struct Fields {
    #[darling(with = value::flag)]
    counter: Option<NamedValue<()>>,
    #[darling(with = value::flag)]
    version: Option<NamedValue<()>>,
    #[darling(with = value::flag)]
    created: Option<NamedValue<()>>,
    #[darling(with = value::flag)]
    updated: Option<NamedValue<()>>,
    #[darling(with = value::flag)]
    ttl: Option<NamedValue<()>>,
    unique: Option<UniqueAttr>,
    #[darling(with = value::flag)]
    sensitive: Option<NamedValue<()>>,
    #[darling(with = value::flag)]
    key_only: Option<NamedValue<()>>,
    #[darling(with = value::flag)]
    trunc: Option<NamedValue<()>>,
}

impl Options for Fields {
    const NAMES: &'static [&'static str] =
        &["counter", "version", "created", "updated", "ttl", "unique", "sensitive", "key_only", "trunc"];

    fn report_within(&self, errors: &Errors) {
        self.unique.iter().for_each(|unique| unique.report(errors));
    }
}

impl FieldAttr {
    /// Returns the attributes of all fields that have any.
    pub(super) fn all(input: &DeriveInput, errors: &Errors) -> Vec<Self> {
        let Data::Struct(data) = &input.data else { return Vec::new() };
        data.fields.iter().filter_map(|field| Self::read(field, errors)).collect()
    }

    fn read(field: &Field, errors: &Errors) -> Option<Self> {
        let misplaced = |name: &'static str| {
            let named = field.attrs.iter().filter(move |attribute| attribute.path().is_ident(name));
            named.map(move |attribute| (name, attribute.path().span()))
        };
        let misplaced: Vec<_> = KEY_ATTRIBUTES.into_iter().flat_map(misplaced).collect();
        let attr = Attr::<Fields>::only(&field.attrs, "entity", errors);
        if attr.is_none() && misplaced.is_empty() {
            return None;
        }
        let Fields { counter, version, created, updated, ttl, unique, sensitive, key_only, trunc } =
            attr.map(Attr::into_options).unwrap_or_default();
        let purposes = Purpose::ALL.into_iter().zip([counter, version, created, updated, ttl]);
        Some(Self {
            field: field.ident.as_ref()?.unraw().to_string(),
            purposes: purposes.filter_map(|(purpose, word)| Some((purpose, word?))).collect(),
            unique,
            sensitive,
            key_only,
            trunc,
            misplaced,
        })
    }
}
