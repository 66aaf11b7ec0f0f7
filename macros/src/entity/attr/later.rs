//! What the design has and this version does not.

use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, spanned::Spanned};

use crate::{
    errors::Errors,
    options::{Options, all},
};

/// Each as messages name it, with what to do meanwhile.
const LATER: [(&str, &str); 11] = [
    ("`grow`", "raise the count, and keep the old keys readable with `legacy(template = \"..\", shards = N)`"),
    ("a second `legacy`", "keep the one that still holds items, and copy the items of the other"),
    ("`#[lsi]`", "declare a `#[gsi(..)]` whose partition key is the table's"),
    ("a multi-attribute key", "put both into one template, as in `pk = \"<a>#<b>\"`"),
    ("`version`", "count in a field of your own, and compare it in a condition"),
    ("`unique`", "write an entity whose key is the unique value, in the same transaction"),
    ("`counter`", "increment the attribute by an update of your own"),
    ("`created`", "set the field before `put`"),
    ("`updated`", "set the field before `put`"),
    ("`sensitive`", "keep such a value out of keys, which errors and traces show"),
    ("`ttl`", "store the time in a field, in seconds since 1970, and enable TTL on the table itself"),
];

const ON_FIELDS: [&str; 7] = ["version", "unique", "counter", "created", "updated", "sensitive", "ttl"];

/// Refuses what comes later (KW020).
pub(crate) fn refuse(place: Span, what: &str, errors: &Errors) {
    let meanwhile = LATER.iter().find(|(later, _)| *later == what).map_or("leave it out", |(_, meanwhile)| meanwhile);
    errors
        .at(place, format!("KW020: {what} is part of the design, but not yet of this version; until then {meanwhile}"));
}

/// Refuses our attributes where they stand on fields (KW020).
pub(crate) fn refuse_on_fields(input: &DeriveInput, errors: &Errors) {
    let Data::Struct(data) = &input.data else { return };
    for attribute in data.fields.iter().flat_map(|field| &field.attrs) {
        refuse_on_field(attribute, errors);
    }
}

fn refuse_on_field(attribute: &Attribute, errors: &Errors) {
    for name in ["pk", "sk", "shard", "gsi", "lsi", "peak"] {
        if attribute.path().is_ident(name) {
            let message =
                format!("KW020: `#[{name}]` stands on the struct, not on a field; its template names the fields");
            errors.at(attribute.path().span(), message);
        }
    }
    for attribute in all(std::slice::from_ref(attribute), "entity") {
        let mut options = Options::of(attribute, &ON_FIELDS, errors);
        for name in ON_FIELDS {
            if let Some(option) = options.take(name) {
                refuse(option.span(), &format!("`{name}`"), errors);
            }
        }
    }
}
