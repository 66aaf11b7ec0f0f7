//! Describes a change of an item, and builds the requests that write it.

use aws_sdk_dynamodb::{
    operation::{delete_item::builders::DeleteItemFluentBuilder, update_item::builders::UpdateItemFluentBuilder},
    types::{AttributeValue, ReturnValuesOnConditionCheckFailure::AllOld},
};

use super::{Unchanged, cost::update_units, unique_values::Sentinels};
use crate::{
    Item, Result,
    client::item_bytes,
    item::{encode::check_size, equal::same_values, stored::stored_key},
    key::ItemKey,
    monitor::writes::ItemWrite,
    physics::capacity::{transaction_write_units, write_units},
    schema::EntitySchema,
};

/// A change of an item, which is written only if the item is unchanged since it was read.
#[derive(Debug)]
pub(crate) struct Change {
    pub(super) action: Action,
    unchanged: Unchanged,
    pub(super) sentinels: Option<Box<Sentinels>>,
    /// The item after the change. Empty after a delete.
    pub(super) after: Item,
    /// The write units that the change consumes, including those of the declared indexes.
    pub(super) units: f64,
    /// The item's keys in the indexes.
    indexes: Vec<(usize, Option<ItemKey>)>,
    bytes: u64,
}

#[derive(Debug)]
pub(super) enum Action {
    Update {
        set: Vec<(String, AttributeValue)>,
        remove: Vec<String>,
    },
    Delete,
    /// Deletes the item and puts its new version, if no item is stored under the new key.
    Move,
    /// Deletes the item, if a newer copy of it is stored under this key.
    Supersede {
        by: ItemKey,
    },
}

impl Change {
    /// Sets these attributes, or removes those without a value. Returns `None` if the item already has this form.
    ///
    /// # Errors
    ///
    /// An item that would exceed 400 KB.
    pub(crate) fn update(
        entity: &'static EntitySchema,
        stored: &Item,
        wanted: impl IntoIterator<Item = (String, Option<AttributeValue>)>,
        unchanged: Unchanged,
    ) -> Result<Option<Self>> {
        let (mut set, mut remove) = (Vec::new(), Vec::new());
        let mut after = stored.clone();
        for (name, wanted) in wanted {
            match (wanted, stored.get(&name)) {
                (Some(wanted), found) if !is_same(found, &wanted) => {
                    after.insert(name.clone(), wanted.clone());
                    set.push((name, wanted));
                }
                // Other programs may store a missing value as NULL. Such a NULL is kept.
                (None, Some(found)) if !found.is_null() => {
                    after.remove(&name);
                    remove.push(name);
                }
                _ => {}
            }
        }
        if set.is_empty() && remove.is_empty() {
            return Ok(None);
        }
        check_size(entity, &after)?;
        Ok(Some(Self::new(entity, stored, Action::Update { set, remove }, unchanged, after)))
    }

    /// Deletes the item.
    pub(crate) fn delete(entity: &'static EntitySchema, stored: &Item, unchanged: Unchanged) -> Self {
        Self::new(entity, stored, Action::Delete, unchanged, Item::new())
    }

    /// Moves the item to another key, as this item.
    ///
    /// # Errors
    ///
    /// An item that would exceed 400 KB.
    pub(crate) fn relocate(entity: &'static EntitySchema, stored: &Item, after: Item) -> Result<Self> {
        check_size(entity, &after)?;
        let (removed, added) = (Item::new(), Item::new());
        let units = update_units(entity.table, stored, &removed) + update_units(entity.table, &added, &after);
        let change = Self::new(entity, stored, Action::Move, Unchanged::all(entity, stored), after);
        Ok(Self { units: (units + 2 * change.transaction_surcharge()) as f64, ..change })
    }

    /// Deletes an older copy of the item that is stored under this key.
    pub(super) fn supersede(entity: &'static EntitySchema, stored: &Item, by: ItemKey) -> Self {
        let change = Self::delete(entity, stored, Unchanged::all(entity, stored));
        let check = transaction_write_units(change.bytes);
        let units = change.units + (change.transaction_surcharge() + check) as f64;
        Self { action: Action::Supersede { by }, units, ..change }
    }

