//! Reads the text of each variant: `#[key("high")]`, else serde's name for it.

use syn::{Attribute, Data, DeriveInput, Fields, LitStr, Meta, spanned::Spanned};

use super::model::{KeyEnum, Variant};
use crate::{
    errors::Errors,
    options::{Options, only},
    serde_attrs::{ContainerAttrs, ItemAttrs},
};

pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> KeyEnum {
    let krate = match only(&input.attrs, "key", errors) {
        Some(attribute) => Options::of(attribute, &["crate"], errors).take_crate(errors),
        None => Default::default(),
    };
    let serde = ContainerAttrs::of(&input.attrs);
    let variants = match &input.data {
        Data::Enum(data) => data.variants.iter().map(|variant| read_variant(variant, &serde, errors)).collect(),
        Data::Struct(_) | Data::Union(_) => Vec::new(),
    };
    KeyEnum { ident: input.ident.clone(), krate, variants }
}

fn read_variant(variant: &syn::Variant, serde: &ContainerAttrs, errors: &Errors) -> Variant {
    let ident = &variant.ident;
    if !matches!(variant.fields, Fields::Unit) {
        let message = format!("`{ident}` has fields, which no text in a key can hold; write it as `{ident}`");
        errors.on(&variant.fields, message);
    }
    let text = only(&variant.attrs, "key", errors).and_then(|attribute| read_text(attribute, errors));
    let (text, source) = match text {
        Some(text) => (text.value(), text.span()),
        None => (serde.variant_name(ident, &ItemAttrs::of(&variant.attrs)), ident.span()),
    };
    Variant { ident: ident.clone(), text, source }
}

fn read_text(attribute: &Attribute, errors: &Errors) -> Option<LitStr> {
    let text = match &attribute.meta {
        Meta::List(list) => list.parse_args().ok(),
        Meta::Path(_) | Meta::NameValue(_) => None,
    };
    if text.is_none() {
        errors.at(attribute.meta.span(), "KW020: `#[key]` of a variant takes its text, as in `#[key(\"high\")]`");
    }
    text
}
