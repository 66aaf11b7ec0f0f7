//! `#[derive(KeyEnum)]`: an enum whose variants are texts in a key.

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
    if check::check_plain_enum(input, &errors) {
        let key_enum = attr::read(input, &errors);
        check::check(&key_enum, &errors);
        tokens = expand::expand(&key_enum, errors.is_empty());
    }
    tokens.extend(errors.finish());
    tokens
}