    fn new(entity: &'static EntitySchema, stored: &Item, action: Action, unchanged: Unchanged, after: Item) -> Self {
        let key = |place| stored_key(entity, place, &after).or_else(|| stored_key(entity, place, stored));
        let indexes = (1..entity.keys.len()).map(|place| (place, key(place))).collect();
        let bytes = item_bytes(stored).max(item_bytes(&after));
        let units = update_units(entity.table, stored, &after) as f64;
        Self { action, unchanged, sentinels: None, after, units, indexes, bytes }
    }

    /// Adds sentinels to the change, which makes it a transaction. Its writes to the table cost twice as much.
    pub(crate) fn with(mut self, entity: &'static EntitySchema, sentinels: Sentinels) -> Self {
        self.units += self.transaction_surcharge().saturating_add(sentinels.units(entity)) as f64;
        Self { sentinels: Some(Box::new(sentinels)), ..self }
    }

    /// Returns the write units by which a write of the item costs more in a transaction than alone.
    fn transaction_surcharge(&self) -> u64 {
        transaction_write_units(self.bytes).saturating_sub(write_units(self.bytes))
    }

    /// Returns the attribute with the id of the write, if the change sets one.
    pub(super) fn write_id(&self, entity: &EntitySchema) -> Option<(&'static str, &AttributeValue)> {
        let (name, Action::Update { set, .. }) = (entity.table.write_id?, &self.action) else { return None };
        set.iter().find(|(of, _)| of == name).map(|(_, id)| (name, id))
    }

    pub(super) fn item_write<'a>(&'a self, key: &'a ItemKey) -> ItemWrite<'a> {
        ItemWrite { table: &key.partition, indexes: &self.indexes, bytes: self.bytes }
    }

    /// Adds the change to an update request. If the condition fails, the response contains the stored item.
    pub(super) fn onto_update(
        &self,
        set: &[(String, AttributeValue)],
        remove: &[String],
        request: UpdateItemFluentBuilder,
    ) -> UpdateItemFluentBuilder {
        let condition = self.unchanged.condition();
        let (mut names, mut values) = (condition.names, condition.values.unwrap_or_default());
        let (mut sets, mut removes) = (Vec::new(), Vec::new());
        for (at, (name, value)) in set.iter().enumerate() {
            sets.push(format!("#s{at} = :s{at}"));
            names.insert(format!("#s{at}"), name.clone());
            values.insert(format!(":s{at}"), value.clone());
        }
        for (at, name) in remove.iter().enumerate() {
            removes.push(format!("#r{at}"));
            names.insert(format!("#r{at}"), name.clone());
        }
        let clauses = [("SET", sets), ("REMOVE", removes)];
        let clauses = clauses.iter().filter(|(_, terms)| !terms.is_empty());
        let expression: Vec<_> = clauses.map(|(word, terms)| format!("{word} {}", terms.join(", "))).collect();
        request
            .update_expression(expression.join(" "))
            .condition_expression(condition.expression)
            .set_expression_attribute_names(Some(names))
            .set_expression_attribute_values((!values.is_empty()).then_some(values))
            .return_values_on_condition_check_failure(AllOld)
    }

    /// Adds the condition to a delete.
    pub(super) fn onto_delete(&self, request: DeleteItemFluentBuilder) -> DeleteItemFluentBuilder {
        let condition = self.unchanged.condition();
        request
            .condition_expression(condition.expression)
            .set_expression_attribute_names(Some(condition.names))
            .set_expression_attribute_values(condition.values)
            .return_values_on_condition_check_failure(AllOld)
    }
}

/// Returns whether a change would alter the item.
pub(crate) fn differs<'w>(
    stored: &Item,
    wanted: impl IntoIterator<Item = (&'w String, &'w Option<AttributeValue>)>,
) -> bool {
    wanted.into_iter().any(|(name, wanted)| match (wanted, stored.get(name)) {
        (Some(wanted), found) => !is_same(found, wanted),
        (None, found) => found.is_some_and(|found| !found.is_null()),
    })
}

fn is_same(found: Option<&AttributeValue>, wanted: &AttributeValue) -> bool {
    found.is_some_and(|found| same_values(found, wanted))
}
