//! The list of a table's entities: `#[entities(OpsLog, brand::Threat)]`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Attribute, Meta, Path, Token,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
    spanned::Spanned,
};

use crate::{
    errors::Errors,
    options::{Opt, Value},
    spans::{check_at, lint_at},
};

/// The entities' paths as written, each once.
#[derive(Default)]
pub(crate) struct Entities(Vec<Path>);

impl Entities {
    /// The list of `#[entities(..)]`.
    pub(crate) fn of_attribute(attribute: &Attribute, errors: &Errors) -> Self {
        match &attribute.meta {
            Meta::List(list) => Self::parse(list.tokens.clone(), errors),
            meta => Self::unlisted(meta, errors),
        }
    }

    /// The list of the option `entities(..)`.
    pub(crate) fn of_option(option: &Opt, errors: &Errors) -> Self {
        match &option.value {
            Value::List(tokens) => Self::parse(tokens.clone(), errors),
            _ => Self::unlisted(option, errors),
        }
    }

    fn unlisted(place: impl ToTokens, errors: &Errors) -> Self {
        errors.on(place, "KW020: `entities` takes a list in parentheses, as in `entities(OpsLog, brand::Threat)`");
        Self::default()
    }

    fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let paths =
            |input: ParseStream| Punctuated::<Path, Token![,]>::parse_terminated_with(input, Path::parse_mod_style);
        let mut listed: Vec<Path> = Vec::new();
        for path in errors.ok(paths.parse2(tokens)).into_iter().flatten() {
            let text = path.to_token_stream().to_string();
            match listed.iter().find(|other| other.to_token_stream().to_string() == text) {
                Some(first) => check_listed_once(first, &path, errors),
                None => listed.push(path),
            }
        }
        Self(listed)
    }

    /// `impl Schema for HOLDER`
    pub(crate) fn expand_list(&self, table: &Path, holder: &Ident) -> TokenStream {
        let entities = self.0.iter().map(|path| quote_spanned!(name(path)=> __kw::listed_entity::<#table, #path>()));
        quote! {
            #[automatically_derived]
            impl __kw::Schema for #holder {
                type Table = #table;
                const ENTITIES: &'static [&'static __kw::EntitySchema] =
                    &[#(#entities),*];
            }
        }
    }

    /// The checks across the entities, each at its entity's name in the list. `levels` are the holder's lint levels.
    pub(crate) fn expand_checks(&self, holder: &Ident, levels: &[Attribute]) -> TokenStream {
        let list = quote!(<#holder as __kw::Schema>::ENTITIES);
        let mut checks = TokenStream::new();
        for (at, path) in self.0.iter().enumerate() {
            let span = name(path);
            let at = Literal::usize_unsuffixed(at);
            checks.extend(check_at(span, quote!(__kw::check::collisions(#list, #at))));
            checks.extend(check_at(span, quote!(__kw::check::summed_peaks(#list, #at))));
            let margin = quote!(__kw::lint::KW004::<{ __kw::check::summed_margin(#list, #at) }>::NO_MARGIN;);
            checks.extend(lint_at(span, levels, margin));
        }
        checks
    }
}

/// The place of the entity's own name, the last of its path.
fn name(path: &Path) -> Span {
    path.segments.last().map_or_else(|| path.span(), |segment| segment.ident.span())
}

// An entity that is compared with itself collides in every key.
fn check_listed_once(first: &Path, second: &Path, errors: &Errors) {
    let mut error = syn::Error::new_spanned(second, "KW020: this entity is listed twice; keep one of the two");
    error.combine(syn::Error::new_spanned(first, "first listed here"));
    errors.push(error);
}
