//! `#[derive(Projection)]`: some fields of an entity as a type.

mod check;
mod expand;
mod model;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use self::model::Projection;
use crate::errors::Errors;

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let errors = Errors::new();
    let expansion = projection(input, &errors);
    let mut tokens = errors.finish();
    tokens.extend(expansion);
    tokens
}

/// Beside an error there is no impl for a type that names no entity; else one without fields.
fn projection(input: &DeriveInput, errors: &Errors) -> Option<TokenStream> {
    let named = check::check_shape(input, errors)?;
    let projection = Projection::read(input, named, errors)?;
    check::check(&projection, errors);
    Some(projection.expand(errors.is_empty()))
}
