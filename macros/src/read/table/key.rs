//! A key attribute: `pk = "PK"`, `pk(name = "deviceId", type = "S")`, `sk = none`. In an index there can be several:
//! `sk("round", (name = "score", type = "N"))`.

use darling::FromMeta;
use proc_macro2::{Ident, TokenStream};
use syn::{
    LitStr, Meta, Token,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
    token::Paren,
};

use super::Variant;
use crate::{
    errors::Errors,
    read::{
        attr::{Attr, Options},
        value::{self, NamedValue, bare_word, name, text},
    },
};

/// How a key is written.
pub(crate) enum KeyForm {
    None,
    Text(LitStr),
    Named(Attr<NamedKey>),
    Several(Vec<KeyForm>),
}

/// `(name = "deviceId", type = "S")`
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct NamedKey {
    #[darling(with = |it| value::text(it, "deviceId"))]
    pub(crate) name: Option<LitStr>,
    #[darling(rename = "type", with = |it| value::choice(it, &[("S", "S"), ("N", "N"), ("B", "B")]))]
    pub(crate) kind: Option<Variant>,
}

impl Options for NamedKey {
    const NAMES: &'static [&'static str] = &["name", "type"];
}

impl FromMeta for KeyForm {
    fn from_meta(meta: &Meta) -> darling::Result<Self> {
        let option = name(meta);
        match meta {
            Meta::List(list) => Ok(match several.parse2(list.tokens.clone()) {
                Ok(several) if !several.is_empty() => {
                    Self::Several(several.into_iter().map(|one| one.form(&option)).collect())
                }
                _ => Self::named(list.tokens.clone(), &option),
            }),
            _ if bare_word(meta).is_some_and(|word| word == "none") => Ok(Self::None),
            _ => Ok(text(meta, example(&option))?.map_or(Self::None, Self::Text)),
        }
    }
}

impl KeyForm {
    fn named(tokens: TokenStream, option: &Ident) -> Self {
        Self::Named(Attr::parse(tokens, &option.to_string(), option.span()))
    }
}

/// Reports the unreadable parts of a key.
pub(super) fn report(key: &NamedValue<KeyForm>, errors: &Errors) {
    let one = std::slice::from_ref(&key.value);
    let several = if let KeyForm::Several(several) = &key.value { several } else { one };
    for form in several {
        let KeyForm::Named(attr) = form else { continue };
        attr.report(errors);
        let (option, kind) = (&key.name, attr.kind.unwrap_or("S"));
        attr.require("name", &format!("write `{option}(name = {:?}, type = \"{kind}\")`", example(option)), errors);
    }
}

fn example(option: &Ident) -> &'static str {
    if option == "sk" { "SK" } else { "PK" }
}

/// The attributes of a multi-attribute key: `("A", "B")`.
fn several(input: ParseStream<'_>) -> syn::Result<Punctuated<OneOfSeveral, Token![,]>> {
    Punctuated::parse_terminated(input)
}

/// One of several attributes: `"round"` or `(name = "round", type = "N")`.
enum OneOfSeveral {
    Text(LitStr),
    Named(TokenStream),
}

impl OneOfSeveral {
    fn form(self, option: &Ident) -> KeyForm {
        match self {
            Self::Text(name) => KeyForm::Text(name),
            Self::Named(tokens) => KeyForm::named(tokens, option),
        }
    }
}

impl Parse for OneOfSeveral {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Paren) {
            let tokens;
            syn::parenthesized!(tokens in input);
            return tokens.parse().map(Self::Named);
        }
        input.parse().map(Self::Text)
    }
}
