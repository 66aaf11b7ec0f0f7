//! Determines which fields the attributes of an index key depend on, and whether one field determines them.
//!
//! A field that is itself a key's attribute is stored once, so changing it never leaves a stale attribute. All other
//! attributes of index keys are rendered from fields, and must be written together with them.

use super::field_set::FieldSet;
use crate::{
    key::{KeyPart, is_native_template, key_attribute, part_template},
    schema::{EntitySchema, KeySchema, Purpose, Segment, ShardBy, Sharding, Template, same},
};

/// The ways in which an update can change a field that is part of index keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Independence {
    /// Only together with other fields on which an index key also depends.
    Joint = 0,
    /// By a new value, which determines its index keys.
    Alone = 1,
    /// Also in place, because the field is itself the attribute of its index keys.
    InPlace = 2,
}

/// Returns how an update can change this field, which is part of index keys but not of the table's key.
pub(crate) const fn independence(entity: &EntitySchema, field: u8) -> Independence {
    if is_plainly_alone(entity, field) {
        return Independence::Alone;
    }
    let mut in_place = true;
    let fixed = fixed_fields(entity);
    let mut key = 1;
    while key < entity.keys.len() {
        let schema = &entity.keys[key];
        let fields = KeyFields::of(schema);
        if fields.partition.has(field) || fields.sort.has(field) {
            let has_alone = fields.has_alone(entity, schema, fixed, field);
            if !has_alone && Inputs::of_fields(entity, key, &fields, fixed).joint_field(entity, field).is_some() {
                return Independence::Joint;
            }
            in_place = in_place && !changes(schema) && !fields.renders(entity, key, field);
        }
        in_place &= !fields.older.has(field);
        key += 1;
    }
    // Checked last, because few fields are themselves attributes of keys, and this check reads all fields.
    if in_place && feeds_keys_only(entity, field) { Independence::InPlace } else { Independence::Alone }
}

/// Whether the field is the whole template wherever an index key contains it, and is rendered at least once. A fast
/// path that decides most fields in one pass over the segments. `false` means undecided.
const fn is_plainly_alone(entity: &EntitySchema, field: u8) -> bool {
    let mut rendered_at = None;
    let mut key = 1;
    while key < entity.keys.len() {
        let schema = &entity.keys[key];
        if schema.shard.is_some() || schema.since.is_some() || !schema.legacy.is_empty() {
            return false;
        }
        let mut part = KeyPart::Partition;
        let mut template = Some(&schema.partition);
        while let Some(of) = template {
            let mut segments = of.segments;
            while let [segment, rest @ ..] = segments {
                if let Segment::Field { field: other, .. } = segment {
                    if *other as usize >= entity.fields.len() || entity.fields[*other as usize].optional {
                        return false;
                    }
                    if *other == field {
                        if of.segments.len() != 1 {
                            return false;
                        }
                        rendered_at = Some((key, part, of));
                    }
                }
                segments = rest;
            }
            (part, template) = match part {
                KeyPart::Partition => (KeyPart::Sort, schema.sort.as_ref()),
                KeyPart::Sort => (part, None),
            };
        }
        key += 1;
    }
    match rendered_at {
        Some((key, part, template)) => !is_native_template(entity, key, part, 0, template),
        None => false,
    }
}

/// The fields of a key.
struct KeyFields {
    /// The fields of the partition key and its shard, and those of older keys if the key has a `since`.
    partition: FieldSet,
    sort: FieldSet,
    /// The fields of the older partition keys and of their shards.
    older: FieldSet,
}

impl KeyFields {
    const fn of(key: &KeySchema) -> Self {
        let older = fields_of_older_keys(key);
        let partition = FieldSet::of_template(&key.partition).union(FieldSet::hashed(key.shard));
        Self {
            partition: if key.since.is_some() { partition.union(older) } else { partition },
            sort: match &key.sort {
                Some(sort) => FieldSet::of_template(sort),
                None => FieldSet::EMPTY,
            },
            older,
        }
    }

    const fn all(&self) -> FieldSet {
        self.partition.union(self.sort)
    }

    /// Whether an attribute of the key is computed from a field that is not part of the table's key.
    const fn renders(&self, entity: &EntitySchema, key: usize, field: u8) -> bool {
        (self.partition.has(field) && rendered_partition(entity, key, self).has(field))
            || (self.sort.has(field) && rendered_part(entity, key, KeyPart::Sort).has(field))
    }

