//! `#[projection(..)]`

use darling::FromMeta;
use syn::{DeriveInput, Path};

use super::{
    attr::{Attr, Options},
    value,
};
use crate::errors::Errors;

#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct ProjectionAttr {
    #[darling(with = |it| value::path(it, "Order"))]
    pub(crate) of: Option<Path>,
    #[darling(rename = "crate", with = value::krate)]
    pub(crate) krate: Option<Path>,
}

impl Options for ProjectionAttr {
    const NAMES: &'static [&'static str] = &["of", "crate"];
}

pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Option<ProjectionAttr> {
    let Some(attr) = Attr::<ProjectionAttr>::only(&input.attrs, "projection", errors) else {
        let message = "KW020: `#[projection(of = ..)]` is missing; name the entity, as in `#[projection(of = Order)]`";
        errors.on(&input.ident, message);
        return None;
    };
    attr.require("of", "name the entity, as in `of = Order`", errors);
    Some(attr.into_options())
}
