//! `#[derive(Schema)]`: the list of a table's entities, in the crate that sees them all.

mod entities;
mod plain;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, DeriveInput, Ident, Path, spanned::Spanned};

pub(crate) use self::{entities::Entities, plain::check_plain_struct};
use crate::{
    crate_path::CratePath,
    errors::Errors,
    options::{Options, only},
    spans::lint_levels,
};

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let errors = Errors::new();
    let mut tokens = TokenStream::new();
    if check_plain_struct("Schema", "list of entities", input, &errors)
        && let Some(schema) = Schema::read(input, &errors)
    {
        let levels: Vec<_> = lint_levels(&input.attrs).cloned().collect();
        tokens = schema.expand(&input.ident, &levels, errors.is_empty());
    }
    tokens.extend(errors.finish());
    tokens
}

struct Schema {
    table: Path,
    entities: Entities,
    krate: CratePath,
}

impl Schema {
    fn read(input: &DeriveInput, errors: &Errors) -> Option<Self> {
        let Some(attribute) = only(&input.attrs, "schema", errors) else {
            let message = "KW020: `#[schema(..)]` is missing; add `#[schema(table = Platform, entities(OpsLog))]`";
            errors.on(&input.ident, message);
            return None;
        };
        let place = attribute.path().span();
        let mut options = Options::of(attribute, &["table", "entities", "crate"], errors);
        let krate = options.take_crate(errors);
        let entities =
            options.require("entities", place, "list the table's entities, as in `entities(OpsLog)`", errors);
        let entities = entities.map(|option| Entities::of_option(&option, errors)).unwrap_or_default();
        let table = options.require("table", place, "name the table, as in `table = Platform`", errors);
        let table = table.and_then(|option| option.path("Platform", errors))?;
        Some(Self { table, entities, krate })
    }

    fn expand(&self, ident: &Ident, levels: &[Attribute], sound: bool) -> TokenStream {
        let import = self.krate.import();
        let list = self.entities.expand_list(&self.table, ident);
        let checks = sound.then(|| self.entities.expand_checks(ident, levels));
        quote! {
            const _: () = {
                #import
                #list
                #checks
            };
        }
    }
}