    /// Whether the field is the only one of its part that can change, and each part depends only on its own fields. A
    /// fast path that is sufficient for most keys and reads no attributes. `false` means undecided.
    const fn has_alone(&self, entity: &EntitySchema, key: &KeySchema, fixed: FieldSet, field: u8) -> bool {
        !changes(key)
            && optional(entity, self.all().without(fixed)).is_empty()
            && is_alone(entity, self.partition.without(fixed), field)
            && is_alone(entity, self.sort.without(fixed), field)
    }
}

const fn is_alone(entity: &EntitySchema, part: FieldSet, field: u8) -> bool {
    !part.has(field) || first_other(entity, part, field).is_none()
}

/// The fields of the table's key, which never change.
const fn fixed_fields(entity: &EntitySchema) -> FieldSet {
    match entity.keys {
        [table, ..] => KeyFields::of(table).all(),
        [] => FieldSet::EMPTY,
    }
}

const fn fields_of_older_keys(key: &KeySchema) -> FieldSet {
    let mut fields = FieldSet::EMPTY;
    let mut at = 0;
    while at < key.legacy.len() {
        let older = &key.legacy[at];
        fields = fields.union(FieldSet::of_template(&older.partition)).union(FieldSet::hashed(older.shard));
        at += 1;
    }
    fields
}

/// The fields on which the attributes of an index key depend, except fields that are themselves attributes. Fields of
/// the table's key never change, and are not included.
pub(crate) struct Inputs {
    pub(crate) partition: FieldSet,
    pub(crate) sort: FieldSet,
    /// Whether the rendered attributes of both parts depend on one set of fields. This is the case if one field can be
    /// absent, which removes all rendered attributes, or if the number of shards or the template depends on a time.
    /// Each part then also depends on all of its fields that decide this.
    pub(crate) is_whole: bool,
}

impl Inputs {
    pub(crate) const fn of(entity: &EntitySchema, key: usize) -> Self {
        if key >= entity.keys.len() {
            let none = FieldSet::EMPTY;
            return Self { partition: none, sort: none, is_whole: false };
        }
        Self::of_fields(entity, key, &KeyFields::of(&entity.keys[key]), fixed_fields(entity))
    }

    const fn of_fields(entity: &EntitySchema, key: usize, fields: &KeyFields, fixed: FieldSet) -> Self {
        let schema = &entity.keys[key];
        // Only fields that can change are considered.
        let changing = fields.all().without(fixed);
        let deciding = if changes(schema) { changing } else { optional(entity, changing) };
        let is_whole = changes(schema) || (!deciding.is_empty() && has_rendered(entity, key));
        let deciding = if is_whole { deciding } else { FieldSet::EMPTY };
        let partition = rendered_partition(entity, key, fields).without(fixed);
        let sort = rendered_part(entity, key, KeyPart::Sort).without(fixed);
        Self {
            partition: partition.union(fields.partition.intersection(deciding)),
            sort: sort.union(fields.sort.intersection(deciding)),
            is_whole,
        }
    }

    const fn joint_field(&self, entity: &EntitySchema, field: u8) -> Option<u8> {
        match self.other_input(entity, self.partition, self.sort, field) {
            None => self.other_input(entity, self.sort, self.partition, field),
            other => other,
        }
    }

    /// Returns another field of the part of which `field` is an input, or else of the other part if they share their
    /// inputs.
    const fn other_input(&self, entity: &EntitySchema, own: FieldSet, other: FieldSet, field: u8) -> Option<u8> {
        if !own.has(field) {
            return None;
        }
        match first_other(entity, own, field) {
            None if self.is_whole => first_other(entity, other, field),
            first => first,
        }
    }
}

/// Returns whether the index keys that these fields determine depend on no other field that can change.
pub(crate) const fn is_group(entity: &EntitySchema, fields: &[u8]) -> bool {
    let group = FieldSet::of(fields);
    let mut key = 1;
    while key < entity.keys.len() {
        let inputs = Inputs::of(entity, key);
        let (partition, sort) = (inputs.partition, inputs.sort);
        let (of_partition, of_sort) = if inputs.is_whole {
            let both = partition.union(sort);
            (both, both)
        } else {
            (partition, sort)
        };
        if (!partition.intersection(group).is_empty() && has_other(entity, of_partition.without(group)))
            || (!sort.intersection(group).is_empty() && has_other(entity, of_sort.without(group)))
        {
            return false;
        }
        key += 1;
    }
    true
}

/// Returns whether an update must set one of these fields itself.
const fn has_other(entity: &EntitySchema, mut fields: FieldSet) -> bool {
    while let Some((field, rest)) = fields.split_first() {
        let is_field = (field as usize) < entity.fields.len();
        if is_field && !matches!(entity.fields[field as usize].purpose, Purpose::Updated) {
            return true;
        }
        fields = rest;
    }
    false
}

