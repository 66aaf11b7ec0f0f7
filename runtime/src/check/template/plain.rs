//! A shortcut: most templates satisfy all rules because of their form. One pass over the segments shows it; the rules
//! take seven.

use super::length::most_bytes;
use crate::{
    key::{FieldKind, LAST_BEFORE_TEXT},
    schema::{AttributeKind, Field, Form, Segment, ShardBy, Sharding},
    template::{declared_key::Part, segment::field_of},
};

/// Whether no rule refuses this template, because each placeholder has a form of its type and nothing or a separator
/// behind it. `false` decides nothing.
pub(super) const fn is_plain(part: &Part<'_>) -> bool {
    let delimiter = part.entity.table.delimiter;
    if !separates(delimiter)
        || !matches!(part.attribute.kind, AttributeKind::S)
        || matches!(part.shard, Some(Sharding { by: ShardBy::Hash { .. }, .. }))
        || most_bytes(part.template.segments) > part.part.limit()
    {
        return false;
    }
    // A field that is the whole key may be the attribute itself, and an integer is then not text.
    let may_be_field_itself = matches!(part.template.segments, [_]);
    let mut segments = part.template.segments;
    while let [segment, rest @ ..] = segments {
        match segment {
            Segment::Literal(_) | Segment::Delimiter => {}
            Segment::NextAttribute(_) => return false,
            Segment::Shard { .. } if !is_ended(rest) => return false,
            Segment::Shard { .. } => {}
            Segment::Field { form, raw, .. } => {
                let Some(field) = field_of(part.entity, *segment) else { return false };
                let fits = has_form(field, *form, may_be_field_itself) && !(field.optional && part.index.is_none());
                if *raw || !fits || !is_ended(rest) {
                    return false;
                }
            }
        }
        segments = rest;
    }
    true
}

/// Whether this form is one of the field's type, and text of the key can contain it.
const fn has_form(field: &Field, form: Form, may_be_field_itself: bool) -> bool {
    match (field.kind, form) {
        (None | Some(FieldKind::Binary), _) => false,
        (Some(FieldKind::Integer { .. }), Form::Default) => !may_be_field_itself,
        (Some(_), Form::Default) | (Some(FieldKind::Time | FieldKind::CivilTime), Form::Bucket(_)) => true,
        _ => false,
    }
}

/// Whether a placeholder of any type ends before these segments, and sorts by its value.
const fn is_ended(following: &[Segment]) -> bool {
    match following {
        [] | [Segment::Delimiter, ..] => true,
        [Segment::Literal(text), ..] => matches!(text.as_bytes(), [first, ..] if separates(*first)),
        _ => false,
    }
}

/// Whether a byte sorts before all text, and is neither a digit nor the start of an escape.
const fn separates(byte: u8) -> bool {
    const { assert!(LAST_BEFORE_TEXT < b'%' && LAST_BEFORE_TEXT < b'0') }
    byte <= LAST_BEFORE_TEXT
}
