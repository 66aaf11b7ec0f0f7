//! Checks whether a stored key is the key of an item's fields.

use super::{
    FieldKind, KeyPart, KeyValue, TemplateRef,
    parse_template::{ParsedKey, ParsedValue},
    placeholder::Placeholder,
    read_shard,
    render::ValueOf,
};
use crate::schema::{Form, Segment};

/// Returns whether a part of a key has this text when it is written from these values, with any shard.
///
/// Reads check every item with this, so it allocates at most once.
pub(crate) fn is_written_as(of: TemplateRef<'_>, value: ValueOf<'_, '_>, stored: &str) -> bool {
    let (mut rest, mut written) = (stored, String::new());
    for (at, segment) in of.template.segments.iter().enumerate() {
        let tail = match *segment {
            Segment::Literal(literal) => rest.strip_prefix(literal),
            Segment::Delimiter => rest.strip_prefix(char::from(of.entity.table.delimiter)),
            // A part of the table's key has only one attribute.
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

/// Strips a value that can be compared without writing it: a time, or a text that is stored unescaped. Texts with `%`
/// are left to [`write`], because it may start an escape.
fn strip<'s>(of: TemplateRef<'_>, field: u8, form: Form, value: &KeyValue<'_>, stored: &'s str) -> Option<&'s str> {
    let kind = kind_of(of, field)?;
    let text = match value {
        KeyValue::Text(text) => text,
        KeyValue::Time(time) if kind.is_time() => return time.strip(form, kind.zone(), stored),
        _ => return None,
    };
    let is_plain = kind != FieldKind::Binary && form == Form::Default && !text.is_empty() && !text.contains('%');
    stored.strip_prefix(&**text).filter(|_| is_plain)
}

/// Writes a value in the form of the key. Writes nothing for a value that the key cannot contain.
fn write(of: TemplateRef<'_>, at: usize, (field, form, raw): (u8, Form, bool), value: &KeyValue<'_>, out: &mut String) {
    let is_written = match (value, kind_of(of, field)) {
        (KeyValue::Time(time), Some(kind)) if kind.is_time() => time.write(form, kind.zone(), of.form(), out),
        _ => Placeholder::new(of, at, (field, form, raw)).is_ok_and(|place| place.write(value, out).is_ok()),
    };
    if !is_written {
        out.clear();
    }
}

fn kind_of(of: TemplateRef<'_>, field: u8) -> Option<FieldKind> {
    of.entity.fields.get(usize::from(field))?.kind
}

impl ParsedKey {
    /// Returns the first value that differs from its field's, at the precision of the key.
    pub(crate) fn differing(&self, value: ValueOf<'_, '_>) -> Option<&ParsedValue> {
        self.values
            .iter()
            .find(|mismatched| value(mismatched.field).is_some_and(|of| !mismatched.is_of(of.into_owned())))
    }
}

impl ParsedValue {
    /// Whether this value is how the key writes a field's value.
    fn is_of(&self, value: KeyValue<'static>) -> bool {
        Self { value, form: Form::Default, field: self.field, part: KeyPart::Partition }.agrees(self)
    }
}
