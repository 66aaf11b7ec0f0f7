//! `hash(a, b)` of shards, and `hash(a, top_share = 0.3)`.

use darling::Result;
use syn::{Ident, Meta, Token, punctuated::Punctuated};

use crate::read::value::{refused, share};

/// The fields of a hash, and the share of their most frequent values.
#[derive(Default)]
pub(crate) struct HashAttr {
    pub(crate) fields: Vec<Ident>,
    pub(crate) top_share: Option<f64>,
}

/// Reads the arguments of `hash`.
pub(super) fn hashed(option: &Meta) -> Result<Option<HashAttr>> {
    let mut hash = HashAttr::default();
    let Meta::List(list) = option else { return Ok(Some(hash)) };
    let arguments = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    for argument in arguments.map_err(|_| needs_fields(option))? {
        match argument {
            Meta::Path(path) => hash.fields.push(path.get_ident().ok_or_else(|| needs_fields(option))?.clone()),
            Meta::NameValue(named) if named.path.is_ident("top_share") && hash.top_share.is_none() => {
                hash.top_share = share(&Meta::NameValue(named))?;
            }
            Meta::NameValue(_) | Meta::List(_) => return Err(needs_fields(option)),
        }
    }
    Ok(Some(hash))
}

fn needs_fields(option: &Meta) -> darling::Error {
    refused(option, "needs field names, as in `hash(id), count = 10` or `hash(id, top_share = 0.2), count = 10`")
}
