//! The rules of a collection that need only its own type. Each rule is one function.

use quote::ToTokens as _;
use syn::{Fields, ext::IdentExt};

use crate::{
    errors::Errors,
    model::collection::{Collection, Members},
};

pub(crate) fn check(collection: &Collection<'_>, errors: &Errors) {
    check_variants(collection, errors);
    check_fields_have_names(collection, errors);
    check_members(collection, errors);
    check_entities_differ(collection, errors);
    check_arguments_differ(collection, errors);
}

/// A variant must contain exactly one entity.
fn check_variants(collection: &Collection<'_>, errors: &Errors) {
    for variant in &collection.odd_variants {
        let ident = &variant.ident;
        let entity = match variant.fields.iter().next() {
            Some(field) => field.ty.to_token_stream().to_string(),
            None => ident.unraw().to_string(),
        };
        let message = format!("a variant contains exactly one entity; write it as `{ident}({entity})`");
        match &variant.fields {
            Fields::Unit => errors.on(ident, message),
            fields => errors.on(fields, message),
        }
    }
}

/// Errors name a missing entity by its field, so the field needs a name.
fn check_fields_have_names(collection: &Collection<'_>, errors: &Errors) {
    if let Some(unnamed) = collection.unnamed {
        errors.on(unnamed, "the fields of a collection have names; write them as `{ customer: Customer, .. }`");
    }
}

/// Without an entity there is no key to query.
fn check_members(collection: &Collection<'_>, errors: &Errors) {
    if collection.entities().is_empty() && errors.is_empty() {
        let (what, example) = match collection.members {
            Members::Variants(_) => ("variants", "Customer(Customer)"),
            Members::Fields(_) => ("fields", "customer: Customer"),
        };
        let ident = collection.ident;
        let help = format!("a collection contains at least one entity, as in `{example}`");
        errors.on(ident, format!("`{ident}` has no {what}; {help}"));
    }
}

/// KW011: an item could be either of two equal entities. Constant evaluation finds an entity that is written with
/// another path.
fn check_entities_differ(collection: &Collection<'_>, errors: &Errors) {
    let mut seen: Vec<(String, &syn::Type)> = Vec::new();
    for entity in collection.entities() {
        let text = entity.to_token_stream().to_string();
        match seen.iter().find(|(other, _)| *other == text) {
            Some((_, first)) => {
                let ident = collection.ident;
                let message = format!(
                    "KW011: `{ident}` contains `{text}` twice: an item can be only one of them; keep one of the two"
                );
                let mut error = syn::Error::new_spanned(entity, message);
                error.combine(syn::Error::new_spanned(first, "first used here"));
                errors.push(error);
            }
            None => seen.push((text, entity)),
        }
    }
}

/// KW020: two parameters with one name do not compile.
fn check_arguments_differ(collection: &Collection<'_>, errors: &Errors) {
    let arguments = &collection.query.arguments;
    for (at, argument) in arguments.iter().enumerate() {
        if let Some(first) = arguments.iter().take(at).find(|other| *other == argument) {
            let message = format!("KW020: `{argument}` is given twice; keep one of the two");
            errors.duplicate(first.span(), argument.span(), message);
        }
    }
}
