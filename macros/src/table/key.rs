//! Reads a key attribute: `pk = "PK"`, `pk(name = "deviceId", type = "S")`, `sk = none`; of an index, also several:
//! `sk("round", (name = "score", type = "N"))`.

use proc_macro2::TokenStream;
use syn::{
    LitStr, Token,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
    token::Paren,
};

use super::model::{KeyAttribute, KeyAttributes, Variant};
use crate::{
    errors::Errors,
    options::{Opt, Options, Value},
};

/// The most attributes of a part of an index's key.
const MOST: usize = 4;

const TYPES: [(&str, Variant); 3] = [("S", "S"), ("N", "N"), ("B", "B")];

/// A key attribute of type `S`.
pub(crate) fn string(name: LitStr) -> KeyAttribute {
    KeyAttribute { name, kind: "S" }
}

/// `pk` of a table; unreadable, it is `default`.
pub(crate) fn partition(option: &Opt, default: LitStr, errors: &Errors) -> KeyAttribute {
    if is_no_partition_key(option, errors) {
        return string(default);
    }
    attribute(option, errors).unwrap_or_else(|| string(default))
}

/// `pk` of an index.
pub(crate) fn partition_of_index(option: &Opt, default: LitStr, errors: &Errors) -> KeyAttributes {
    if is_no_partition_key(option, errors) {
        return string(default).into();
    }
    attributes(option, errors).unwrap_or_else(|| string(default).into())
}

fn is_no_partition_key(option: &Opt, errors: &Errors) -> bool {
    let none = option.is_word("none");
    if none {
        option.refuse("cannot be `none`: every table and every index has a partition key; name its attribute", errors);
    }
    none
}

/// `sk` of a table, which may be `none`; unreadable, it is `default`.
pub(crate) fn sort(option: &Opt, default: LitStr, errors: &Errors) -> Option<KeyAttribute> {
    if option.is_word("none") {
        return None;
    }
    Some(attribute(option, errors).unwrap_or_else(|| string(default)))
}

/// `sk` of an index.
pub(crate) fn sort_of_index(option: &Opt, default: LitStr, errors: &Errors) -> Option<KeyAttributes> {
    if option.is_word("none") {
        return None;
    }
    Some(attributes(option, errors).unwrap_or_else(|| string(default).into()))
}

/// `sk` of a local index; unreadable, it is `default`.
pub(crate) fn local_sort(option: &Opt, default: LitStr, errors: &Errors) -> KeyAttribute {
    if option.is_word("none") {
        option.refuse("cannot be `none`: a local index is another sort key; name its attribute", errors);
        return string(default);
    }
    attribute(option, errors).unwrap_or_else(|| string(default))
}

/// One attribute.
fn attribute(option: &Opt, errors: &Errors) -> Option<KeyAttribute> {
    match &option.value {
        Value::List(tokens) if several(tokens).is_some() => {
            let name = &option.name;
            let message =
                format!("is one attribute in a table and in a local index; write `{name} = \"{}\"`", example(option));
            option.refuse(&message, errors);
            None
        }
        Value::List(tokens) => named(option, tokens, errors),
        Value::Is(_) | Value::Word => option.text(example(option), errors).map(string),
    }
}

/// One attribute or several.
fn attributes(option: &Opt, errors: &Errors) -> Option<KeyAttributes> {
    let list = match &option.value {
        Value::List(tokens) => several(tokens),
        Value::Is(_) | Value::Word => None,
    };
    let Some(list) = list else { return attribute(option, errors).map(KeyAttributes::from) };
    if list.len() > MOST {
        let message = format!(
            "KW013: `{}` names {} attributes, and a part of an index's key has at most {MOST}; put two fields into one \
             template on the entity, as in `\"<a>#<b>\"`",
            option.name,
            list.len()
        );
        errors.on(option, message);
    }
    let read = |attribute| match attribute {
        Several::Text(name) => Some(string(name)),
        Several::Named(tokens) => named(option, &tokens, errors),
    };
    let mut attributes = list.into_iter().take(MOST).filter_map(read);
    Some(KeyAttributes { first: attributes.next()?, more: attributes.collect() })
}

fn named(option: &Opt, tokens: &TokenStream, errors: &Errors) -> Option<KeyAttribute> {
    let key = option.name.to_string();
    let example = example(option);
    let mut options = Options::parse(tokens.clone(), &key, &["name", "type"], errors);
    let kind = options.take("type").and_then(|option| option.choice(&TYPES, errors)).unwrap_or("S");
    let add = format!("write `{key}(name = {example:?}, type = \"{kind}\")`");
    let name = options.require("name", option.span(), &add, errors)?;
    Some(KeyAttribute { name: name.text(example, errors)?, kind })
}

fn example(option: &Opt) -> &'static str {
    if option.name == "sk" { "SK" } else { "PK" }
}

/// One of several attributes: `"round"` or `(name = "round", type = "N")`.
enum Several {
    Text(LitStr),
    Named(TokenStream),
}

impl Parse for Several {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(Paren) {
            let tokens;
            syn::parenthesized!(tokens in input);
            return tokens.parse().map(Self::Named);
        }
        input.parse().map(Self::Text)
    }
}

/// The list of a multi-attribute key: `("A", "B")`; `None` if it is none.
fn several(tokens: &TokenStream) -> Option<Vec<Several>> {
    let list = Punctuated::<Several, Token![,]>::parse_terminated.parse2(tokens.clone()).ok()?;
    (!list.is_empty()).then(|| list.into_iter().collect())
}
