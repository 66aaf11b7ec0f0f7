//! `#[entity(..)]` on a field.

use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, ext::IdentExt, spanned::Spanned};

use super::later;
use crate::{
    errors::Errors,
    options::{Options, Value, only},
};

/// `counter` on a field.
pub(crate) struct CounterAttr {
    /// The field's name, without `r#`.
    pub(crate) field: String,
    pub(crate) place: Span,
}

/// The counters among the fields.
pub(super) fn counters(input: &DeriveInput, errors: &Errors) -> Vec<CounterAttr> {
    let Data::Struct(data) = &input.data else { return Vec::new() };
    let mut counters = Vec::new();
    for field in &data.fields {
        refuse_keys(&field.attrs, errors);
        let place = only(&field.attrs, "entity", errors).and_then(|attribute| counter(attribute, errors));
        if let (Some(place), Some(ident)) = (place, &field.ident) {
            counters.push(CounterAttr { field: ident.unraw().to_string(), place });
        }
    }
    counters
}

fn counter(attribute: &Attribute, errors: &Errors) -> Option<Span> {
    let known: Vec<&str> = later::ON_FIELDS.into_iter().chain(["counter"]).collect();
    let mut options = Options::of(attribute, &known, errors);
    for name in later::ON_FIELDS {
        if let Some(option) = options.take(name) {
            later::refuse(option.span(), &format!("`{name}`"), errors);
        }
    }
    let counter = options.take("counter")?;
    if !matches!(counter.value, Value::Word) {
        counter.refuse("takes no value; write `#[entity(counter)]`", errors);
    }
    Some(counter.span())
}

fn refuse_keys(attributes: &[Attribute], errors: &Errors) {
    for attribute in attributes {
        for name in ["pk", "sk", "shard", "gsi", "lsi", "peak"] {
            if attribute.path().is_ident(name) {
                let message =
                    format!("KW020: `#[{name}]` stands on the struct, not on a field; its template names the fields");
                errors.at(attribute.path().span(), message);
            }
        }
    }
}
