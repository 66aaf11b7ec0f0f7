//! Converts an attribute of a key to a template.

use super::field::{Field, Type};
use crate::audit::{KeyAttributeAudit, KeyPart, PartAudit};

/// Returns the template of an attribute, if its fields can be written in the format of the stored values.
///
/// `field` is the position of the field of a value.
pub(super) fn template(
    attribute: &KeyAttributeAudit,
    parts: &[PartAudit],
    delimiter: char,
    fields: &[Field],
    mut field: impl FnMut(usize) -> Option<usize>,
) -> Option<String> {
    let mut texts = Vec::new();
    for part in &attribute.parts {
        texts.push(match part {
            KeyPart::Literal(literal) => literal.replace('<', "<<"),
            KeyPart::Value(position) => {
                let field = fields.get(field(*position)?)?;
                field.of.placeholder(&field.name, parts.get(*position)?)?
            }
        });
    }
    Some(texts.join(&delimiter.to_string()))
}

/// Returns whether an attribute consists of one value only.
pub(super) fn is_value(attribute: &KeyAttributeAudit) -> bool {
    matches!(attribute.parts[..], [KeyPart::Value(_)])
}

/// Returns the position of a value among the parts of an attribute.
pub(super) fn value_position(attribute: &KeyAttributeAudit, value: usize) -> Option<usize> {
    attribute.parts.iter().position(|part| *part == KeyPart::Value(value))
}

/// Returns whether a value is the first part of an attribute, or its last value.
pub(super) fn is_prefix_or_suffix(attribute: &KeyAttributeAudit, value: usize) -> bool {
    attribute.parts.first() == Some(&KeyPart::Value(value)) || values(attribute).last() == Some(value)
}

/// Returns the values of an attribute.
pub(super) fn values(attribute: &KeyAttributeAudit) -> impl Iterator<Item = usize> + '_ {
    attribute.parts.iter().filter_map(|part| match part {
        KeyPart::Value(position) => Some(*position),
        KeyPart::Literal(_) => None,
    })
}

/// Returns the word before a value, after which the value can be named.
pub(super) fn preceding_word(attribute: &KeyAttributeAudit, value: usize) -> Option<&str> {
    let at = value_position(attribute, value)?;
    let before = attribute.parts.get(at.checked_sub(1)?)?;
    match before {
        KeyPart::Literal(literal) if literal.bytes().any(|byte| byte.is_ascii_alphabetic()) => Some(literal),
        _ => None,
    }
}

/// Names a value that has no word before it.
pub(super) fn called(of: Type, attribute: &KeyAttributeAudit) -> String {
    match of {
        Type::Date => "date".to_owned(),
        Type::Instant(_) => "time".to_owned(),
        Type::Unsigned => "number".to_owned(),
        _ if is_value(attribute) => format!("{}_value", super::names::snake(&attribute.name)),
        _ => "text".to_owned(),
    }
}
