//! Determines the form in which a field's value is written, with the defaults of its type resolved.

use keywright::{
    key::FieldKind,
    schema::{Form, TimeForm},
};

use crate::template_text::bucket_name;

/// Returns the form of a value in a key, and the texts of an enum.
///
/// Equal names mean equal bytes for equal values: for example, `time(ns)` is a time without a form, and the width of an
/// integer's type is shown in a sort key, where it decides the bytes, but not in a partition key.
pub(super) fn written(kind: Option<FieldKind>, form: Form, raw: bool, in_sort_key: bool) -> (String, Vec<String>) {
    let (base, texts) = match (kind, form) {
        (Some(FieldKind::Text), _) => ("text".to_owned(), Vec::new()),
        (Some(FieldKind::FixedText(bytes)), _) => (format!("fixed_text_{bytes}"), Vec::new()),
        // Written like any text of its width.
        (Some(FieldKind::Date), _) => ("fixed_text_10".to_owned(), Vec::new()),
        (Some(FieldKind::OneOf(texts)), _) => ("one_of".to_owned(), sorted(texts)),
        (Some(FieldKind::Integer { .. }), Form::Width(width)) => return (format!("padded({width})"), Vec::new()),
        (Some(FieldKind::Integer { digits, signed }), Form::Default) if in_sort_key => {
            return (format!("{}({digits})", if signed { "signed" } else { "padded" }), Vec::new());
        }
        (Some(FieldKind::Integer { .. }), _) => return ("integer".to_owned(), Vec::new()),
        (Some(FieldKind::Time), form) => return (format!("time({})", time_form(form)), Vec::new()),
        (Some(FieldKind::CivilTime), form) => return (civil_time(form), Vec::new()),
        (Some(FieldKind::Binary), _) => return ("bytes".to_owned(), Vec::new()),
        (None, _) => return ("nothing".to_owned(), Vec::new()),
    };
    let fold = match form {
        Form::Lower => Some("lower"),
        Form::Upper => Some("upper"),
        _ => None,
    };
    // Text of fixed width is never escaped.
    let raw = (raw && !matches!(kind, Some(FieldKind::FixedText(_) | FieldKind::Date))).then_some("raw");
    match (fold, raw) {
        (None, None) => (base, texts),
        (Some(fold), Some(raw)) => (format!("{base}({fold},{raw})"), texts),
        (Some(only), None) | (None, Some(only)) => (format!("{base}({only})"), texts),
    }
}

/// Returns the form of a value in a hash: its canonical text, independent of the template.
pub(super) fn canonical(kind: Option<FieldKind>) -> (String, Vec<String>) {
    let (form, texts) = match kind {
        Some(FieldKind::Text | FieldKind::FixedText(_) | FieldKind::Date) => ("text", Vec::new()),
        Some(FieldKind::OneOf(texts)) => ("one_of", sorted(texts)),
        Some(FieldKind::Integer { .. }) => ("integer", Vec::new()),
        // The text for a hash has a `Z` for every time.
        Some(FieldKind::Time | FieldKind::CivilTime) => ("time(ns)", Vec::new()),
        Some(FieldKind::Binary) => ("bytes", Vec::new()),
        None => ("nothing", Vec::new()),
    };
    (form.to_owned(), texts)
}

/// Returns the form of a civil time. Buckets and numbers are written like those of an instant. Other forms lack its
/// `Z`.
fn civil_time(form: Form) -> String {
    let has_zone = !matches!(form, Form::Bucket(_) | Form::Time(TimeForm::Epoch | TimeForm::EpochMillis));
    format!("{}({})", if has_zone { "civil_time" } else { "time" }, time_form(form))
}

fn time_form(form: Form) -> &'static str {
    match form {
        Form::Bucket(bucket) => bucket_name(bucket),
        Form::Time(TimeForm::Seconds) => "s",
        Form::Time(TimeForm::Millis) => "ms",
        Form::Time(TimeForm::Micros) => "us",
        Form::Time(TimeForm::Epoch) => "epoch",
        Form::Time(TimeForm::EpochMillis) => "epoch_ms",
        _ => "ns",
    }
}

fn sorted(texts: &[&str]) -> Vec<String> {
    let mut texts: Vec<_> = texts.iter().map(|&text| text.to_owned()).collect();
    texts.sort();
    texts
}
