//! The list of a table's entities: `#[entities(OpsLog, brand::Threat)]`, or `#[schema(..)]` on a separate struct.

use darling::FromMeta;
use quote::ToTokens;
use syn::{
    Attribute, DeriveInput, Meta, Path, Token,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

use super::{
    attr::{Attr, Options},
    value,
};
use crate::errors::Errors;

/// `#[schema(..)]`
pub(crate) struct Attrs {
    pub(crate) table: Option<Path>,
    pub(crate) entities: Entities,
    pub(crate) krate: Option<Path>,
}

/// The entities' paths as written, or the reason why they cannot be read.
#[derive(Default)]
pub(crate) struct Entities {
    pub(crate) paths: Vec<Path>,
    problem: Option<syn::Error>,
}

#[derive(Default, FromMeta)]
#[darling(default)]
struct SchemaAttr {
    #[darling(with = |it| value::path(it, "Platform"))]
    table: Option<Path>,
    entities: Option<Entities>,
    #[darling(rename = "crate", with = value::krate)]
    krate: Option<Path>,
}

impl Options for SchemaAttr {
    const NAMES: &'static [&'static str] = &["table", "entities", "crate"];

    fn report_within(&self, errors: &Errors) {
        self.entities.iter().for_each(|entities| entities.report(errors));
    }
}

impl Attrs {
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Option<Self> {
        let Some(attr) = Attr::<SchemaAttr>::only(&input.attrs, "schema", errors) else {
            let message = "KW020: `#[schema(..)]` is missing; add `#[schema(table = Platform, entities(OpsLog))]`";
            errors.on(&input.ident, message);
            return None;
        };
        attr.require("entities", "list the table's entities, as in `entities(OpsLog)`", errors);
        attr.require("table", "name the table, as in `table = Platform`", errors);
        let SchemaAttr { table, entities, krate } = attr.into_options();
        Some(Self { table, entities: entities.unwrap_or_default(), krate })
    }
}

impl Entities {
    /// Reads the list of `#[entities(..)]`.
    pub(crate) fn of_attribute(attribute: &Attribute, errors: &Errors) -> Self {
        let entities = Self::of(&attribute.meta, &attribute.meta);
        entities.report(errors);
        entities
    }

    fn of(meta: &Meta, value: impl ToTokens) -> Self {
        let paths =
            |input: ParseStream<'_>| Punctuated::<Path, Token![,]>::parse_terminated_with(input, Path::parse_mod_style);
        let paths = match meta {
            Meta::List(list) => paths.parse2(list.tokens.clone()),
            Meta::Path(_) | Meta::NameValue(_) => {
                let message = "KW020: `entities` needs a list in parentheses, as in `entities(OpsLog, brand::Threat)`";
                Err(syn::Error::new_spanned(value, message))
            }
        };
        match paths {
            Ok(paths) => Self { paths: paths.into_iter().collect(), problem: None },
            Err(problem) => Self { paths: Vec::new(), problem: Some(problem) },
        }
    }

    fn report(&self, errors: &Errors) {
        self.problem.iter().cloned().for_each(|problem| errors.push(problem));
    }
}

impl FromMeta for Entities {
    fn from_meta(meta: &Meta) -> darling::Result<Self> {
        Ok(Self::of(meta, value::tokens(meta)))
    }
}
