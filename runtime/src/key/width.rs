//! Determines which placeholders have a fixed width.

use super::{FieldKind, KeyPart, time::width_of};
use crate::schema::{EntitySchema, Form, Segment, Template};

/// Returns the fixed number of bytes of a placeholder, or `None` if its width depends on the value.
///
/// Values of fixed width need no delimiter: they are neither escaped nor decoded.
pub(crate) const fn fixed_width(kind: FieldKind, form: Form, part: KeyPart) -> Option<usize> {
    match kind {
        FieldKind::Text | FieldKind::OneOf(_) | FieldKind::Binary => None,
        FieldKind::FixedText(bytes) => Some(bytes as usize),
        FieldKind::Date => Some(10),
        FieldKind::Integer { digits, signed } => match (form, part) {
            (Form::Width(width), _) => Some(width as usize),
            (Form::Default, KeyPart::Sort) => Some(digits as usize + signed as usize),
            _ => None,
        },
        FieldKind::Time | FieldKind::CivilTime => width_of(form, kind.zone(), part),
    }
}

/// The text between the end of a placeholder and the next one of variable width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Following {
    /// The number of bytes of fixed-width placeholders, including padded shards, that come first.
    pub(crate) fixed: usize,
    /// The first byte of the literal or delimiter after them, which ends the placeholder's value.
    pub(crate) byte: Option<u8>,
}

/// Returns the text that follows the segment at `at`.
pub(crate) const fn following(entity: &EntitySchema, template: &Template, part: KeyPart, at: usize) -> Following {
    let mut fixed = 0;
    let mut next = at + 1;
    while next < template.segments.len() {
        match template.segments[next] {
            Segment::Literal(text) => {
                if !text.is_empty() {
                    return Following { fixed, byte: Some(text.as_bytes()[0]) };
                }
            }
            Segment::Delimiter => return Following { fixed, byte: Some(entity.table.delimiter) },
            Segment::NextAttribute(_) => return Following { fixed, byte: None },
            Segment::Shard { width: 0 } => return Following { fixed, byte: None },
            Segment::Shard { width } => fixed += width as usize,
            Segment::Field { field, form, .. } => {
                if field as usize >= entity.fields.len() {
                    return Following { fixed, byte: None };
                }
                let width = match entity.fields[field as usize].kind {
                    Some(kind) => fixed_width(kind, form, part),
                    None => None,
                };
                match width {
                    Some(width) => fixed += width,
                    None => return Following { fixed, byte: None },
                }
            }
        }
        next += 1;
    }
    Following { fixed, byte: None }
}
