//! The rules of a collection that need no other type. One rule, one function.

use quote::ToTokens as _;
use syn::{Data, DeriveInput};

use super::model::{Collection, Members};
use crate::errors::Errors;

/// Whether impls for the input can be written. That it is an enum or a struct without generic parameters is checked.
pub(crate) fn check_plain_type(input: &DeriveInput, errors: &Errors) -> bool {
    let ident = &input.ident;
    let generics = &input.generics.params;
    if !generics.is_empty() {
        errors.on(generics, format!("a `Collection` has no generic parameters; name the entities in `{ident}`"));
    } else if matches!(input.data, Data::Union(_)) {
        errors.on(ident, "`Collection` is derived for an enum or a struct; a union cannot tell its entities apart");
    }
    generics.is_empty()
}

pub(crate) fn check(collection: &Collection<'_>, errors: &Errors) {
    check_members(collection, errors);
    check_entities_differ(collection, errors);
    check_arguments_differ(collection, errors);
}

// Without an entity there is no key to ask for.
fn check_members(collection: &Collection<'_>, errors: &Errors) {
    if collection.entities().is_empty() && errors.is_empty() {
        let (what, example) = match collection.members {
            Members::Variants(_) => ("variants", "Customer(Customer)"),
            Members::Fields(_) => ("fields", "customer: Customer"),
        };
        let ident = collection.ident;
        errors.on(ident, format!("`{ident}` has no {what}; a collection holds at least one entity, as in `{example}`"));
    }
}

// An item would be either of the two. Under other names than these the same entity is found where types are known.
fn check_entities_differ(collection: &Collection<'_>, errors: &Errors) {
    let mut seen: Vec<(String, &syn::Type)> = Vec::new();
    for entity in collection.entities() {
        let text = entity.to_token_stream().to_string();
        match seen.iter().find(|(other, _)| *other == text) {
            Some((_, first)) => {
                let ident = collection.ident;
                let message =
                    format!("KW011: `{ident}` holds `{text}` twice: an item cannot be both; keep one of the two");
                let mut error = syn::Error::new_spanned(entity, message);
                error.combine(syn::Error::new_spanned(first, "first used here"));
                errors.push(error);
            }
            None => seen.push((text, entity)),
        }
    }
}

// Two parameters of one name do not compile.
fn check_arguments_differ(collection: &Collection<'_>, errors: &Errors) {
    let arguments = &collection.query.arguments;
    for (at, argument) in arguments.iter().enumerate() {
        if let Some(first) = arguments.iter().take(at).find(|other| *other == argument) {
            let message = format!("KW020: `{argument}` is given twice; keep one of the two");
            errors.twice(first.span(), argument.span(), message);
        }
    }
}
