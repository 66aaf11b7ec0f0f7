//! `#[derive(Collection)]`: entities of one partition key, read by one query.

mod attr;
mod check;
mod expand;
mod model;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let errors = Errors::new();
    let mut tokens = TokenStream::new();
    if check::check_plain_type(input, &errors) {
        let collection = attr::read(input, &errors);
        check::check(&collection, &errors);
        tokens = expand::expand(&collection, errors.is_empty());
    }
    tokens.extend(errors.finish());
    tokens
}
