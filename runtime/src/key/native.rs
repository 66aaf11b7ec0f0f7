//! Keys that are themselves a field: the template is one placeholder, and the field's attribute is the key's.

use super::{
    FieldKind, Integer, KeyPart, KeyScalar, KeyValue, Timestamp,
    placeholder::{self, Placeholder},
};
use crate::{
    Error, Result,
    attributes::number,
    schema::{
        AttributeKind, EntitySchema, Form, IndexSchema, KeyAttribute, KeyAttributes, Segment, Template, TimeForm, same,
    },
};

/// Returns whether a part of a key is itself a field, which is stored once and in its native type.
pub(crate) const fn is_native(entity: &EntitySchema, key: usize, part: KeyPart) -> bool {
    match part_template(entity, key, part) {
        Some(template) => is_native_template(entity, key, part, 0, &template),
        None => false,
    }
}

/// Returns the template of a part of a key.
pub(crate) const fn part_template(entity: &EntitySchema, key: usize, part: KeyPart) -> Option<Template> {
    if key >= entity.keys.len() {
        return None;
    }
    match part {
        KeyPart::Partition => Some(entity.keys[key].partition),
        KeyPart::Sort => entity.keys[key].sort,
    }
}

/// Returns whether the attribute at this position in a part is itself a field, for one of its templates: the current
/// one or a legacy one.
pub(crate) const fn is_native_template(
    entity: &EntitySchema,
    key: usize,
    part: KeyPart,
    place: usize,
    template: &Template,
) -> bool {
    // Checked first, because looking up the attribute is slower and few templates are one field.
    if !matches!(template.segments, [Segment::Field { .. }]) {
        return false;
    }
    match attribute(entity, key, part, place) {
        Some(attribute) => is_field_itself(entity, template, attribute.name),
        None => false,
    }
}

/// Returns whether a template is one placeholder of a field that is stored under the attribute's name.
pub(crate) const fn is_field_itself(entity: &EntitySchema, template: &Template, attribute: &str) -> bool {
    match template.segments {
        [Segment::Field { field, .. }] if (*field as usize) < entity.fields.len() => {
            same(entity.fields[*field as usize].attribute, attribute)
        }
        _ => false,
    }
}

/// Returns the attributes that store a part of a key.
pub(crate) const fn attributes(entity: &EntitySchema, key: usize, part: KeyPart) -> Option<KeyAttributes> {
    if key >= entity.keys.len() {
        return None;
    }
    let table = entity.table;
    let index = match entity.keys[key].index {
        None => IndexSchema::of_table(table),
        Some(name) => match table.index(name) {
            Some(index) => index,
            None => return None,
        },
    };
    match part {
        KeyPart::Partition => Some(index.partition_key),
        KeyPart::Sort => index.sort_key,
    }
}

/// Returns the attribute at this position.
pub(crate) const fn attribute(entity: &EntitySchema, key: usize, part: KeyPart, place: usize) -> Option<KeyAttribute> {
    match attributes(entity, key, part) {
        Some(attributes) => attributes.at(place),
        None => None,
    }
}

impl Placeholder<'_> {
    /// Converts the value to the native type of the key attribute.
    pub(crate) fn write_native(&self, value: &KeyValue<'_>, attribute: KeyAttribute) -> Result<KeyScalar> {
        let mut text = String::with_capacity(self.fixed_width().unwrap_or_default());
        let scalar = match (attribute.kind, self.kind(), value) {
            (AttributeKind::S, _, KeyValue::Text(value)) if !self.has_width(value) => {
                return Err(self.refuse_text(value));
            }
            (
                AttributeKind::S,
                FieldKind::Text | FieldKind::OneOf(_) | FieldKind::FixedText(_) | FieldKind::Date,
                KeyValue::Text(value),
            ) => KeyScalar::S(placeholder::fold(self.form(), value).into_owned()),
            (AttributeKind::S, kind, KeyValue::Time(_)) if kind.is_time() && !self.is_epoch() => {
                self.write(value, &mut text)?;
                KeyScalar::S(text)
            }
            (AttributeKind::N, kind, KeyValue::Time(time)) if kind.is_time() && self.is_epoch() => {
                self.check_time(*time)?;
                time.epoch(self.form()).write_plain(&mut text);
                KeyScalar::N(text)
            }
            (AttributeKind::N, FieldKind::Integer { .. }, KeyValue::Integer(integer)) => {
                if !number::is_exact(integer.magnitude()) {
                    return Err(self.refuse("has more than the 38 digits of DynamoDB's numbers; use a smaller number"));
                }
                integer.write_plain(&mut text);
                KeyScalar::N(text)
            }
            (AttributeKind::B, FieldKind::Binary, KeyValue::Binary(bytes)) => KeyScalar::B(bytes.to_vec()),
            _ => return Err(self.type_mismatch(attribute)),
        };
        if scalar.size() == 0 {
            return Err(self.refuse_empty());
        }
        let kept = match value {
            KeyValue::Time(time) if self.field().truncated => &KeyValue::Time(time.truncated(self.form())),
            value => value,
        };
        if self.read_native(&scalar).as_ref() == Some(kept) {
            return Ok(scalar);
        }
        Err(self.refuse(match value {
            KeyValue::Time(_) => {
                "would lose a part of its time in its form, and the key is its only copy; write `#[entity(trunc)]` on \
                 the field to drop that part, or remove the form"
            }
            _ => {
                "would lose a part of its value in its form, and the key is its only copy; remove the form, or give \
                 the field another attribute name"
            }
        }))
    }

    /// Reads the output of [`write_native`](Self::write_native).
    pub(crate) fn read_native(&self, scalar: &KeyScalar) -> Option<KeyValue<'static>> {
        match (scalar, self.kind()) {
            (KeyScalar::S(text), _) if !self.has_width(text) => None,
            (KeyScalar::S(text), FieldKind::Text | FieldKind::OneOf(_) | FieldKind::FixedText(_) | FieldKind::Date) => {
                self.read_unescaped(text)
            }
            (KeyScalar::S(text), kind) if kind.is_time() && !self.is_epoch() => self.read(text),
            (KeyScalar::N(text), kind) if kind.is_time() && self.is_epoch() => {
                Timestamp::parse(text, self.form(), KeyPart::Partition).map(KeyValue::Time)
            }
            (KeyScalar::N(text), FieldKind::Integer { .. }) => Integer::parse_plain(text).map(KeyValue::Integer),
            (KeyScalar::B(bytes), FieldKind::Binary) => Some(KeyValue::Binary(bytes.clone().into())),
            _ => None,
        }
    }

    fn is_epoch(&self) -> bool {
        matches!(self.form(), Form::Time(TimeForm::Epoch | TimeForm::EpochMillis))
    }

    fn type_mismatch(&self, attribute: KeyAttribute) -> Error {
        let name = attribute.name;
        let (found, fix) = match self.kind() {
            FieldKind::Text | FieldKind::OneOf(_) | FieldKind::FixedText(_) | FieldKind::Date => {
                ("text", "declare it as type S")
            }
            FieldKind::Integer { .. } => ("a whole number", "declare it as type N"),
            FieldKind::Binary => ("bytes", "declare it as type B"),
            FieldKind::Time | FieldKind::CivilTime if self.is_epoch() => ("a time as a number", "declare it as type N"),
            FieldKind::Time | FieldKind::CivilTime => {
                ("a time as text", "declare it as type S, or write the time as `epoch` or `epoch_ms`")
            }
        };
        self.refuse(format_args!("is {found}, and its attribute `{name}` has type {:?}; {fix}", attribute.kind))
    }
}
