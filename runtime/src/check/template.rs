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

/// The error of the first rule that a template breaks.
pub(crate) const fn refusal(part: &Part<'_>) -> Option<Text> {
    if plain::is_plain(part) { None } else { first_refusal(part) }
}

/// Checks the rules in order. Every plain template must also satisfy a new rule: extend the parts in
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
