//! The rules of an entity that need only the struct itself.

mod buckets;
mod constants;
mod counters;
mod fields;
mod indexes;
mod key_fields;
mod legacy;
mod lifecycle;
mod names;
mod peaks;
mod shards;
mod templates;
mod uniques;
mod unknown_fields;
mod versions;

use crate::{
    errors::Errors,
    model::entity::{Entity, Key},
    read::entity::Attrs,
};

/// Checks the attributes and the model.
pub(crate) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    templates::check(attrs, entity, errors);
    unknown_fields::check(attrs, entity, errors);
    buckets::check(attrs, entity, errors);
    shards::check(attrs, entity, errors);
    legacy::check(attrs, entity, errors);
    fields::check(attrs, entity, errors);
    key_fields::check(entity, errors);
    constants::check(attrs, entity, errors);
    indexes::check(&entity.keys, errors);
    names::check(entity, errors);
    counters::check(entity, errors);
    lifecycle::check(entity, errors);
    versions::check(entity, errors);
    uniques::check(attrs, entity, errors);
    // Checked last, because an index's peak is also incomplete if one of its options was rejected.
    peaks::check(attrs, entity, errors);
}

/// Describes a key in messages.
fn describe_place_of(key: &Key) -> String {
    match &key.index {
        None => "the table".to_owned(),
        Some(index) => format!("index {:?}", index.value()),
    }
}
