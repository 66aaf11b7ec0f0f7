//! `#[derive(Entity)]`: the keys of a struct, and the functions that read by them.

mod attr;
mod check;
mod expand;
mod model;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use self::{
    attr::Attrs,
    model::{Entity, Fields},
};
use crate::errors::Errors;

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let errors = Errors::new();
    let expansion = entity(input, &errors);
    let mut tokens = errors.finish();
    tokens.extend(expansion);
    tokens
}

fn entity(input: &DeriveInput, errors: &Errors) -> TokenStream {
    let Some(named) = check::check_shape(input, errors) else { return TokenStream::new() };
    let attrs = Attrs::read(input, errors);
    let mut entity = Entity::new(input, Fields::of(input, named), attrs, errors);
    check::check(&entity, errors);
    if !errors.is_empty() {
        entity.drop_clashing_functions();
    }
    expand::expand(&entity, errors.is_empty())
}
