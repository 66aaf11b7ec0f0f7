//! Whether a stored key is the key of an item's fields.

use super::{
    FieldKind, KeyPart, KeyValue, TemplateRef,
    parse::{ParsedKey, ParsedValue},
    placeholder::Placeholder,
    read_shard,
    render::ValueOf,
};
use crate::schema::{Form, Segment};

/// Whether a part of a key is this text when it is written from these values, whatever its shard.
///
/// This is what reads compare every item with, so it allocates at most once.
pub(crate) fn is_written_as(of: TemplateRef<'_>, value: ValueOf<'_, '_>, stored: &str) -> bool {
    let (mut rest, mut written) = (stored, String::new());
    for (at, segment) in of.template.segments.iter().enumerate() {
        let tail = match *segment {
            Segment::Literal(literal) => rest.strip_prefix(literal),
            Segment::Delimiter => rest.strip_prefix(char::from(of.entity.table.delimiter)),
            // The table's key has one attribute for each part.
            Segment::NextAttribute(_) => None,
            Segment::Shard { width } => {
                let next = of.template.segments.iter().skip(at + 1).find(|next| **next != Segment::Literal(""));
                read_shard(rest, width, next, of.entity.table.delimiter).map(|(_, tail)| tail)
            }
            Segment::Field { field, form, raw } => {
                let Some(value) = value(field) else { return false };
                match strip(of, field, form, &value, rest) {
                    Some(tail) => Some(tail),
                    None => {
                        written.clear();
                        write(of, at, (field, form, raw), &value, &mut written);
                        rest.strip_prefix(written.as_str())
                    }
                }
            }
        };
        let Some(tail) = tail else { return false };
        rest = tail;
    }
    rest.is_empty()
}

/// What follows a value that can be compared without writing it: a time, or a text that stands in the key as it is. A
/// `%` may be an escape, and is left to [`write`].
fn strip<'s>(of: TemplateRef<'_>, field: u8, form: Form, value: &KeyValue<'_>, stored: &'s str) -> Option<&'s str> {
    let text = match value {
        KeyValue::Text(text) => text,
        KeyValue::Time(time) => return time.strip(form, stored),
        _ => return None,
    };
    let is_text = of.entity.fields.get(usize::from(field))?.kind != Some(FieldKind::Binary);
    let is_plain = is_text && form == Form::Default && !text.is_empty() && !text.contains('%');
    stored.strip_prefix(&**text).filter(|_| is_plain)
}

/// Writes a value as the key has it; nothing for a value that the key cannot have.
fn write(of: TemplateRef<'_>, at: usize, (field, form, raw): (u8, Form, bool), value: &KeyValue<'_>, out: &mut String) {
    let is_written = match value {
        KeyValue::Time(time) => time.write(form, of.part, out),
        _ => Placeholder::new(of, at, (field, form, raw)).is_ok_and(|place| place.write(value, out).is_ok()),
    };
    if !is_written {
        out.clear();
    }
}

impl ParsedKey {
    /// The first value that differs from the one of its field, as far as the key tells.
    pub(crate) fn differing(&self, value: ValueOf<'_, '_>) -> Option<&ParsedValue> {
        self.values.iter().find(|told| value(told.field).is_some_and(|of| !told.is_of(of.into_owned())))
    }
}

impl ParsedValue {
    /// Whether a field of this value is written as it stands here.
    fn is_of(&self, value: KeyValue<'static>) -> bool {
        Self { value, form: Form::Default, field: self.field, part: KeyPart::Partition }.agrees(self)
    }
}
