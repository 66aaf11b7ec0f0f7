//! The condition that an item is still the one from which its attributes were derived.

use aws_sdk_dynamodb::{operation::update_item::builders::UpdateItemFluentBuilder, types::AttributeValue};

use super::super::{Item, encode::is_ours, locate::fields_of};
use crate::{key::KeyValue, schema::EntitySchema};

/// Attributes that must have these values, or be absent, in an item that must be there.
#[derive(Debug)]
pub(super) struct Unchanged {
    partition_key: &'static str,
    attributes: Vec<(String, Option<AttributeValue>)>,
}

impl Unchanged {
    /// The discriminator, and the fields that stand in the keys of the indexes or choose their shards.
    ///
    /// A field that is not stored under its own name has its value from elsewhere, as by serde's `alias`. Then all that
    /// is not the entity's own by name must be unchanged too.
    pub(super) fn of<'v>(
        entity: &'static EntitySchema,
        value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
        stored: &Item,
    ) -> Self {
        let mut names: Vec<&str> = entity.table.discriminator.into_iter().collect();
        let mut is_all_there = true;
        for field in sources(entity) {
            if let Some(of) = entity.fields.get(usize::from(field)) {
                names.push(of.attribute);
                is_all_there &= stored.contains_key(of.attribute) || value(field).is_none();
            }
        }
        if !is_all_there {
            names.extend(stored.keys().map(String::as_str).filter(|name| !is_ours(entity, name)));
        }
        let attributes = names.into_iter().map(|name| (name.to_owned(), stored.get(name).cloned())).collect();
        Self { partition_key: entity.table.partition_key.name, attributes }
    }

    /// Lays the condition onto an update.
    pub(super) fn onto(&self, request: UpdateItemFluentBuilder) -> UpdateItemFluentBuilder {
        let mut request = request.expression_attribute_names("#pk", self.partition_key);
        let mut terms = vec!["attribute_exists(#pk)".to_owned()];
        for (at, (name, value)) in self.attributes.iter().enumerate() {
            request = request.expression_attribute_names(format!("#f{at}"), name);
            match value {
                Some(value) => {
                    terms.push(format!("#f{at} = :f{at}"));
                    request = request.expression_attribute_values(format!(":f{at}"), value.clone());
                }
                None => terms.push(format!("attribute_not_exists(#f{at})")),
            }
        }
        request.condition_expression(terms.join(" AND "))
    }
}

/// The places of the fields from which the keys of the indexes follow, each once.
fn sources(entity: &EntitySchema) -> Vec<u8> {
    let mut fields: Vec<u8> = entity.keys.iter().skip(1).flat_map(fields_of).collect();
    fields.sort_unstable();
    fields.dedup();
    fields
}
