//! Formats templates as text.

use keywright::schema::{Bucket, EntitySchema, Form, Segment, Template, TimeForm};

/// Returns the text that a key begins with, whatever its fields are.
pub(crate) fn leading_literal(template: &Template) -> &'static str {
    match template.segments.first() {
        Some(Segment::Literal(text)) => text,
        _ => "",
    }
}

/// Returns the template with its forms and its shard spelled out, as in `OPS_LOG#<at:day>#<shard>`.
pub(crate) fn spelled_out(entity: &EntitySchema, template: &Template) -> String {
    let mut text = String::new();
    for segment in template.segments {
        match segment {
            Segment::Literal(literal) => text.push_str(literal),
            Segment::Delimiter => text.push(char::from(entity.table.delimiter)),
            Segment::NextAttribute(_) => text.push_str(", "),
            Segment::Shard { .. } => text.push_str("<shard>"),
            Segment::Field { field, form, .. } => {
                let name = entity.fields.get(usize::from(*field)).map_or("?", |field| field.name);
                match form_name(*form) {
                    None => text.push_str(&format!("<{name}>")),
                    Some(form) => text.push_str(&format!("<{name}:{form}>")),
                }
            }
        }
    }
    text
}

fn form_name(form: Form) -> Option<String> {
    let name = match form {
        Form::Default => return None,
        Form::Bucket(bucket) => bucket_name(bucket),
        Form::Time(TimeForm::Seconds) => "s",
        Form::Time(TimeForm::Millis) => "ms",
        Form::Time(TimeForm::Micros) => "us",
        Form::Time(TimeForm::Nanos) => "ns",
        Form::Time(TimeForm::Epoch) => "epoch",
        Form::Time(TimeForm::EpochMillis) => "epoch_ms",
        Form::Plain => "plain",
        Form::Width(width) => return Some(format!("w{width}")),
        Form::Lower => "lower",
        Form::Upper => "upper",
    };
    Some(name.to_owned())
}

pub(crate) fn bucket_name(bucket: Bucket) -> &'static str {
    match bucket {
        Bucket::Minute => "minute",
        Bucket::Hour => "hour",
        Bucket::Day => "day",
        Bucket::Week => "week",
        Bucket::Month => "month",
        Bucket::Year => "year",
    }
}
