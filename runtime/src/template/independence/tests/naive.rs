//! The definitions of [`independence`] and [`joint_field`], field by field.

use crate::{
    key::{KeyPart, is_native_template, part_template},
    schema::{EntitySchema, KeySchema, Purpose},
    template::{
        independence::{Independence, feeds_keys_only, has_rendered, is_hashed, is_optional},
        segment::mentions,
    },
};

const PARTS: [KeyPart; 2] = [KeyPart::Partition, KeyPart::Sort];

/// Returns how an update can change this field, which is part of index keys but not of the table's key.
pub(super) fn independence(entity: &EntitySchema, field: u8) -> Independence {
    let mut in_place = feeds_keys_only(entity, field);
    let mut key = 1;
    while key < entity.keys.len() {
        if joint_field(entity, key, field).is_some() {
            return Independence::Joint;
        }
        let mut at = 0;
        while at < PARTS.len() {
            in_place &= !is_rendered_from(entity, key, PARTS[at], field);
            at += 1;
        }
        let schema = &entity.keys[key];
        in_place &= !is_part_of_older_key(schema, field);
        in_place &= !(changes(schema) && (is_part_of(schema, PARTS[0], field) || is_part_of(schema, PARTS[1], field)));
        key += 1;
    }
    if in_place { Independence::InPlace } else { Independence::Alone }
}

/// Returns whether attributes of this part of an index key depend on the field, except one that is itself the field.
/// Fields of the table's key never change, and are not included.
///
/// If one field determines whether the item is in the index, how many shards there are, or which template is written,
/// both parts depend on all such fields.
pub(super) fn feeds(entity: &EntitySchema, key: usize, part: KeyPart, field: u8) -> bool {
    if is_of_table_key(entity, field) || key >= entity.keys.len() {
        return false;
    }
    let schema = &entity.keys[key];
    let decides = changes(schema) || is_optional(entity, field);
    is_rendered_from(entity, key, part, field)
        || decides && is_part_of(schema, part, field) && shares_inputs(entity, key)
}

/// Returns whether the rendered attributes of both parts of an index key depend on one set of fields. This is the case
/// if one field can be absent, which removes all rendered attributes, or if the number of shards or the template
/// depends on a time.
pub(super) fn shares_inputs(entity: &EntitySchema, key: usize) -> bool {
    let schema = &entity.keys[key];
    if changes(schema) {
        return true;
    }
    let mut field = 0;
    while field < entity.fields.len() && field <= u8::MAX as usize {
        let place = field as u8;
        let is_part = is_part_of(schema, PARTS[0], place) || is_part_of(schema, PARTS[1], place);
        if is_part && is_optional(entity, place) && !is_of_table_key(entity, place) {
            return has_rendered(entity, key);
        }
        field += 1;
    }
    false
}

/// Returns whether an attribute of this part, or its shard, is computed from the field.
fn is_rendered_from(entity: &EntitySchema, key: usize, part: KeyPart, field: u8) -> bool {
    let schema = &entity.keys[key];
    if matches!(part, KeyPart::Partition)
        && (is_hashed(schema.shard, field) || (schema.since.is_some() && is_part_of_older_key(schema, field)))
    {
        return true;
    }
    let Some(template) = part_template(entity, key, part) else { return false };
    let mut place = 0;
    while let Some(of) = template.attribute(place) {
        if mentions(&of, field) && !is_native_template(entity, key, part, place, &of) {
            return true;
        }
        place += 1;
    }
    false
}

/// Returns a field on which an attribute of this index key depends together with `field`. Ignores the time of the
/// update, because each update sets it.
pub(super) fn joint_field(entity: &EntitySchema, key: usize, field: u8) -> Option<u8> {
    let is_whole = shares_inputs(entity, key);
    let mut at = 0;
    while at < PARTS.len() {
        let other = if feeds(entity, key, PARTS[at], field) { other_of(entity, key, PARTS[at], field) } else { None };
        let other = match other {
            None if is_whole && feeds(entity, key, PARTS[at], field) => other_of(entity, key, PARTS[1 - at], field),
            other => other,
        };
        if other.is_some() {
            return other;
        }
        at += 1;
    }
    None
}

/// Returns whether the attributes that depend on these fields depend on no other field that an update must set.
pub(super) fn is_group(entity: &EntitySchema, fields: &[u8]) -> bool {
    let is_given =
        |field: u8| fields.contains(&field) || matches!(entity.fields[usize::from(field)].purpose, Purpose::Updated);
    (1..entity.keys.len()).all(|key| {
        [(PARTS[0], PARTS[1]), (PARTS[1], PARTS[0])].into_iter().all(|(own, other)| {
            let depends = |field: u8| {
                feeds(entity, key, own, field) || (shares_inputs(entity, key) && feeds(entity, key, other, field))
            };
            let is_touched = fields.iter().any(|field| feeds(entity, key, own, *field));
            !is_touched || (0..entity.fields.len() as u8).all(|field| !depends(field) || is_given(field))
        })
    })
}

fn other_of(entity: &EntitySchema, key: usize, part: KeyPart, field: u8) -> Option<u8> {
    let mut other = 0;
    while other < entity.fields.len() && other <= u8::MAX as usize {
        let is_set_automatically = matches!(entity.fields[other].purpose, Purpose::Updated);
        if other != field as usize && !is_set_automatically && feeds(entity, key, part, other as u8) {
            return Some(other as u8);
        }
        other += 1;
    }
    None
}

fn is_of_table_key(entity: &EntitySchema, field: u8) -> bool {
    match entity.keys {
        [table, ..] => is_part_of(table, PARTS[0], field) || is_part_of(table, PARTS[1], field),
        [] => false,
    }
}

/// Returns whether this part of a key contains the field or uses it for its shard.
fn is_part_of(key: &KeySchema, part: KeyPart, field: u8) -> bool {
    match (part, &key.sort) {
        (KeyPart::Partition, _) => {
            mentions(&key.partition, field)
                || is_hashed(key.shard, field)
                || (key.since.is_some() && is_part_of_older_key(key, field))
        }
        (KeyPart::Sort, Some(sort)) => mentions(sort, field),
        (KeyPart::Sort, None) => false,
    }
}

fn is_part_of_older_key(key: &KeySchema, field: u8) -> bool {
    let mut at = 0;
    while at < key.legacy.len() {
        let older = &key.legacy[at];
        if mentions(&older.partition, field) || is_hashed(older.shard, field) {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns whether the number of shards or the template of a write depends on the key's time.
fn changes(key: &KeySchema) -> bool {
    key.since.is_some() || matches!(key.shard, Some(sharding) if !sharding.grow.is_empty())
}
