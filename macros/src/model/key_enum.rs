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
        let (text, source) = match text {
            Some(text) => (text.value(), text.span()),
            None => (serde.variant_name(ident, &ItemAttrs::of(attrs)), ident.span()),
        };
        Self { ident, fields, text, source }
    }
}
