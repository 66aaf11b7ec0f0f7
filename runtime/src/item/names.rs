//! The names of attributes that belong to an entity or its table.

use super::stored::key_attributes;
use crate::schema::{EntitySchema, Field};

/// Returns whether the entity itself writes an attribute with this name, or wrote it earlier.
pub(crate) fn is_entity_attribute(entity: &'static EntitySchema, name: &str) -> bool {
    let is_of = |field: &Field| field.attribute == name || field.aliases.contains(&name);
    entity.fields.iter().any(is_of) || is_derived(entity, name)
}

/// Returns whether an attribute with this name is written in addition to the fields: for a key, an index, the
/// discriminator, the write id or a constant.
pub(crate) fn is_derived(entity: &'static EntitySchema, name: &str) -> bool {
    entity.table.discriminator == Some(name)
        || entity.table.write_id == Some(name)
        || entity.constants.iter().any(|(constant, _)| *constant == name)
        || (0..entity.keys.len())
            .filter_map(|key| key_attributes(entity, key))
            .any(|key| key.keys().any(|attribute| attribute.name == name))
}

/// Returns whether an attribute of this name belongs to the table and to no field: a key of the table or of any of its
/// indexes, the discriminator, the write id, the TTL attribute, or a constant of the entity.
pub(crate) fn is_reserved(entity: &'static EntitySchema, name: &str) -> bool {
    let table = entity.table;
    let is_of_key = || table.every_key().any(|key| key.keys().any(|attribute| attribute.name == name));
    let is_field = || entity.fields.iter().any(|field| field.attribute == name);
    (is_derived(entity, name) || table.ttl == Some(name) || is_of_key()) && !is_field()
}
