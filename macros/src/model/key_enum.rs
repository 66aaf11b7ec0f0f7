//! An enum as a set of texts.

use proc_macro2::{Ident, Span};
use syn::{Data, DeriveInput, Fields, LitStr};

use crate::{
    crate_path::CratePath,
    read::key_enum::Attrs,
    serde_attrs::{ContainerAttrs, ItemAttrs},
};

pub(crate) struct KeyEnum<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) krate: CratePath,
    pub(crate) variants: Vec<Variant<'a>>,
}

pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) fields: &'a Fields,
    /// The text in keys: the one in `#[key(..)]`, otherwise serde's name.
    pub(crate) text: String,
    /// The origin of the text: its literal, or the variant's name.
    pub(crate) source: Span,
    /// The names under which serde writes and reads the variant, if they differ.
    pub(crate) unequal_names: Option<(String, String)>,
}

impl<'a> KeyEnum<'a> {
    pub(crate) fn new(input: &'a DeriveInput, attrs: &Attrs) -> Self {
        let serde = ContainerAttrs::of(&input.attrs);
        let variant =
            |(variant, text): (&'a syn::Variant, &Option<LitStr>)| Variant::new(variant, text.as_ref(), &serde);
        let variants = match &input.data {
            Data::Enum(data) => data.variants.iter().zip(&attrs.texts).map(variant).collect(),
            Data::Struct(_) | Data::Union(_) => Vec::new(),
        };
        Self { ident: &input.ident, krate: CratePath(attrs.krate.clone()), variants }
    }
}

impl<'a> Variant<'a> {
    fn new(variant: &'a syn::Variant, text: Option<&LitStr>, serde: &ContainerAttrs) -> Self {
        let syn::Variant { ident, fields, attrs, .. } = variant;
        let attrs = ItemAttrs::of(attrs);
        let (written, read) = (serde.variant_name(ident, &attrs), serde.variant_read_name(ident, &attrs));
        let is_read = written == read || attrs.aliases.iter().any(|alias| alias.value() == written);
        let unequal_names = (!is_read).then(|| (written.clone(), read));
        let (text, source) = match text {
            Some(text) => (text.value(), text.span()),
            None => (written, ident.span()),
        };
        Self { ident, fields, text, source, unequal_names }
    }
}
