//! What the design has and this version does not.

use proc_macro2::Span;

use crate::errors::Errors;

/// Each as messages name it, with what to do meanwhile.
const LATER: [(&str, &str); 4] = [
    ("`created`", "set the field before `put`"),
    ("`updated`", "set the field before `put`"),
    ("`sensitive`", "keep such a value out of keys, which errors and traces show"),
    ("`ttl`", "store the time in a field, in seconds since 1970, and enable TTL on the table itself"),
];

/// Those that stand on fields.
pub(super) const ON_FIELDS: [&str; 4] = ["created", "updated", "sensitive", "ttl"];

/// Refuses what comes later (KW020).
pub(crate) fn refuse(place: Span, what: &str, errors: &Errors) {
    let meanwhile = LATER.iter().find(|(later, _)| *later == what).map_or("leave it out", |(_, meanwhile)| meanwhile);
    errors
        .at(place, format!("KW020: {what} is part of the design, but not yet of this version; until then {meanwhile}"));
}
