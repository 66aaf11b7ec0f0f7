//! Properties of the segments of a template.

use crate::{
    key::{FieldKind, KeyPart, fixed_width},
    schema::{Bucket, EntitySchema, Field, Segment, Sharding, Template},
};

/// Returns the field of a placeholder. `None` for other segments.
pub(crate) const fn field_of(entity: &EntitySchema, segment: Segment) -> Option<&Field> {
    match segment {
        Segment::Field { field, .. } if (field as usize) < entity.fields.len() => Some(&entity.fields[field as usize]),
        _ => None,
    }
}

/// Returns the type of a placeholder's field.
pub(crate) const fn kind_of(entity: &EntitySchema, segment: Segment) -> Option<FieldKind> {
    match field_of(entity, segment) {
        Some(field) => field.kind,
        None => None,
    }
}

/// Returns the fixed number of bytes of a segment, or `None` if it varies.
pub(crate) const fn segment_width(
    entity: &EntitySchema,
    segment: Segment,
    part: KeyPart,
    shard: Option<Sharding>,
) -> Option<usize> {
    match segment {
        Segment::Literal(text) => Some(text.len()),
        // Nothing can be between two attributes. For comparisons this counts as a byte that no key contains.
        Segment::Delimiter | Segment::NextAttribute(_) => Some(1),
        Segment::Shard { width } => {
            let digits = shard_digits(shard);
            if width as usize >= digits { Some(width as usize) } else { None }
        }
        Segment::Field { form, .. } => match kind_of(entity, segment) {
            Some(kind) => fixed_width(kind, form, part),
            None => None,
        },
    }
}

/// Returns the number of digits of the highest shard number.
pub(crate) const fn shard_digits(shard: Option<Sharding>) -> usize {
    match shard {
        Some(shard) => {
            let last = shard.first as u64 + (shard.last_count() as u64).saturating_sub(1);
            match last.checked_ilog10() {
                Some(log) => log as usize + 1,
                None => 1,
            }
        }
        None => 1,
    }
}

/// Returns whether the template has a placeholder for this field.
pub(crate) const fn mentions(template: &Template, wanted: u8) -> bool {
    let mut segments = template.segments;
    while let [segment, rest @ ..] = segments {
        if let Segment::Field { field, .. } = segment
            && *field == wanted
        {
            return true;
        }
        segments = rest;
    }
    false
}

/// Returns the name of a field's type in messages.
pub(crate) const fn noun(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Text => "text",
        FieldKind::FixedText(_) => "text of fixed width",
        FieldKind::Date => "a date",
        FieldKind::Integer { .. } => "a whole number",
        FieldKind::OneOf(_) => "a `bool` or an enum",
        FieldKind::Time => "a time",
        FieldKind::CivilTime => "a time without a time zone",
        FieldKind::Binary => "bytes",
    }
}

/// Returns the name of a bucket in a template.
pub(crate) const fn bucket_name(bucket: Bucket) -> &'static str {
    match bucket {
        Bucket::Minute => "minute",
        Bucket::Hour => "hour",
        Bucket::Day => "day",
        Bucket::Week => "week",
        Bucket::Month => "month",
        Bucket::Year => "year",
    }
}
