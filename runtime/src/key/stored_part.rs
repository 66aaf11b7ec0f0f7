//! Which forms contain only a part of the value that items store.

use super::{KeyPart, is_native_template, part_template};
use crate::schema::{EntitySchema, Form, Segment, TimeForm};

const PARTS: [KeyPart; 2] = [KeyPart::Partition, KeyPart::Sort];

/// Returns whether a form contains only a part of the values of a field that items store: a bucket, less precision, or
/// another case.
///
/// A `ttl` is stored in whole seconds, and a `trunc` field with the digits of the key attribute that is itself the
/// field.
pub(crate) const fn is_stored_part(entity: &EntitySchema, place: usize, form: Form) -> bool {
    if place >= entity.fields.len() || !entity.fields[place].is_lossy(form) {
        return false;
    }
    match (form, native_digits(entity, place)) {
        (Form::Time(_), Some(stored)) if entity.fields[place].truncated => digits(form) < stored,
        _ => true,
    }
}

/// Returns the digits of a second in the key attributes that are the field itself: the fewest of all. `None` if there
/// is no such attribute.
pub(crate) const fn native_digits(entity: &EntitySchema, field: usize) -> Option<u8> {
    let (mut fewest, mut key) = (None, 0);
    while key < entity.keys.len() {
        let mut at = 0;
        while at < PARTS.len() {
            fewest = match (fewest, native_in(entity, key, PARTS[at], field)) {
                (Some(fewest), Some(digits)) if fewest < digits => Some(fewest),
                (fewest, None) => fewest,
                (_, digits) => digits,
            };
            at += 1;
        }
        key += 1;
    }
    fewest
}

const fn native_in(entity: &EntitySchema, key: usize, part: KeyPart, field: usize) -> Option<u8> {
    let Some(template) = part_template(entity, key, part) else { return None };
    let mut place = 0;
    while let Some(of) = template.attribute(place) {
        if let [Segment::Field { field: named, form, .. }] = of.segments
            && *named as usize == field
            && is_native_template(entity, key, part, place, &of)
        {
            return Some(digits(*form));
        }
        place += 1;
    }
    None
}

/// Returns the digits of a second that a form keeps.
pub(crate) const fn digits(form: Form) -> u8 {
    match form {
        Form::Bucket(_) | Form::Time(TimeForm::Seconds | TimeForm::Epoch) => 0,
        Form::Time(TimeForm::Millis | TimeForm::EpochMillis) => 3,
        Form::Time(TimeForm::Micros) => 6,
        _ => 9,
    }
}
