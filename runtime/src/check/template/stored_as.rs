//! KW012: a value that the key's attribute cannot store.

use super::pointer::point;
use crate::{
    check::text::Text,
    key::FieldKind,
    schema::{AttributeKind, Form, Segment, TimeForm},
    template::{
        declared_key::Part,
        segment::{field_of, noun},
    },
};

pub(super) const fn refusal(part: &Part<'_>) -> Option<Text> {
    let native = part.is_native();
    match part.attribute.kind {
        AttributeKind::S => {}
        AttributeKind::N | AttributeKind::B if !native => return Some(not_native(part)),
        AttributeKind::N | AttributeKind::B => {}
    }
    let mut segments = part.template.segments;
    let mut at = 0;
    while let [segment, rest @ ..] = segments {
        let segment = *segment;
        if let Segment::Field { form, .. } = segment
            && let Some(field) = field_of(part.entity, segment)
            && let Some(kind) = field.kind
        {
            if native && !stores(part.attribute.kind, kind, form) {
                return Some(wrong_type(part, at, field.name, kind));
            }
            if !native && matches!(kind, FieldKind::Binary) {
                return Some(bytes_in_text(part, at, field.name));
            }
        }
        segments = rest;
        at += 1;
    }
    None
}

const fn stores(attribute: AttributeKind, kind: FieldKind, form: Form) -> bool {
    let is_epoch = matches!(form, Form::Time(TimeForm::Epoch | TimeForm::EpochMillis));
    match (attribute, kind) {
        (AttributeKind::S, FieldKind::Text | FieldKind::FixedText(_) | FieldKind::Date | FieldKind::OneOf(_)) => true,
        (AttributeKind::S, FieldKind::Time | FieldKind::CivilTime) => !is_epoch,
        (AttributeKind::N, FieldKind::Time | FieldKind::CivilTime) => is_epoch,
        (AttributeKind::N, FieldKind::Integer { .. }) => true,
        (AttributeKind::B, FieldKind::Binary) => true,
        _ => false,
    }
}

const fn opening(part: &Part<'_>) -> Text {
    let mut text = Text::opening("KW012", part.index);
    text.push("the ").push(part.part.noun()).push(" attribute ").name(part.attribute.name);
    text.push(match part.attribute.kind {
        AttributeKind::S => " is text (S)",
        AttributeKind::N => " is a number (N)",
        AttributeKind::B => " is bytes (B)",
    });
    text
}

const fn wanted(attribute: AttributeKind) -> &'static str {
    match attribute {
        AttributeKind::S => "text, a time, or an enum",
        AttributeKind::N => "an integer, or a time as `:epoch` or `:epoch_ms`",
        AttributeKind::B => "bytes",
    }
}

const fn not_native(part: &Part<'_>) -> Text {
    let mut text = opening(part);
    text.push(", and the template of ").name(part.entity.name).push(" writes text");
    text.line(part.derive_attribute()).push(part.template.source);
    text.line("fix").push("write one placeholder and nothing else, of a field that is stored as ");
    text.name(part.attribute.name).push(": ").push(wanted(part.attribute.kind));
    text.line("or").push("declare the attribute as text: `").push(part.derive_attribute()).push(" = ");
    text.quoted(part.attribute.name).push("`");
    text
}

const fn wrong_type(part: &Part<'_>, at: usize, field: &str, kind: FieldKind) -> Text {
    let mut text = opening(part);
    text.push(", and `").push(field).push("` of ").name(part.entity.name);
    text.push(" is ").push(noun(kind));
    point(&mut text, part, at);
    text.line("fix").push("use a field of a type that it stores: ").push(wanted(part.attribute.kind));
    text.line("or").push("declare the attribute's type: `").push(part.derive_attribute()).push("(name = ");
    text.quoted(part.attribute.name).push(", type = ");
    text.quoted(match kind {
        FieldKind::Integer { .. } => "N",
        FieldKind::Binary => "B",
        FieldKind::Time | FieldKind::CivilTime if matches!(part.attribute.kind, AttributeKind::S) => "N",
        _ => "S",
    });
    text.push(")`");
    text
}

const fn bytes_in_text(part: &Part<'_>, at: usize, field: &str) -> Text {
    let mut text = Text::opening("KW012", part.index);
    text.push("`").push(field).push("` of ").name(part.entity.name);
    text.push(" is bytes, which a composite key cannot contain");
    point(&mut text, part, at);
    text.line("fix").push("make it the whole key: an attribute of type B with the field's name");
    text.line("or").push("put it into the key as text, such as a hash in hexadecimal");
    text
}
