//! Among which items a field is unique, their fields looked up.

use proc_macro2::Span;
use syn::ext::IdentExt;

use crate::read::entity::UniqueAttr;

pub(crate) struct Unique {
    pub(crate) place: Span,
    /// The fields in which these items agree.
    pub(crate) within: Vec<u8>,
}

impl Unique {
    /// Of the field at a place; `meant` looks names up.
    pub(super) fn new(field: u8, attr: &UniqueAttr, meant: impl Fn(&str) -> Option<u8>) -> Self {
        let mut within: Vec<u8> = Vec::new();
        for place in attr.within().iter().filter_map(|name| meant(&name.unraw().to_string())) {
            if place != field && !within.contains(&place) {
                within.push(place);
            }
        }
        Self { place: attr.word.name.span(), within }
    }
}
