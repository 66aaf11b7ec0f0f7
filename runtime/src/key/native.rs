//! Keys that are a field: a whole template of one placeholder whose attribute is the key's own.

use super::{
    FieldKind, Integer, KeyPart, KeyScalar, KeyValue, Timestamp, number,
    place::{self, Place},
};
use crate::{
    Error, Result,
    schema::{AttributeKind, EntitySchema, Form, KeyAttribute, Segment, Template, TimeForm, same},
};

/// Whether a part of a key is a field itself, stored once and natively.
pub(crate) const fn is_native(entity: &EntitySchema, key: usize, part: KeyPart) -> bool {
    if key >= entity.keys.len() {
        return false;
    }
    let template = match part {
        KeyPart::Partition => &entity.keys[key].partition,
        KeyPart::Sort => match &entity.keys[key].sort {
            Some(template) => template,
            None => return false,
        },
    };
    is_native_template(entity, key, part, template)
}

/// The same for any template of that key, such as one of its legacy templates.
pub(crate) const fn is_native_template(entity: &EntitySchema, key: usize, part: KeyPart, template: &Template) -> bool {
    match attribute(entity, key, part) {
        Some(attribute) => is_field_itself(entity, template, attribute.name),
        None => false,
    }
}

/// Whether a template is one placeholder of a field that is stored under the attribute's name.
pub(crate) const fn is_field_itself(entity: &EntitySchema, template: &Template, attribute: &str) -> bool {
    match template.segments {
        [Segment::Field { field, .. }] if (*field as usize) < entity.fields.len() => {
            same(entity.fields[*field as usize].attribute, attribute)
        }
        _ => false,
    }
}

/// The attribute that stores a part of a key.
pub(crate) const fn attribute(entity: &EntitySchema, key: usize, part: KeyPart) -> Option<KeyAttribute> {
    if key >= entity.keys.len() {
        return None;
    }
    let (partition, sort) = match entity.keys[key].index {
        None => (entity.table.partition_key, entity.table.sort_key),
        Some(name) => match entity.table.index(name) {
            Some(index) => (index.partition_key, index.sort_key),
            None => return None,
        },
    };
    match part {
        KeyPart::Partition => Some(partition),
        KeyPart::Sort => sort,
    }
}

impl Place<'_> {
    /// The value as the key attribute stores it.
    pub(crate) fn write_native(&self, value: &KeyValue<'_>, attribute: KeyAttribute) -> Result<KeyScalar> {
        let mut text = String::with_capacity(self.fixed_width().unwrap_or_default());
        let scalar = match (attribute.kind, self.kind(), value) {
            (
                AttributeKind::S,
                FieldKind::Text | FieldKind::OneOf(_) | FieldKind::FixedText(_),
                KeyValue::Text(value),
            ) => KeyScalar::S(place::fold(self.form(), value).into_owned()),
            (AttributeKind::S, FieldKind::Time, KeyValue::Time(_)) if !self.is_epoch() => {
                self.write(value, &mut text)?;
                KeyScalar::S(text)
            }
            (AttributeKind::N, FieldKind::Time, KeyValue::Time(time)) if self.is_epoch() => {
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
            _ => return Err(self.unfit(attribute)),
        };
        if scalar.size() == 0 {
            return Err(self.refuse_empty());
        }
        if self.read_native(&scalar).as_ref() == Some(value) {
            return Ok(scalar);
        }
        Err(self.refuse(
            "would lose a part of its value in its form, and the key is its only copy; drop the form, or give the \
             field another attribute name",
        ))
    }

    /// Reads what [`write_native`](Self::write_native) wrote.
    pub(crate) fn read_native(&self, scalar: &KeyScalar) -> Option<KeyValue<'static>> {
        match (scalar, self.kind()) {
            (KeyScalar::S(text), FieldKind::Text | FieldKind::OneOf(_) | FieldKind::FixedText(_)) => {
                self.read_unescaped(text)
            }
            (KeyScalar::S(text), FieldKind::Time) if !self.is_epoch() => self.read(text),
            (KeyScalar::N(text), FieldKind::Time) if self.is_epoch() => {
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

    fn unfit(&self, attribute: KeyAttribute) -> Error {
        let name = attribute.name;
        let (found, way_out) = match self.kind() {
            FieldKind::Text | FieldKind::OneOf(_) | FieldKind::FixedText(_) => ("text", "declare it as type S"),
            FieldKind::Integer { .. } => ("a whole number", "declare it as type N"),
            FieldKind::Binary => ("bytes", "declare it as type B"),
            FieldKind::Time if self.is_epoch() => ("a time as a number", "declare it as type N"),
            FieldKind::Time => ("a time as text", "declare it as type S, or write the time as `epoch` or `epoch_ms`"),
        };
        self.refuse(format_args!("is {found}, and its attribute `{name}` has type {:?}; {way_out}", attribute.kind))
    }
}
