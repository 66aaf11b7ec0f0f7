//! Reads a key attribute: `pk = "PK"`, `pk(name = "deviceId", type = "S")`, `sk = none`.

use proc_macro2::TokenStream;
use syn::{Lit, LitStr, Token, parse::Parser, punctuated::Punctuated};

use super::model::{KeyAttribute, Variant};
use crate::{
    errors::Errors,
    options::{Opt, Options, Value},
};

/// Whose key attribute it is.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Owner {
    Table,
    Index,
}

const TYPES: [(&str, Variant); 3] = [("S", "S"), ("N", "N"), ("B", "B")];

/// A key attribute of type `S`.
pub(crate) fn string(name: LitStr) -> KeyAttribute {
    KeyAttribute { name, kind: "S" }
}

/// `pk`; unreadable, it is `default`.
pub(crate) fn partition(option: &Opt, owner: Owner, default: LitStr, errors: &Errors) -> KeyAttribute {
    if option.is_word("none") {
        option.refuse("cannot be `none`: every table and every index has a partition key; name its attribute", errors);
        return string(default);
    }
    attribute(option, owner, errors).unwrap_or_else(|| string(default))
}

/// `sk`, which may be `none`; unreadable, it is `default`.
pub(crate) fn sort(option: &Opt, owner: Owner, default: LitStr, errors: &Errors) -> Option<KeyAttribute> {
    if option.is_word("none") {
        return None;
    }
    Some(attribute(option, owner, errors).unwrap_or_else(|| string(default)))
}

/// `sk` of a local index; unreadable, it is `default`.
pub(crate) fn local_sort(option: &Opt, default: LitStr, errors: &Errors) -> KeyAttribute {
    if option.is_word("none") {
        option.refuse("cannot be `none`: a local index is another sort key; name its attribute", errors);
        return string(default);
    }
    attribute(option, Owner::Table, errors).unwrap_or_else(|| string(default))
}

fn attribute(option: &Opt, owner: Owner, errors: &Errors) -> Option<KeyAttribute> {
    match &option.value {
        Value::List(names) if several(names) => {
            refuse_several(option, owner, errors);
            None
        }
        Value::List(tokens) => named(option, tokens, errors),
        Value::Is(_) | Value::Word => option.text(example(option), errors).map(string),
    }
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

/// Whether it is the list of a multi-attribute key: `("A", "B")`.
fn several(tokens: &TokenStream) -> bool {
    Punctuated::<Lit, Token![,]>::parse_terminated.parse2(tokens.clone()).is_ok_and(|names| !names.is_empty())
}

fn refuse_several(option: &Opt, owner: Owner, errors: &Errors) {
    let name = &option.name;
    match owner {
        Owner::Table => {
            let message = format!("is one attribute in a table; write `{name} = \"{}\"`", example(option));
            option.refuse(&message, errors);
        }
        Owner::Index => {
            let message = format!(
                "of several attributes is not yet supported; until then write `{name} = \"..\"` here, and put \
                 the fields into one template on the entity, as in `{name} = \"<a>#<b>\"`"
            );
            option.refuse(&message, errors);
        }
    }
}
