//! The rules of an enum in keys. Each rule is one function.

use std::collections::HashMap;

use syn::Fields;

use crate::{
    errors::Errors,
    model::key_enum::{KeyEnum, Variant},
};

pub(crate) fn check(key_enum: &KeyEnum<'_>, errors: &Errors) {
    check_variants_have_no_fields(key_enum, errors);
    check_variants(key_enum, errors);
    check_texts_are_not_empty(key_enum, errors);
    check_read_names(key_enum, errors);
    check_texts_differ(key_enum, errors);
}

/// A text in a key cannot contain fields.
fn check_variants_have_no_fields(key_enum: &KeyEnum<'_>, errors: &Errors) {
    for Variant { ident, fields, .. } in &key_enum.variants {
        if !matches!(fields, Fields::Unit) {
            let message = format!("`{ident}` has fields, which a text in a key cannot contain; write it as `{ident}`");
            errors.on(fields, message);
        }
    }
}

/// Without a variant there is no value to write.
fn check_variants(key_enum: &KeyEnum<'_>, errors: &Errors) {
    if key_enum.variants.is_empty() && errors.is_empty() {
        errors.on(key_enum.ident, format!("`{}` has no variants; a key needs at least one", key_enum.ident));
    }
}

/// KW020: a key has no empty component.
fn check_texts_are_not_empty(key_enum: &KeyEnum<'_>, errors: &Errors) {
    for Variant { ident, text, source, .. } in &key_enum.variants {
        if text.is_empty() {
            let help = "no part of a key may be empty; give it a text";
            let message = format!("KW020: the text of `{ident}` is empty, and {help}");
            errors.at(*source, message);
        }
    }
}

/// KW020: an item that was written must be readable.
fn check_read_names(key_enum: &KeyEnum<'_>, errors: &Errors) {
    for Variant { ident, unequal_names, .. } in &key_enum.variants {
        let Some((written, read)) = unequal_names else { continue };
        let message = format!(
            "KW020: serde writes `{ident}` of `{}` as {written:?} and reads it as {read:?}, so an item that was \
             written cannot be read; use one name for both, and `#[serde(alias = {read:?})]` on the variant if other \
             items have it",
            key_enum.ident
        );
        errors.on(ident, message);
    }
}

/// KW020: a key is parsed back to its fields, so each text must belong to one variant.
fn check_texts_differ(key_enum: &KeyEnum<'_>, errors: &Errors) {
    let mut first_of: HashMap<&str, &Variant<'_>> = HashMap::new();
    for variant in &key_enum.variants {
        let first = *first_of.entry(&variant.text).or_insert(variant);
        if first.ident != variant.ident {
            let message = format!(
                "KW020: {:?} is the text of `{}` already; give `{}` another, as in `#[key(\"..\")]`",
                variant.text, first.ident, variant.ident,
            );
            errors.duplicate(first.source, variant.source, message);
        }
    }
}
