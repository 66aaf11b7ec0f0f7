//! The items among which a field is unique, with names resolved.

use proc_macro2::Span;
use syn::ext::IdentExt;

use crate::read::entity::UniqueAttr;

pub(crate) struct Unique {
    pub(crate) place: Span,
    /// The fields in which these items have equal values.
    pub(crate) within: Vec<u8>,
}

impl Unique {
    /// Resolves the items of the field at this position. `closest_field` resolves names.
    pub(super) fn new(field: u8, attr: &UniqueAttr, closest_field: impl Fn(&str) -> Option<u8>) -> Self {
        let mut within: Vec<u8> = Vec::new();
        for place in attr.within().iter().filter_map(|name| closest_field(&name.unraw().to_string())) {
            if place != field && !within.contains(&place) {
                within.push(place);
            }
        }
        Self { place: attr.word.name.span(), within }
    }
}
