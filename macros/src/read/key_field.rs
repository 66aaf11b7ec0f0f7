//! `#[key(crate = path)]` of a type for keys.

use darling::FromMeta;
use syn::{DeriveInput, Path};

use super::{
    attr::{Attr, Options},
    value,
};
use crate::errors::Errors;

#[derive(Default, FromMeta)]
#[darling(default)]
struct KeyAttr {
    #[darling(rename = "crate", with = value::krate)]
    krate: Option<Path>,
}

impl Options for KeyAttr {
    const NAMES: &'static [&'static str] = &["crate"];
}

/// The path of the runtime, if one is given.
pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Option<Path> {
    Attr::<KeyAttr>::only(&input.attrs, "key", errors).and_then(|attr| attr.into_options().krate)
}
