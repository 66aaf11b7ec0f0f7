//! Reads `#[gsi(name, pk, sk, projection)]` and `#[lsi(name, sk, projection)]`.

use quote::ToTokens;
use syn::{
    Attribute, Ident, LitStr, Token,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
    spanned::Spanned,
};

use super::{
    key,
    model::{Index, LocalIndex, Projection},
};
use crate::{
    errors::Errors,
    options::{Opt, Options},
};

const OPTIONS: [&str; 4] = ["name", "pk", "sk", "projection"];
const LOCAL_OPTIONS: [&str; 3] = ["name", "sk", "projection"];

/// The index; `None` where its name cannot be told. What else is unreadable is replaced by its default.
pub(crate) fn read(attribute: &Attribute, errors: &Errors) -> Option<Index> {
    let place = attribute.path().span();
    let mut options = Options::of(attribute, &OPTIONS, errors);
    let name = options.require("name", place, "name the index, as in `name = \"GSI1\"`", errors);
    let name = name.and_then(|option| option.text("GSI1", errors));
    let named = name.as_ref().map_or_else(|| "GSI1".to_owned(), LitStr::value);
    let default = |key| LitStr::new(&format!("{named}{key}"), place);

    let add = format!("name the attribute of its partition key, as in `pk = \"{named}PK\"`");
    let index = Index {
        partition_key: match options.require("pk", place, &add, errors) {
            Some(option) => key::partition_of_index(&option, default("PK"), errors),
            None => key::string(default("PK")).into(),
        },
        sort_key: options.take("sk").and_then(|option| key::sort_of_index(&option, default("SK"), errors)),
        projection: options
            .take("projection")
            .and_then(|option| read_projection(&option, errors))
            .unwrap_or(Projection::All),
        name: name?,
    };
    Some(index)
}

/// The local index; `None` where its name cannot be told.
pub(crate) fn read_local(attribute: &Attribute, errors: &Errors) -> Option<LocalIndex> {
    let place = attribute.path().span();
    let mut options = Options::of(attribute, &LOCAL_OPTIONS, errors);
    let name = options.require("name", place, "name the index, as in `name = \"LSI1\"`", errors);
    let name = name.and_then(|option| option.text("LSI1", errors));
    let default =
        || LitStr::new(&format!("{}SK", name.as_ref().map_or_else(|| "LSI1".to_owned(), LitStr::value)), place);
    let add = "name the attribute of its sort key, as in `sk = \"created\"`; its partition key is the table's";
    let sort_key = match options.require("sk", place, add, errors) {
        Some(option) => key::local_sort(&option, default(), errors),
        None => key::string(default()),
    };
    let projection = options.take("projection").and_then(|option| read_projection(&option, errors));
    Some(LocalIndex { place, sort_key, projection: projection.unwrap_or(Projection::All), name: name? })
}

fn read_projection(option: &Opt, errors: &Errors) -> Option<Projection> {
    let tokens = option.to_token_stream();
    if let Ok(names) = included.parse2(tokens.clone()) {
        return Some(Projection::Include(names));
    }
    match syn::parse2::<LitStr>(tokens) {
        Ok(text) if !text.value().starts_with("include") => {
            let choices = [("all", Projection::All), ("keys_only", Projection::KeysOnly)];
            option.choice(&choices, errors)
        }
        _ => {
            option.refuse("is one of `\"all\"`, `\"keys_only\"` and `include(\"a\", \"b\")`", errors);
            None
        }
    }
}

/// `include("a", "b")`
fn included(input: ParseStream) -> syn::Result<Vec<LitStr>> {
    let word: Ident = input.parse()?;
    if word != "include" {
        return Err(syn::Error::new(word.span(), "not `include`"));
    }
    let names;
    syn::parenthesized!(names in input);
    Ok(Punctuated::<LitStr, Token![,]>::parse_terminated(&names)?.into_iter().collect())
}
