//! The rules of an enum in keys. One rule, one function.

use std::collections::HashMap;

use syn::{Data, DeriveInput};

use super::model::{KeyEnum, Variant};
use crate::errors::Errors;

/// Whether impls for the input can be written. That it is an enum without generic parameters is checked.
pub(crate) fn check_plain_enum(input: &DeriveInput, errors: &Errors) -> bool {
    let ident = &input.ident;
    let generics = &input.generics.params;
    if !generics.is_empty() {
        errors.on(generics, format!("a `KeyEnum` has no generic parameters; declare it as `enum {ident} {{ .. }}`"));
    } else if !matches!(input.data, Data::Enum(_)) {
        let message = format!("`{ident}` is not an enum; for a newtype, implement `keywright::KeyField`");
        errors.on(ident, message);
    }
    generics.is_empty()
}

pub(crate) fn check(key_enum: &KeyEnum, errors: &Errors) {
    check_variants(key_enum, errors);
    check_texts_are_not_empty(key_enum, errors);
    check_texts_differ(key_enum, errors);
}

// Without a variant there is no value to write.
fn check_variants(key_enum: &KeyEnum, errors: &Errors) {
    if key_enum.variants.is_empty() && errors.is_empty() {
        errors.on(&key_enum.ident, format!("`{}` has no variants; a key needs at least one", key_enum.ident));
    }
}

// A key has no empty component.
fn check_texts_are_not_empty(key_enum: &KeyEnum, errors: &Errors) {
    for Variant { ident, text, source } in &key_enum.variants {
        if text.is_empty() {
            let message = format!("KW020: the text of `{ident}` is empty, and a key has no empty part; give it a text");
            errors.at(*source, message);
        }
    }
}

// A key is parsed back to its fields: one text is one variant.
fn check_texts_differ(key_enum: &KeyEnum, errors: &Errors) {
    let mut first_of: HashMap<&str, &Variant> = HashMap::new();
    for variant in &key_enum.variants {
        let first = *first_of.entry(&variant.text).or_insert(variant);
        if first.ident != variant.ident {
            let message = format!(
                "KW020: {:?} is the text of `{}` already; give `{}` another, as in `#[key(\"..\")]`",
                variant.text, first.ident, variant.ident,
            );
            errors.twice(first.source, variant.source, message);
        }
    }
}
