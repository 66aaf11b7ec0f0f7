//! Collects the attributes of a model, with their types.

use keywright::schema::{EntitySchema, KeyAttribute, TableSchema};
use serde_json::{Value, json};

use super::attribute;
use crate::{
    access_patterns::attribute::{attributes, placed},
    infrastructure::letter,
};

/// The attributes of items other than the table's key, in the order of the entities.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    /// Each attribute with its type.
    definitions: Vec<(&'static str, &'static str)>,
    /// The names of each entity's attributes.
    of_entities: Vec<(&'static str, Vec<&'static str>)>,
    /// Notes on what is left out.
    pub(super) notes: Vec<String>,
}

impl Attributes {
    pub(super) fn of(table: &TableSchema, entities: &[&'static EntitySchema]) -> Self {
        let mut all = Self::default();
        for entity in entities {
            let mut own = Vec::new();
            for (name, kind) in of_entity(entity, &mut all.notes) {
                let is_key = std::iter::once(table.partition_key).chain(table.sort_key).any(|key| key.name == name);
                if is_key || own.contains(&name) {
                    continue;
                }
                own.push(name);
                match all.definitions.iter().find(|(other, _)| *other == name) {
                    None => all.definitions.push((name, kind)),
                    Some((_, other)) if *other != kind => all.notes.push(format!(
                        "the attribute `{name}` of `{}` has type {kind}, and an attribute of a model has one type: it \
                         is {other}",
                        entity.name
                    )),
                    Some(_) => {}
                }
            }
            all.of_entities.push((entity.name, own));
        }
        all
    }

    /// Returns the attributes as the model lists them.
    pub(super) fn definitions(&self) -> Vec<Value> {
        self.definitions.iter().map(|(name, kind)| attribute(name, kind)).collect()
    }

    /// Returns the names of an entity's attributes.
    pub(super) fn of_entity(&self, name: &str) -> Value {
        let found = self.of_entities.iter().find(|(entity, _)| *entity == name);
        json!(found.map(|(_, names)| names.as_slice()).unwrap_or_default())
    }
}

/// Returns the attributes that items of an entity can have, with their types.
fn of_entity(entity: &'static EntitySchema, notes: &mut Vec<String>) -> Vec<(&'static str, &'static str)> {
    let of_indexes = entity.keys.iter().skip(1).flat_map(|key| {
        let (partition, sort) = placed(entity, key);
        partition.iter().chain(sort.into_iter().flat_map(|sort| sort.iter()))
    });
    let mut found: Vec<_> = of_indexes.map(|of: KeyAttribute| (of.name, letter(of.kind))).collect();
    for attribute in attributes(entity).into_iter().filter(|attribute| !attribute.key_only) {
        match attribute.dynamodb_type {
            Some(kind) => found.push((attribute.name, kind)),
            None if found.iter().any(|(name, _)| *name == attribute.name) => {}
            None => notes.push(format!(
                "the attribute `{}` of `{}` is left out: the schema does not say how serde stores `{}`",
                attribute.name, entity.name, attribute.rust_type
            )),
        }
    }
    let constants = entity.constants.iter().map(|(name, _)| *name);
    found.extend(entity.table.discriminator.into_iter().chain(constants).map(|name| (name, "S")));
    found
}
