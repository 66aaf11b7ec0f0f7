//! Renders the text of a key from field values.

use std::fmt::Write;

use super::{KeyValue, placeholder::Placeholder, template_ref::TemplateRef, width::fixed_width};
use crate::{Error, ErrorKind, Result, schema::Segment};

/// The values of an entity's fields.
pub(crate) type ValueOf<'a, 'v> = &'a dyn Fn(u8) -> Option<KeyValue<'v>>;

impl TemplateRef<'_> {
    /// Writes the segments up to the first field or shard without a value. Returns `true` if the whole template was
    /// written.
    ///
    /// # Errors
    ///
    /// A value that cannot be part of the key: it is empty, out of range, or contains a byte that `raw` reserves.
    pub(crate) fn render(self, value: ValueOf<'_, '_>, shard: Option<u32>, out: &mut String) -> Result<bool> {
        for (at, segment) in self.template.segments.iter().enumerate() {
            match *segment {
                Segment::Literal(text) => out.push_str(text),
                Segment::Delimiter => out.push(char::from(self.entity.table.delimiter)),
                // Each attribute is written with its own template.
                Segment::NextAttribute(_) => {}
                Segment::Shard { width } => match shard {
                    Some(shard) => push_shard(shard, width, out),
                    None => return Ok(false),
                },
                Segment::Field { field, form, raw } => match value(field) {
                    Some(value) => Placeholder::new(self, at, (field, form, raw))?.write(&value, out)?,
                    None => return Ok(false),
                },
            }
        }
        Ok(true)
    }

    /// Returns the capacity to reserve for a key, so that it is allocated once.
    pub(crate) fn capacity(self, value: ValueOf<'_, '_>) -> usize {
        let of_field = |field: u8, form| {
            let kind = self.entity.fields.get(usize::from(field)).and_then(|field| field.kind);
            let varying = || value(field).map_or(0, |value| estimated_len(&value));
            kind.map_or(0, |kind| fixed_width(kind, form, self.form()).unwrap_or_else(varying))
        };
        let len_of = |segment: &Segment| match *segment {
            Segment::Literal(text) => text.len(),
            Segment::Delimiter => 1,
            Segment::NextAttribute(_) => 0,
            Segment::Shard { width } => usize::from(width.max(5)),
            Segment::Field { field, form, .. } => of_field(field, form),
        };
        self.template.segments.iter().map(len_of).sum()
    }

    /// Rejects a key that exceeds DynamoDB's length limit, and names the field with the most bytes.
    pub(crate) fn check_limit(self, value: ValueOf<'_, '_>, bytes: usize) -> Result<()> {
        let (noun, limit) = (self.part.noun(), self.part.limit());
        if bytes <= limit {
            return Ok(());
        }
        let written = |(at, segment): (usize, &Segment)| match *segment {
            Segment::Field { field, form, raw } => {
                let place = Placeholder::new(self, at, (field, form, raw)).ok()?;
                let mut text = String::new();
                place.write(&value(field)?, &mut text).ok()?;
                Some((text.len(), place.field().name))
            }
            _ => None,
        };
        let longest = self.template.segments.iter().enumerate().filter_map(written).max_by_key(|(bytes, _)| *bytes);
        let longest = longest.map_or_else(String::new, |(bytes, field)| format!(", {bytes} of them field `{field}`"));
        let message = format!(
            "the {noun} has {bytes} bytes{longest}, and DynamoDB accepts at most {limit}; shorten the value, or put \
             a hash of it into the key"
        );
        Err(Error::new(ErrorKind::KeyTooLong, message).of_entity(self.entity.name).at_key(self.template.source))
    }
}

/// Writes the number of a shard.
pub(crate) fn push_shard(shard: u32, width: u8, out: &mut String) {
    let width = usize::from(width);
    // Writing to a `String` does not fail.
    let _ = write!(out, "{shard:0width$}");
}

fn estimated_len(value: &KeyValue<'_>) -> usize {
    match value {
        KeyValue::Text(text) => text.len(),
        _ => 40,
    }
}
