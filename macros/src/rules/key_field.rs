//! The rules of a newtype in keys. Each rule is one function.

use syn::Member;

use crate::{errors::Errors, model::key_field::KeyField};

pub(crate) fn check(key_field: &KeyField<'_>, errors: &Errors) {
    check_named_field(key_field, errors);
    check_stored_type(key_field, errors);
    check_converted(key_field, errors);
}

/// KW020: serde writes a struct with a named field as a map.
fn check_named_field(key_field: &KeyField<'_>, errors: &Errors) {
    if let Member::Named(name) = &key_field.member
        && !key_field.is_transparent
    {
        let ident = key_field.ident;
        let message = format!(
            "KW020: serde writes `{ident}` as a map with `{name}`, but keys contain the value of `{name}`; add \
             `#[serde(transparent)]`, or write `struct {ident}(..);`"
        );
        errors.on(name, message);
    }
}

/// KW020: keys contain the field, and items contain what serde writes. The two must be equal.
fn check_stored_type(key_field: &KeyField<'_>, errors: &Errors) {
    if let Some(stored_as) = &key_field.stored_as {
        let message = format!(
            "KW020: serde stores `{}` as `{}`, but keys contain its field; name the field's type here, or implement \
             `keywright::KeyField` by hand",
            key_field.ident,
            stored_as.value()
        );
        errors.on(stored_as, message);
    }
}

/// KW020: a serde function may store another value than the key's.
fn check_converted(key_field: &KeyField<'_>, errors: &Errors) {
    if let Some(place) = key_field.converted {
        let message = format!(
            "KW020: this function decides how items store `{}`, but keys contain its field; drop it, or implement \
             `keywright::KeyField` by hand",
            key_field.ident
        );
        errors.at(place, message);
    }
}
