//! The rules of fields in keys. An item must be written under the key under which it was read.

use super::describe_place_of;
use crate::{
    errors::Errors,
    model::entity::{Entity, Field, Key},
};

pub(super) fn check(entity: &Entity<'_>, errors: &Errors) {
    for (place, field) in (0..=u8::MAX).zip(&entity.fields.stored) {
        if let Some(key) = entity.keys.iter().find(|key| key.fields().contains(&place)) {
            check_default(field, key, errors);
        }
    }
}

/// KW023: an item that lacks the field would be read as the item of another key. `None` is allowed because it is the
/// usual value of a field of a sparse index, and a time of the item because its absence has a defined meaning.
fn check_default(field: &Field<'_>, key: &Key, errors: &Errors) {
    let Some(place) = field.default.filter(|_| !field.defaults_to_none && !field.is_time()) else { return };
    let fix = match key.index {
        None => "drop `default`: an item without the attribute is read with what its key says",
        Some(_) => {
            "drop `default`: an item without the attribute is read with what its keys say; for a new field of older \
             items, make it an `Option`"
        }
    };
    let message = format!(
        "KW023: `{}` is part of the key of {}, and an item without its attribute would be read with a default and \
         written again under the key of that default; {fix}",
        field.name,
        describe_place_of(key)
    );
    errors.at(place, message);
}
