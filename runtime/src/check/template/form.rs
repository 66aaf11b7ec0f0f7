//! KW008: a spec that does not fit the field's type.

use super::pointer::point;
use crate::{
    check::text::Text,
    key::FieldKind,
    schema::{Form, Segment, TimeForm},
    template::{
        declared_key::Part,
        segment::{bucket_name, field_of, noun},
    },
};

pub(super) const fn refusal(part: &Part<'_>) -> Option<Text> {
    let mut segments = part.template.segments;
    let mut at = 0;
    while let [segment, rest @ ..] = segments {
        let segment = *segment;
        if let Segment::Field { form, raw, .. } = segment
            && !matches!((form, raw), (Form::Default, false))
            && let Some(field) = field_of(part.entity, segment)
            && let Some(kind) = field.kind
            && let Some((wanted, fix)) = misfit(form, raw, kind)
        {
            let mut text = Text::opening("KW008", part.index);
            text.push("`");
            push_form(&mut text, form);
            text.push("` is a spec for ").push(wanted).push(", but `").push(field.name).push("` of ");
            text.name(part.entity.name).push(" is ").push(noun(kind));
            point(&mut text, part, at);
            text.line("fix").push("drop the spec: `<").push(field.name).push(">`");
            text.line("or").push(fix);
            return Some(text);
        }
        segments = rest;
        at += 1;
    }
    None
}

/// Returns the types that the spec is for, and a fix, if the spec is not for this type.
const fn misfit(form: Form, raw: bool, kind: FieldKind) -> Option<(&'static str, &'static str)> {
    let is_text = matches!(kind, FieldKind::Text | FieldKind::FixedText(_) | FieldKind::Date);
    match (form, kind) {
        (Form::Default, _) if raw && !is_text && !matches!(kind, FieldKind::OneOf(_)) => {
            Some(("text", "name a field of type `String`"))
        }
        (Form::Default, _) | (Form::Bucket(_) | Form::Time(_), FieldKind::Time | FieldKind::CivilTime) => None,
        (Form::Plain | Form::Width(_), FieldKind::Integer { .. }) => None,
        (Form::Lower | Form::Upper, _) if is_text => None,
        (Form::Bucket(_) | Form::Time(_), _) => {
            Some(("times", "name a field of a time type of `chrono`, `time` or `jiff`"))
        }
        (Form::Plain | Form::Width(_), _) => Some(("whole numbers", "name a field of an integer type")),
        (Form::Lower | Form::Upper, _) => Some(("text", "name a field of type `String`")),
    }
}

const fn push_form(text: &mut Text, form: Form) {
    let name = match form {
        Form::Default => "raw",
        Form::Bucket(bucket) => bucket_name(bucket),
        Form::Time(TimeForm::Seconds) => "s",
        Form::Time(TimeForm::Millis) => "ms",
        Form::Time(TimeForm::Micros) => "us",
        Form::Time(TimeForm::Nanos) => "ns",
        Form::Time(TimeForm::Epoch) => "epoch",
        Form::Time(TimeForm::EpochMillis) => "epoch_ms",
        Form::Plain => "plain",
        Form::Width(width) => {
            text.push("w").number(width as u64);
            return;
        }
        Form::Lower => "lower",
        Form::Upper => "upper",
    };
    text.push(name);
}
