//! Prints examples of stored keys for messages.

use super::text::Text;
use crate::{
    key::FieldKind,
    schema::{Bucket, Form, Segment, Template},
    template::{
        declared_key::Part,
        segment::{field_of, kind_of},
    },
};

/// Writes the first key that a template can write and, if there are several, the last: `LOG#2026-06-22#0 .. #9`.
///
/// Buckets are printed for one moment. Fields of unknown values are printed as placeholders.
pub(crate) const fn push_keys(text: &mut Text, part: &Part<'_>) {
    push_key(text, part, false);
    let several = match part.shard {
        Some(shard) => shard.last_count() > 1,
        None => false,
    };
    if several || has_choice(part) {
        push_key(text.push(" .. "), part, true);
    }
}

const fn has_choice(part: &Part<'_>) -> bool {
    let mut at = 0;
    while at < part.template.segments.len() {
        if let Some(FieldKind::OneOf([_, _, ..])) = kind_of(part.entity, part.template.segments[at]) {
            return true;
        }
        at += 1;
    }
    false
}

const fn push_key(text: &mut Text, part: &Part<'_>, last: bool) {
    let mut at = 0;
    while at < part.template.segments.len() {
        let segment = part.template.segments[at];
        match segment {
            Segment::Literal(literal) => text.push(literal),
            Segment::Delimiter => text.byte(part.entity.table.delimiter),
            Segment::NextAttribute(_) => text.push(Template::SEPARATOR),
            Segment::Shard { width } => match part.shard {
                Some(shard) => {
                    let number =
                        shard.first as u64 + if last { (shard.last_count() as u64).saturating_sub(1) } else { 0 };
                    text.padded(number, width as usize)
                }
                None => text.push("<shard>"),
            },
            Segment::Field { form: Form::Bucket(bucket), .. } => text.push(bucket_example(bucket)),
            Segment::Field { .. } if matches!(kind_of(part.entity, segment), Some(FieldKind::Date)) => {
                text.push(bucket_example(Bucket::Day))
            }
            Segment::Field { .. } => match (kind_of(part.entity, segment), field_of(part.entity, segment)) {
                (Some(FieldKind::OneOf([.., text_of_last])), _) if last => text.push(text_of_last),
                (Some(FieldKind::OneOf([text_of_first, ..])), _) => text.push(text_of_first),
                (_, Some(field)) => text.push("<").push(field.name).push(">"),
                (_, None) => text,
            },
        };
        at += 1;
    }
}

const fn bucket_example(bucket: Bucket) -> &'static str {
    match bucket {
        Bucket::Minute => "2026-06-22T14:05",
        Bucket::Hour => "2026-06-22T14",
        Bucket::Day => "2026-06-22",
        Bucket::Week => "2026-W26",
        Bucket::Month => "2026-06",
        Bucket::Year => "2026",
    }
}
