//! `#[lsi(index, query, sk)]`: another sort key under the table's partition key.

use syn::{Attribute, Ident, LitStr, spanned::Spanned};

use super::value::{filled_text, word};
use crate::{
    errors::Errors,
    options::Options,
    template::{Template, parse},
};

const OPTIONS: [&str; 3] = ["index", "query", "sk"];

/// What the entity writes into a local index.
pub(crate) struct LocalAttr {
    pub(crate) index: LitStr,
    pub(crate) query: Ident,
    pub(crate) sort: Template,
}

impl LocalAttr {
    /// `None` where its query function or its template cannot be told.
    pub(crate) fn of(attribute: &Attribute, errors: &Errors) -> Option<Self> {
        let mut options = Options::of(attribute, &OPTIONS, errors);
        let place = attribute.path().span();
        let index =
            options.require("index", place, "name a local index of the table, as in `index = \"LSI1\"`", errors);
        let index = index.and_then(|option| filled_text(&option, "LSI1", errors));
        let query = options.require("query", place, "name the query function, as in `query = by_amount`", errors);
        let query = query.and_then(|option| word(&option, "by_amount", errors));
        let add = "write its sort key, as in `sk = \"<amount>\"`; its partition key is the table's";
        let sort = options.require("sk", place, add, errors).and_then(|option| option.text("<amount>", errors));
        let sort = sort.map(|text| parse(&text, errors));
        // Beside the error: the query function is generated all the same.
        Some(Self { index: index.unwrap_or_else(|| LitStr::new("", place)), query: query?, sort: sort? })
    }
}
