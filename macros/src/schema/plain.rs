//! What tables and lists of entities are derived for.

use syn::{Data, DeriveInput};

use crate::errors::Errors;

/// Whether impls for the input can be written. That it is a struct without generic parameters is checked; what
/// it is to be, the messages call `noun`.
pub(crate) fn check_plain_struct(derive: &str, noun: &str, input: &DeriveInput, errors: &Errors) -> bool {
    let ident = &input.ident;
    let generics = &input.generics.params;
    if !generics.is_empty() {
        errors.on(generics, format!("a {noun} has no generic parameters; declare it as `struct {ident};`"));
    } else if !matches!(input.data, Data::Struct(_)) {
        errors.on(ident, format!("`{derive}` is derived for a struct; declare the {noun} as `struct {ident};`"));
    }
    generics.is_empty()
}
