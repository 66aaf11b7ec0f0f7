//! What an item lacks of what today's schema derives, and the update that adds it.

use aws_sdk_dynamodb::{
    Client,
    operation::update_item::builders::UpdateItemFluentBuilder,
    types::{AttributeValue, ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure},
};

use super::{
    super::{Item, decode::Decode, encode::check_size, equal::same_values, locate::key_item},
    condition::Unchanged,
    cost::update_units,
    derived::derived,
};
use crate::{Entity, Result, key::ItemKey, schema::EntitySchema};

/// The attributes to be written into an item.
#[derive(Debug)]
pub(super) struct Change {
    set: Vec<(&'static str, AttributeValue)>,
    remove: Vec<&'static str>,
    unchanged: Unchanged,
    /// The write units that it will consume, those of the declared indexes included.
    pub(super) units: f64,
}

impl Change {
    /// What a stored item lacks; `None` if it is as today's schema has it.
    ///
    /// # Errors
    ///
    /// An item that does not decode, a value that cannot stand in a key, and an item that would be over 400 KB.
    pub(super) fn of<E: Entity>(
        entity: &'static EntitySchema,
        decode: Decode<E>,
        key: &ItemKey,
        stored: &Item,
    ) -> Result<Option<Self>> {
        let decoded = decode(entity, stored.clone())?;
        let value = |field| decoded.__value(field);
        let (mut set, mut remove) = (Vec::new(), Vec::new());
        let mut after = stored.clone();
        for (name, wanted) in derived(entity, &value, key)? {
            match (wanted, stored.get(name)) {
                (Some(wanted), found) if !found.is_some_and(|found| same_values(found, &wanted)) => {
                    after.insert(name.to_owned(), wanted.clone());
                    set.push((name, wanted));
                }
                (None, Some(_)) => {
                    after.remove(name);
                    remove.push(name);
                }
                _ => {}
            }
        }
        if set.is_empty() && remove.is_empty() {
            return Ok(None);
        }
        check_size(entity, &after)?;
        let unchanged = Unchanged::of(entity, &value, stored);
        Ok(Some(Self { set, remove, unchanged, units: update_units(entity.table, stored, &after) as f64 }))
    }

    /// One UpdateItem. Refused, it answers with the item that is there.
    pub(super) fn request(
        &self,
        client: &Client,
        table_name: &str,
        entity: &'static EntitySchema,
        key: &ItemKey,
    ) -> UpdateItemFluentBuilder {
        let mut request = client
            .update_item()
            .table_name(table_name)
            .set_key(Some(key_item(entity, key)))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
        let (mut sets, mut removes) = (Vec::new(), Vec::new());
        for (at, (name, value)) in self.set.iter().enumerate() {
            sets.push(format!("#s{at} = :s{at}"));
            request = request
                .expression_attribute_names(format!("#s{at}"), *name)
                .expression_attribute_values(format!(":s{at}"), value.clone());
        }
        for (at, name) in self.remove.iter().enumerate() {
            removes.push(format!("#r{at}"));
            request = request.expression_attribute_names(format!("#r{at}"), *name);
        }
        let clauses = [("SET", sets), ("REMOVE", removes)];
        let clauses = clauses.iter().filter(|(_, terms)| !terms.is_empty());
        let expression: Vec<_> = clauses.map(|(word, terms)| format!("{word} {}", terms.join(", "))).collect();
        self.unchanged.onto(request.update_expression(expression.join(" ")))
    }
}
