//! KW020: a field for the creation, change or expiry of its item with an unsuitable type.

use super::text::Text;
use crate::{
    key::FieldKind,
    schema::{EntitySchema, Purpose},
};

/// The number of decimal digits of the seconds since 1970, until the year 2286.
const DIGITS: u8 = 10;

pub(crate) const fn refusal(entity: &EntitySchema, field: usize, kind: FieldKind) -> Option<Text> {
    if entity.keys.is_empty() || field >= entity.fields.len() {
        return None;
    }
    let field = &entity.fields[field];
    let is_ttl = matches!(field.purpose, Purpose::Ttl);
    let why = match kind {
        FieldKind::Time => return None,
        FieldKind::Integer { digits, .. } if is_ttl && digits >= DIGITS => return None,
        FieldKind::Integer { .. } if is_ttl => "too small for the seconds since 1970",
        FieldKind::CivilTime => "a time without a time zone, which is not an instant",
        _ => "not a time",
    };
    let mut text = Text::opening("KW020", None);
    text.push("field `").push(field.name).push("` of ").name(entity.name);
    text.push(" is `").push(option(field.purpose)).push("`, and its type is ").push(why);
    text.line("fix").push("a time, as `DateTime<Utc>`, or an `Option` of one");
    if is_ttl {
        text.line("or").push("an integer of seconds since 1970, as `u64`");
    }
    Some(text)
}

const fn option(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Created => "created",
        Purpose::Updated => "updated",
        _ => "ttl",
    }
}

#[cfg(test)]
mod tests;
