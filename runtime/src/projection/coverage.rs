//! KW015: checks whether an index contains everything that is read from it.

use super::{PerKey, ProjectedField, Projection};
use crate::{
    Entity,
    key::{KeyPart, is_native_template, key_attribute, part_template},
    read::{Access, Is},
    schema::{EntitySchema, IndexProjection, same},
};

/// Implemented for a way to read that provides all fields of the projection `P`.
#[diagnostic::on_unimplemented(
    message = "KW015: `{P}` cannot be read from an index that does not contain all of its fields",
    label = "this index contains a part of each item, without a field of `{P}`",
    note = "an index contains its keys, the table's keys, and the attributes that its `projection` names",
    note = "declare the index with `projection = include(\"..\")` or `\"all\"`, leave the field out, or use \
        `.hydrate()`"
)]
pub trait Holds<P> {}

#[diagnostic::do_not_recommend]
impl<A, P> Holds<P> for A
where
    A: Access,
    P: Projection,
    P::Held: PerKey<A::At, Item = Is<true>>,
{
}

/// Returns whether a key of the entity (a position in [`EntitySchema::keys`]) contains all fields of a projection.
pub const fn contains_all_fields<P: Projection>(key: usize) -> bool {
    holds_all(&<P::Of as Entity>::SCHEMA, key, P::FIELDS)
}

const fn holds_all(entity: &EntitySchema, key: usize, fields: &[ProjectedField]) -> bool {
    let mut at = 0;
    while at < fields.len() {
        if let Some(place) = place(entity, fields[at].name)
            && !holds(entity, key, place)
            && !(fields[at].recover.is_some() && is_contained(entity, key, place))
        {
            return false;
        }
        at += 1;
    }
    true
}

/// Returns the index of the field of this name.
pub(crate) const fn place(entity: &EntitySchema, name: &str) -> Option<usize> {
    let mut at = 0;
    while at < entity.fields.len() {
        if same(entity.fields[at].name, name) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Returns whether the items read by a key contain a field as an attribute, under each of its names.
pub(crate) const fn holds(entity: &EntitySchema, key: usize, field: usize) -> bool {
    let field = &entity.fields[field];
    let mut aliases = field.aliases;
    while let [alias, rest @ ..] = aliases {
        if !holds_attribute(entity, key, alias) {
            return false;
        }
        aliases = rest;
    }
    !field.key_only && holds_attribute(entity, key, field.attribute)
}

/// Whether a field with this attribute is itself a part of a key.
pub(crate) const fn is_part_of(entity: &EntitySchema, key: usize, attribute: &str) -> bool {
    has_part(entity, key, KeyPart::Partition, attribute) || has_part(entity, key, KeyPart::Sort, attribute)
}

const fn has_part(entity: &EntitySchema, key: usize, part: KeyPart, attribute: &str) -> bool {
    let Some(place) = place_in(entity, key, part, attribute) else { return false };
    match part_template(entity, key, part) {
        Some(template) => match template.attribute(place) {
            Some(template) => is_native_template(entity, key, part, place, &template),
            None => false,
        },
        None => false,
    }
}

/// Returns the position of an attribute among those of a part of a key.
const fn place_in(entity: &EntitySchema, key: usize, part: KeyPart, attribute: &str) -> Option<usize> {
    let mut place = 0;
    while let Some(of) = key_attribute(entity, key, part, place) {
        if same(of.name, attribute) {
            return Some(place);
        }
        place += 1;
    }
    None
}

/// Returns whether the items read by a key contain an attribute with this name, if the stored items do.
pub(crate) const fn holds_attribute(entity: &EntitySchema, key: usize, attribute: &str) -> bool {
    // A position out of range is treated as the table. An undeclared index is reported by KW013.
    let index = if key < entity.keys.len() { entity.keys[key].index } else { None };
    let Some(index) = index else { return true };
    match entity.table.projection_of(index) {
        None | Some(IndexProjection::All) => return true,
        Some(IndexProjection::Include(names)) => {
            let mut at = 0;
            while at < names.len() {
                if same(names[at], attribute) {
                    return true;
                }
                at += 1;
            }
        }
        Some(IndexProjection::KeysOnly) => {}
    }
    is_of_key(entity, 0, attribute) || is_of_key(entity, key, attribute)
}

const fn is_of_key(entity: &EntitySchema, key: usize, attribute: &str) -> bool {
    place_in(entity, key, KeyPart::Partition, attribute).is_some()
        || place_in(entity, key, KeyPart::Sort, attribute).is_some()
}

/// Returns whether the table's key or this one contains all of a field, in every item.
const fn is_contained(entity: &EntitySchema, key: usize, field: usize) -> bool {
    key_contains(entity, 0, field) || key_contains(entity, key, field)
}

const fn key_contains(entity: &EntitySchema, key: usize, field: usize) -> bool {
    if key >= entity.keys.len() {
        return false;
    }
    let key = &entity.keys[key];
    // An older partition key can lack fields of the current one.
    (key.legacy.is_empty() && key.partition.contains_all_of(field))
        || match entity.determined_sort(key) {
            Some(sort) => sort.contains_all_of(field),
            None => false,
        }
}

/// Generates, for each index of a key, whether that key contains all fields of a projection.
#[doc(hidden)]
#[macro_export]
macro_rules! __held_by_key {
    ($projection:ident) => {
        $crate::__held_by_key!(
            $projection 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
        )
    };
    ($projection:ident $($place:literal)+) => {
        ($($crate::__private::Is<{ $crate::__private::contains_all_fields::<$projection>($place) }>,)+)
    };
}

#[cfg(test)]
mod tests;
