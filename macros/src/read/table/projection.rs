//! `projection = "all"`, `"keys_only"` or `include("a", "b")`.

use darling::FromMeta;
use syn::{
    Ident, LitStr, Meta, Token,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

use crate::read::value::{choice, literal, refused, value};

/// The attributes of each item that an index contains in addition to the keys.
#[derive(Clone)]
pub(crate) enum IndexProjection {
    All,
    KeysOnly,
    Include(Vec<LitStr>),
}

impl FromMeta for IndexProjection {
    fn from_meta(meta: &Meta) -> darling::Result<Self> {
        if let Some(names) = value(meta).and_then(|tokens| included.parse2(tokens).ok()) {
            return Ok(Self::Include(names));
        }
        let text: Option<LitStr> = literal(meta);
        if text.is_some_and(|text| !text.value().starts_with("include")) {
            let is_whole = choice(meta, &[("all", true), ("keys_only", false)])?;
            return Ok(if is_whole == Some(false) { Self::KeysOnly } else { Self::All });
        }
        Err(refused(meta, "is one of `\"all\"`, `\"keys_only\"` and `include(\"a\", \"b\")`"))
    }
}

/// `include("a", "b")`
fn included(input: ParseStream<'_>) -> syn::Result<Vec<LitStr>> {
    let word: Ident = input.parse()?;
    if word != "include" {
        return Err(syn::Error::new(word.span(), "not `include`"));
    }
    let names;
    syn::parenthesized!(names in input);
    Ok(Punctuated::<LitStr, Token![,]>::parse_terminated(&names)?.into_iter().collect())
}
