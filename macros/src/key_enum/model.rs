//! An enum as a set of texts.

use proc_macro2::{Ident, Span};

use crate::crate_path::CratePath;

pub(crate) struct KeyEnum {
    pub(crate) ident: Ident,
    pub(crate) krate: CratePath,
    pub(crate) variants: Vec<Variant>,
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    /// What stands for it in keys.
    pub(crate) text: String,
    /// Where the text comes from: its literal, or the variant's name.
    pub(crate) source: Span,
}
