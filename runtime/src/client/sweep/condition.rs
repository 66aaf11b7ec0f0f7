//! Builds the condition that an item is unchanged since the decision on it.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Item,
    client::condition::Condition,
    expression::check,
    item::{key_fields::fields_of, names::is_entity_attribute, version::version_field},
    key::KeyValue,
    schema::EntitySchema,
};

/// Attributes that must have these values or be absent, in an item that must exist.
#[derive(Debug)]
pub(crate) struct Unchanged {
    partition_key: &'static str,
    attributes: Vec<(String, Option<AttributeValue>)>,
}

impl Unchanged {
    /// Requires everything that a user's function saw: every attribute of the item, and the absence of the fields that
    /// it lacks.
    ///
    /// If these are more than DynamoDB compares in one expression, requires the item's [version](crate::version), which
    /// each write increments. Without a version, the condition is refused before it is sent.
    pub(crate) fn all(entity: &'static EntitySchema, stored: &Item) -> Self {
        let all = Self::attributes_of(entity, stored);
        // Each comparison takes at least two operators or 18 bytes.
        let may_exceed = all.attributes.len() > 100;
        match version_field(entity) {
            Some(version) if may_exceed && check(&all.condition().expression).is_err() => {
                let names = entity.table.discriminator.into_iter().chain([version.attribute]);
                let attributes = names.map(|name| (name.to_owned(), stored.get(name).cloned())).collect();
                Self { attributes, ..all }
            }
            _ => all,
        }
    }

    fn attributes_of(entity: &'static EntitySchema, stored: &Item) -> Self {
        let missing = entity.fields.iter().map(|field| field.attribute).chain(entity.table.discriminator);
        let missing = missing.filter(|name| !stored.contains_key(*name)).map(|name| (name.to_owned(), None));
        let (partition_key, sort_key) = (entity.table.partition_key.name, entity.table.sort_key.map(|key| key.name));
        let has = stored.iter().filter(|(name, _)| *name != partition_key && Some(name.as_str()) != sort_key);
        let has = has.map(|(name, value)| (name.clone(), Some(value.clone())));
        Self { partition_key, attributes: has.chain(missing).collect() }
    }

    /// Requires the values from which a backfill derives attributes: the discriminator, and the fields that index keys
    /// contain or that select their shards.
    ///
    /// If a field is not stored under its own name, its value may come from an attribute that the schema does not name.
    /// Then all attributes that are not named by the entity must be unchanged, too.
    pub(crate) fn of<'v>(
        entity: &'static EntitySchema,
        value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
        stored: &Item,
    ) -> Self {
        let mut names: Vec<&str> = entity.table.discriminator.into_iter().collect();
        let mut is_all_there = true;
        for field in sources(entity) {
            if let Some(of) = entity.fields.get(usize::from(field)) {
                names.push(of.attribute);
                names.extend(of.aliases);
                is_all_there &= stored.contains_key(of.attribute) || value(field).is_none();
            }
        }
        if !is_all_there {
            names.extend(stored.keys().map(String::as_str).filter(|name| !is_entity_attribute(entity, name)));
        }
        let attributes = names.into_iter().map(|name| (name.to_owned(), stored.get(name).cloned())).collect();
        Self { partition_key: entity.table.partition_key.name, attributes }
    }

    pub(super) fn condition(&self) -> Condition {
        let mut names = HashMap::from([("#pk".to_owned(), self.partition_key.to_owned())]);
        let mut values = HashMap::new();
        let mut terms = vec!["attribute_exists(#pk)".to_owned()];
        for (at, (name, value)) in self.attributes.iter().enumerate() {
            names.insert(format!("#f{at}"), name.clone());
            match value {
                Some(value) => {
                    terms.push(format!("#f{at} = :f{at}"));
                    values.insert(format!(":f{at}"), value.clone());
                }
                None => terms.push(format!("attribute_not_exists(#f{at})")),
            }
        }
        Condition { expression: terms.join(" AND "), names, values: (!values.is_empty()).then_some(values) }
    }
}

/// Returns the positions of the fields that determine index keys, without duplicates.
fn sources(entity: &EntitySchema) -> Vec<u8> {
    let mut fields: Vec<u8> = entity.keys.iter().skip(1).flat_map(fields_of).collect();
    fields.sort_unstable();
    fields.dedup();
    fields
}
