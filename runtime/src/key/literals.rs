//! Compares stored keys with the literals of templates, whatever the values are.

use super::{KeyScalar, open_text::templates, scalar::ItemKey};
use crate::schema::{EntitySchema, Segment, Template};

/// Returns whether a stored key has every literal of this entity's table key, at least one, whatever its values are.
pub(crate) fn has_literals_of(entity: &'static EntitySchema, stored: &ItemKey) -> bool {
    let Some(key) = entity.keys.first() else { return false };
    let delimiter = entity.table.delimiter;
    let has = |template: &Template, scalar: &KeyScalar| {
        let values = scalar.values();
        values.len() == template.attributes()
            && values.iter().enumerate().all(|(place, value)| match (template.attribute(place), value.as_s()) {
                (Some(template), Some(text)) => has_literals(template.segments, delimiter, text),
                // A number or bytes, which are a field.
                (_, None) => true,
                (None, Some(_)) => false,
            })
    };
    let sort = match (&key.sort, &stored.sort) {
        (Some(template), Some(sort)) => has(template, sort),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    let is_named = |template: &Template| {
        template.segments.iter().any(|segment| matches!(segment, Segment::Literal(text) if !text.is_empty()))
    };
    let sort_is_named = key.sort.as_ref().is_some_and(is_named);
    sort && templates(key).any(|template| (sort_is_named || is_named(template)) && has(template, &stored.partition))
}

/// Whether a text consists of the literals of a template, in order, with any text in place of its values.
fn has_literals(segments: &[Segment], delimiter: u8, text: &str) -> bool {
    let mut literals = vec![String::new()];
    for segment in segments {
        match (segment, literals.last_mut()) {
            (Segment::Literal(text), Some(last)) => last.push_str(text),
            (Segment::Delimiter, Some(last)) => last.push(char::from(delimiter)),
            (Segment::Field { .. } | Segment::Shard { .. }, _) => literals.push(String::new()),
            (Segment::NextAttribute(_), _) | (_, None) => {}
        }
    }
    let [first, between @ .., last] = literals.as_slice() else {
        return literals.first().is_some_and(|whole| whole == text);
    };
    let Some(mut rest) = text.strip_prefix(first.as_str()).and_then(|rest| rest.strip_suffix(last.as_str())) else {
        return false;
    };
    between.iter().all(|literal| match rest.split_once(literal.as_str()) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}
