//! Sentinels whose owner no longer has their value, because it was deleted or written without this crate.

use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, ReturnValuesOnConditionCheckFailure::AllOld, TransactWriteItem,
};

use super::{StoredSentinels, sentinel::Sentinel, unchanged::Unchanged};
use crate::{
    Item, Result,
    client::{Connection, condition::Condition, get::fetch, transport::failure::build_error},
    item::{
        locate::key_item,
        stored::{belongs, key_text, stored_key},
    },
    key::ItemKey,
    schema::EntitySchema,
    unique::OWNER,
};

/// The sentinels that a write takes over. The write checks that their owners have not changed since they were read, so
/// an owner that takes its value again in the meantime keeps it.
pub(super) struct Orphans {
    entity: &'static EntitySchema,
    owners: Vec<Owner>,
    stored_sentinels: StoredSentinels,
}

struct Owner {
    key: ItemKey,
    /// `None` if the owner no longer exists.
    read: Option<Item>,
    /// The sentinels that still name this owner, as they were read.
    sentinels: Vec<(ItemKey, Item)>,
}

impl Orphans {
    pub(super) fn of(entity: &'static EntitySchema, stored_sentinels: StoredSentinels) -> Self {
        Self { entity, owners: Vec::new(), stored_sentinels }
    }

    /// Adds a sentinel that was read, unless its owner still has the value. `own` are the keys of the item that is
    /// written.
    pub(super) async fn add(
        &mut self,
        handle: &Connection,
        own: [&ItemKey; 2],
        sentinel: &Sentinel,
        found: &Item,
    ) -> Result<bool> {
        let entity = self.entity;
        let owner = found.get(OWNER).and_then(|owner| stored_key(entity, 0, owner.as_m().ok()?));
        // A transaction can have only one action for each item.
        let Some(key) = owner.filter(|owner| !own.contains(&owner)) else { return Ok(false) };
        if self.owners.iter().any(|owner| owner.sentinels.iter().any(|(of, _)| *of == sentinel.key)) {
            return Ok(false);
        }
        let known = self.owners.iter().position(|owner| owner.key == key);
        let read = match known.and_then(|at| self.owners.get(at)) {
            Some(owner) => owner.read.clone(),
            None => fetch(handle, entity, &key, true, None).await?,
        };
        if let Some(read) = &read {
            // An item that cannot be decoded may have the value.
            let Ok(has) = (self.stored_sentinels)(entity, read) else { return Ok(false) };
            if !belongs(entity, read) || has.iter().any(|has| has.key == sentinel.key) {
                return Ok(false);
            }
        }
        let of = (sentinel.key.clone(), found.clone());
        match known.and_then(|at| self.owners.get_mut(at)) {
            Some(owner) => owner.sentinels.push(of),
            None => self.owners.push(Owner { key, read, sentinels: vec![of] }),
        }
        Ok(true)
    }

    /// Returns the condition that a sentinel is free, or still belongs to the owner that no longer has its value.
    pub(super) fn or_orphaned(&self, mut free: Condition, sentinel: &Sentinel) -> Condition {
        let owner = self.owners.iter().find(|owner| owner.sentinels.iter().any(|(of, _)| *of == sentinel.key));
        if let Some(owner) = owner {
            free.expression.push_str(" OR #owner = :orphaned");
            let orphaned = AttributeValue::M(key_item(self.entity, &owner.key));
            free.values.get_or_insert_default().insert(":orphaned".to_owned(), orphaned);
        }
        free
    }

    /// Returns the checks that each owner has not changed since it was read.
    pub(super) fn checks(&self, table_name: &str) -> Result<Vec<TransactWriteItem>> {
        let check = |owner: &Owner| {
            let unchanged = Unchanged { entity: self.entity, read: owner.read.as_ref(), with_end: false };
            let Condition { expression, names, values } = unchanged.condition();
            let check = ConditionCheck::builder()
                .table_name(table_name)
                .set_key(Some(key_item(self.entity, &owner.key)))
                .condition_expression(expression)
                .set_expression_attribute_names(Some(names))
                .set_expression_attribute_values(values)
                .return_values_on_condition_check_failure(AllOld);
            let check = check.build().map_err(|error| build_error(error).at_key(key_text(self.entity, &owner.key)))?;
            Ok(TransactWriteItem::builder().condition_check(check).build())
        };
        self.owners.iter().map(check).collect()
    }

    /// Returns a sentinel of the owner whose check failed at this position, and its item as it was read.
    pub(super) fn sentinel_of_check<'a>(
        &self,
        place: usize,
        taken: &'a [Sentinel],
    ) -> Option<(&'a Sentinel, Option<Item>)> {
        let (key, found) = self.owners.get(place)?.sentinels.first()?;
        let sentinel = taken.iter().find(|taken| taken.key == *key)?;
        Some((sentinel, Some(found.clone())))
    }
}
