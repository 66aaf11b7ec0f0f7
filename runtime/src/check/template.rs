//! KW007, KW008, KW010, KW012 and KW019: the rules of one template.

mod ending;
mod form;
mod length;
mod optional;
mod order;
mod plain;
mod pointer;
mod stored_as;
mod touching;

use super::text::Text;
use crate::template::declared_key::Part;

/// The first rule that a template breaks.
pub(crate) const fn refusal(part: &Part<'_>) -> Option<Text> {
    if plain::is_plain(part) { None } else { first_refusal(part) }
}

/// Tries the rules one by one. A new rule must also hold for every plain template: extend the parts of
/// `tests/shortcuts.rs`.
const fn first_refusal(part: &Part<'_>) -> Option<Text> {
    if let Some(text) = form::refusal(part) {
        return Some(text);
    }
    if let Some(text) = optional::refusal(part) {
        return Some(text);
    }
    if let Some(text) = stored_as::refusal(part) {
        return Some(text);
    }
    if let Some(text) = touching::refusal(part) {
        return Some(text);
    }
    if let Some(text) = ending::refusal(part) {
        return Some(text);
    }
    if let Some(text) = order::refusal(part) {
        return Some(text);
    }
    length::refusal(part)
}

#[cfg(test)]
mod tests;
