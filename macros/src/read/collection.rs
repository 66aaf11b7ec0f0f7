//! `#[collection(..)]`

use darling::FromMeta;
use proc_macro2::{Ident, TokenStream};
use syn::{
    DeriveInput, LitStr, Meta, Path, Token,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

use super::{
    attr::{Attr, Options},
    value::{self, name, refused, value},
};
use crate::errors::Errors;

#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct CollectionAttr {
    pub(crate) query: Option<QueryName>,
    #[darling(with = |it| value::text(it, "GSI1"))]
    pub(crate) index: Option<LitStr>,
    #[darling(rename = "crate", with = value::krate)]
    pub(crate) krate: Option<Path>,
}

impl Options for CollectionAttr {
    const NAMES: &'static [&'static str] = &["query", "index", "crate"];
}

/// The generated function: its name, and the partition key's fields as its arguments.
pub(crate) struct QueryName {
    pub(crate) name: Ident,
    pub(crate) arguments: Vec<Ident>,
}

pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> CollectionAttr {
    Attr::only(&input.attrs, "collection", errors).map(Attr::into_options).unwrap_or_default()
}

/// `query = of_customer(id)`, or `query(id)` for the name `query`.
impl FromMeta for QueryName {
    fn from_meta(meta: &Meta) -> darling::Result<Self> {
        let query = match meta {
            Meta::List(list) => arguments(list.tokens.clone())
                .map(|arguments| Self { name: Ident::new("query", name(meta).span()), arguments })
                .ok(),
            meta => value(meta).and_then(|tokens| named_query.parse2(tokens).ok()),
        };
        query.ok_or_else(|| {
            refused(
                meta,
                "needs the function's name and the fields of the partition key, as in `query = of_customer(id)`, or \
                 those alone, as in `query(id)`",
            )
        })
    }
}

fn named_query(input: ParseStream<'_>) -> syn::Result<QueryName> {
    let name = input.parse()?;
    if input.is_empty() {
        return Ok(QueryName { name, arguments: Vec::new() });
    }
    let content;
    syn::parenthesized!(content in input);
    Ok(QueryName { name, arguments: arguments(content.parse()?)? })
}

fn arguments(tokens: TokenStream) -> syn::Result<Vec<Ident>> {
    let names = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(tokens)?;
    Ok(names.into_iter().collect())
}
