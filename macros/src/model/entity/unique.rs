//! Among which items a field is unique, their fields looked up.

use proc_macro2::Span;
use syn::ext::IdentExt;

use super::Fields;
use crate::read::entity::UniqueAttr;

pub(crate) struct Unique {
    pub(crate) place: Span,
    /// The fields in which these items agree.
    pub(crate) within: Vec<u8>,
}

impl Unique {
    pub(super) fn new(field: u8, attr: &UniqueAttr, fields: &Fields<'_>) -> Self {
        let mut within: Vec<u8> = Vec::new();
        for place in attr.within().iter().filter_map(|name| fields.meant(&name.unraw().to_string())) {
            if place != field && !within.contains(&place) {
                within.push(place);
            }
        }
        Self { place: attr.word.name.span(), within }
    }
}
