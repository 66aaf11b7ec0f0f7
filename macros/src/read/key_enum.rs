//! `#[key(crate = path)]` of an enum, and `#[key("high")]` of its variants.

use syn::{Attribute, Data, DeriveInput, LitStr, Meta, Path, spanned::Spanned};

use super::{attr::only, key_field};
use crate::errors::Errors;

pub(crate) struct Attrs {
    pub(crate) krate: Option<Path>,
    /// The text of each variant, if one is given.
    pub(crate) texts: Vec<Option<LitStr>>,
}

impl Attrs {
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        let krate = key_field::read(input, errors);
        let text = |variant: &syn::Variant| {
            only(&variant.attrs, "key", errors).and_then(|attribute| read_text(attribute, errors))
        };
        let texts = match &input.data {
            Data::Enum(data) => data.variants.iter().map(text).collect(),
            Data::Struct(_) | Data::Union(_) => Vec::new(),
        };
        Self { krate, texts }
    }
}

fn read_text(attribute: &Attribute, errors: &Errors) -> Option<LitStr> {
    let text = match &attribute.meta {
        Meta::List(list) => list.parse_args().ok(),
        Meta::Path(_) | Meta::NameValue(_) => None,
    };
    if text.is_none() {
        errors.at(attribute.meta.span(), "KW020: `#[key]` of a variant needs its text, as in `#[key(\"high\")]`");
    }
    text
}
