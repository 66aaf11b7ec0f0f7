//! `unique` and `unique(within = ..)` on a field.

use proc_macro2::{Span, TokenStream};
use syn::{Ident, Token, parse::Parser, punctuated::Punctuated};

use crate::{
    errors::Errors,
    options::{Opt, Options, Value},
};

/// Among which items a field's values are unique.
pub(crate) struct UniqueAttr {
    pub(crate) place: Span,
    /// The fields in which these items agree.
    pub(crate) within: Vec<Ident>,
}

impl UniqueAttr {
    pub(super) fn of(option: &Opt, errors: &Errors) -> Self {
        let place = option.span();
        let within = match &option.value {
            Value::Word => Vec::new(),
            Value::List(list) => {
                let mut options = Options::parse(list.clone(), "unique(..)", &["within"], errors);
                let missing =
                    "write `unique`, or name the field within whose items it is, as in `unique(within = tenant)`";
                let within = options.require("within", place, missing, errors);
                within.map(|within| fields(&within, errors)).unwrap_or_default()
            }
            Value::Is(_) => {
                option.refuse("takes no value; write `unique`, or `unique(within = tenant)`", errors);
                Vec::new()
            }
        };
        Self { place, within }
    }
}

/// `within = tenant` or `within(tenant, region)`
fn fields(option: &Opt, errors: &Errors) -> Vec<Ident> {
    let names = match &option.value {
        Value::Is(field) => syn::parse2(field.clone()).ok().map(|field| vec![field]),
        Value::List(list) => list_of(list),
        Value::Word => None,
    };
    let names = names.filter(|names| !names.is_empty());
    if names.is_none() {
        option.refuse("takes fields' names, as in `within = tenant` or `within(tenant, region)`", errors);
    }
    names.unwrap_or_default()
}

fn list_of(list: &TokenStream) -> Option<Vec<Ident>> {
    let names = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(list.clone());
    Some(names.ok()?.into_iter().collect())
}