/// Returns whether this attribute of a part of an index key is neither itself a field nor an attribute of the table's
/// key.
pub(crate) const fn is_rendered(
    entity: &EntitySchema,
    key: usize,
    part: KeyPart,
    place: usize,
    template: &Template,
) -> bool {
    let Some(attribute) = key_attribute(entity, key, part, place) else { return true };
    let is_tables = same(attribute.name, entity.table.partition_key.name)
        || matches!(entity.table.sort_key, Some(sort) if same(attribute.name, sort.name));
    !is_tables && !is_native_template(entity, key, part, place, template)
}

const fn has_rendered(entity: &EntitySchema, key: usize) -> bool {
    has_rendered_in(entity, key, KeyPart::Partition) || has_rendered_in(entity, key, KeyPart::Sort)
}

const fn has_rendered_in(entity: &EntitySchema, key: usize, part: KeyPart) -> bool {
    let Some(template) = part_template(entity, key, part) else { return false };
    let mut place = 0;
    while let Some(of) = template.attribute(place) {
        if is_rendered(entity, key, part, place, &of) {
            return true;
        }
        place += 1;
    }
    false
}

/// Returns the fields from which attributes of the partition key of an index, or its shard, are computed.
const fn rendered_partition(entity: &EntitySchema, key: usize, fields: &KeyFields) -> FieldSet {
    let schema = &entity.keys[key];
    let older = if schema.since.is_some() { fields.older } else { FieldSet::EMPTY };
    rendered_part(entity, key, KeyPart::Partition).union(FieldSet::hashed(schema.shard)).union(older)
}

const fn rendered_part(entity: &EntitySchema, key: usize, part: KeyPart) -> FieldSet {
    let mut fields = FieldSet::EMPTY;
    let Some(template) = part_template(entity, key, part) else { return fields };
    let mut place = 0;
    while let Some(of) = template.attribute(place) {
        if !is_native_template(entity, key, part, place, &of) {
            fields = fields.union(FieldSet::of_template(&of));
        }
        place += 1;
    }
    fields
}

/// Returns a field on which an attribute of this index key depends together with `field`. Ignores the time of the
/// update, because each update sets it.
pub(crate) const fn joint_field(entity: &EntitySchema, key: usize, field: u8) -> Option<u8> {
    Inputs::of(entity, key).joint_field(entity, field)
}

const fn first_other(entity: &EntitySchema, mut fields: FieldSet, field: u8) -> Option<u8> {
    while let Some((other, rest)) = fields.split_first() {
        let is_field = (other as usize) < entity.fields.len();
        if other != field && is_field && !matches!(entity.fields[other as usize].purpose, Purpose::Updated) {
            return Some(other);
        }
        fields = rest;
    }
    None
}

/// Returns whether only keys depend on the field's value.
const fn feeds_keys_only(entity: &EntitySchema, field: u8) -> bool {
    let mut fields = entity.fields;
    let mut at = 0;
    while let [of, rest @ ..] = fields {
        if let Some(unique) = of.unique
            && (at == field as usize || has(unique.within, field))
        {
            return false;
        }
        fields = rest;
        at += 1;
    }
    (field as usize) < entity.fields.len() && matches!(entity.fields[field as usize].purpose, Purpose::Value)
}

/// Returns the fields that can be absent from an item. The time of the update is not one, because each write sets it.
const fn optional(entity: &EntitySchema, fields: FieldSet) -> FieldSet {
    let (mut optional, mut rest) = (fields, fields);
    while let Some((field, others)) = rest.split_first() {
        if !is_optional(entity, field) {
            optional = optional.without_one(field);
        }
        rest = others;
    }
    optional
}

const fn is_optional(entity: &EntitySchema, field: u8) -> bool {
    if field as usize >= entity.fields.len() {
        return false;
    }
    let field = &entity.fields[field as usize];
    field.optional && !matches!(field.purpose, Purpose::Updated)
}

/// Returns whether the number of shards or the template of a write depends on the key's time.
const fn changes(key: &KeySchema) -> bool {
    key.since.is_some() || matches!(key.shard, Some(sharding) if !sharding.grow.is_empty())
}

pub(crate) const fn is_hashed(sharding: Option<Sharding>, field: u8) -> bool {
    match sharding {
        Some(Sharding { by: ShardBy::Hash { fields, .. }, .. }) => has(fields, field),
        _ => false,
    }
}

const fn has(fields: &[u8], field: u8) -> bool {
    let mut at = 0;
    while at < fields.len() {
        if fields[at] == field {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests;
