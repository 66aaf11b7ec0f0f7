//! `#[derive(Table)]`: the keys and the indexes of a table, and the list of its entities.

mod attr;
mod check;
mod delimiter;
mod expand;
mod index;
mod key;
mod model;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::{errors::Errors, schema::check_plain_struct};

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let errors = Errors::new();
    let mut tokens = TokenStream::new();
    if check_plain_struct("Table", "table", input, &errors) {
        let table = attr::read(input, &errors);
        check::check(&table, &errors);
        tokens = expand::expand(&table, errors.is_empty());
    }
    tokens.extend(errors.finish());
    tokens
}
