//! A shortcut for most templates, which satisfy all rules because of their form. It takes one pass over the segments,
//! and the rules take seven.

use super::length::MOST_OF_A_PLACEHOLDER;
use crate::{
    key::{FieldKind, LAST_BEFORE_TEXT},
    schema::{AttributeKind, Form, Segment, ShardBy, Sharding},
    template::declared_key::Part,
};

/// Returns `true` if no rule rejects this template, because each placeholder has a form of its type and is followed by
/// nothing or by a separator. If `false`, a rule may or may not reject it.
///
/// A separator sorts before all text, and is neither a digit nor the start of an escape. The loop calls no function,
/// because a call costs the compiler as much as the rest of a step.
pub(super) const fn is_plain(part: &Part<'_>) -> bool {
    const { assert!(LAST_BEFORE_TEXT < b'%' && LAST_BEFORE_TEXT < b'0') }
    let entity = part.entity;
    if entity.table.delimiter > LAST_BEFORE_TEXT
        || !matches!(part.attribute.kind, AttributeKind::S)
        || matches!(part.shard, Some(Sharding { by: ShardBy::Hash { .. }, .. }))
    {
        return false;
    }
    // A field that is the whole key may be the attribute itself, and an integer is then not text.
    let may_be_field_itself = matches!(part.template.segments, [_]);
    let mut most_bytes = 0;
    // Whether a placeholder is directly before the segment.
    let mut follows_placeholder = false;
    let mut segments = part.template.segments;
    while let [segment, rest @ ..] = segments {
        match segment {
            Segment::Literal(text) => {
                let is_separator = matches!(text.as_bytes(), [first, ..] if *first <= LAST_BEFORE_TEXT);
                if follows_placeholder && !is_separator {
                    return false;
                }
                most_bytes += text.len();
                follows_placeholder = false;
            }
            Segment::Delimiter => {
                most_bytes += MOST_OF_A_PLACEHOLDER;
                follows_placeholder = false;
            }
            Segment::Shard { .. } if !follows_placeholder => {
                most_bytes += MOST_OF_A_PLACEHOLDER;
                follows_placeholder = true;
            }
            Segment::Field { field, form, raw: false } if !follows_placeholder => {
                if *field as usize >= entity.fields.len() {
                    return false;
                }
                let field = &entity.fields[*field as usize];
                // Whether the field's type has this form, and the key's text can contain it.
                let has_form = match (field.kind, *form) {
                    (None | Some(FieldKind::Binary), _) => false,
                    (Some(FieldKind::Integer { .. }), Form::Default) => !may_be_field_itself,
                    (Some(_), Form::Default) => true,
                    (Some(FieldKind::Time | FieldKind::CivilTime), Form::Bucket(_)) => true,
                    _ => false,
                };
                if !has_form || (field.optional && part.index.is_none()) {
                    return false;
                }
                most_bytes += MOST_OF_A_PLACEHOLDER;
                follows_placeholder = true;
            }
            Segment::Shard { .. } | Segment::Field { .. } | Segment::NextAttribute(_) => return false,
        }
        segments = rest;
    }
    most_bytes <= part.part.limit()
}
