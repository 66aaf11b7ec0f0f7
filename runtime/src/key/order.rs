//! Decides whether sort keys sort like the values in them.

use super::{FieldKind, KeyPart, fixed_width};
use crate::schema::{Encoding, EntitySchema, Form, Segment, Template};

/// The highest byte that sorts before all bytes of text in a sort key.
pub(crate) const LAST_BEFORE_TEXT: u8 = b'$';

/// Why the sort keys of a template do not sort like one placeholder's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Disorder {
    /// Plain decimal: `10` before `9`.
    PlainNumber,
    /// The delimiter is escaped in text, and `%7C` sorts before letters although `|` sorts after them.
    Delimiter,
    /// The byte after the text can sort after the next character of a longer text.
    Following,
    /// Text that is not escaped is followed by another part: `Ann Lee#..` before `Ann#..`.
    Unescaped,
    /// The sort key of the index is the table's partition key.
    PartitionKey,
}

impl Disorder {
    /// Returns the text of the error for a query with a range.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::PlainNumber => {
                "the key contains it in plain decimal, where `10` sorts before `9`; write it without `plain`, or as \
                 `w8`"
            }
            Self::Delimiter => {
                "the delimiter is escaped in it, and then sorts before letters; declare a delimiter up to `$`"
            }
            Self::Unescaped => {
                "the key contains it unescaped before another part, so that `Ann Lee` can sort before `Ann`; read \
                 without a range, or put it last"
            }
            Self::PartitionKey => {
                "the index's sort key is the table's partition key, which does not contain it in its order; read \
                 without a range, or write it into a sort key of the index's own"
            }
            Self::Following => {
                "the byte that follows it can sort after letters, so that `Ann Lee` sorts before `Ann`; let a byte \
                 up to `$` follow it, or put it last"
            }
        }
    }
}

/// Returns why the sort keys of a composite template do not sort like the values of the placeholder at segment `at`, if
/// they do not.
pub(crate) const fn disorder(entity: &EntitySchema, template: &Template, at: usize) -> Option<Disorder> {
    if at >= template.segments.len() {
        return None;
    }
    let Segment::Field { field, form, raw } = template.segments[at] else {
        return None;
    };
    if field as usize >= entity.fields.len() {
        return None;
    }
    if let Some(part @ KeyPart::Partition) = template.of_table {
        return match entity.fields[field as usize].kind {
            Some(kind) if fixed_width(kind, form, part).is_none() => Some(Disorder::PartitionKey),
            _ => None,
        };
    }
    match entity.fields[field as usize].kind {
        Some(FieldKind::Integer { .. }) if matches!(form, Form::Plain) => Some(Disorder::PlainNumber),
        Some(kind) if fixed_width(kind, form, KeyPart::Sort).is_none() => {
            let raw = raw || matches!(entity.table.encoding, Encoding::Raw);
            if raw {
                // A longer text can go on with any byte, such as a space.
                return if is_last(template, at + 1) { None } else { Some(Disorder::Unescaped) };
            }
            if entity.table.delimiter > LAST_BEFORE_TEXT {
                return Some(Disorder::Delimiter);
            }
            if ends_text(entity, template, at + 1) { None } else { Some(Disorder::Following) }
        }
        _ => None,
    }
}

/// Whether no text follows in the same attribute.
const fn is_last(template: &Template, next: usize) -> bool {
    next >= template.segments.len() || matches!(template.segments[next], Segment::NextAttribute(_))
}

/// Whether the text of the segment at `next` sorts before all characters that a text can contain.
const fn ends_text(entity: &EntitySchema, template: &Template, next: usize) -> bool {
    if next >= template.segments.len() {
        return true;
    }
    match template.segments[next] {
        Segment::Literal(text) if text.is_empty() => ends_text(entity, template, next + 1),
        Segment::Literal(text) => text.as_bytes()[0] <= LAST_BEFORE_TEXT,
        Segment::Delimiter => entity.table.delimiter <= LAST_BEFORE_TEXT,
        Segment::NextAttribute(_) => true,
        Segment::Field { .. } | Segment::Shard { .. } => false,
    }
}
