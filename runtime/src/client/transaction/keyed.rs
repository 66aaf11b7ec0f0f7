//! Deletes and checks items in a transaction by key.

use aws_sdk_dynamodb::types::{ConditionCheck, Delete, ReturnValuesOnConditionCheckFailure, TransactWriteItem};

use super::{
    action::{Part, TransactAction},
    unique::refuse,
};
use crate::{
    Entity, Error, ErrorKind, Item, Key, Result,
    client::{
        condition::Condition,
        conditional::CallerCondition,
        legacy::relocate::other_keys,
        transport::{cancellation::Refusal, failure::build_error},
    },
    item::{any_key::AnyKey, expiry::is_expired, locate::key_item, size::item_bytes},
    key::{ItemKey, Timestamp, clock::now, lossy::lossy_fields},
    schema::EntitySchema,
};

/// The operation on the item of a key.
pub(crate) enum Keyed {
    Delete(CallerCondition),
    DeleteExisting,
    Check(CallerCondition),
    CheckExists,
    CheckAbsent,
}

/// A delete or a check of the item of a key.
pub(crate) struct KeyAction {
    key: AnyKey,
    keyed: Keyed,
    /// The time at which expiry is evaluated. It is taken once, because retries with the token must send an identical
    /// request.
    now: Timestamp,
}

impl KeyAction {
    pub(crate) fn new<E: Entity>(key: Key<E>, keyed: Keyed) -> Self {
        Self { key: AnyKey::of(key), keyed, now: now() }
    }

    /// Returns the item's key, if the key alone identifies the item and its location.
    fn place(&self) -> Result<ItemKey> {
        let (entity, name) = (self.key.entity(), self.name());
        let key = self.key.item_key()?;
        let refused = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
        let lossy = lossy_fields(entity).into_iter().find_map(|field| entity.fields.get(usize::from(field)));
        if let Some(field) = lossy {
            let fix = match &self.keyed {
                Keyed::Delete(condition) if condition.expression().is_none() => {
                    "use `delete_item(&item)`, which has it"
                }
                _ => "put the whole field into the sort key",
            };
            return refused(format!(
                "the table key holds `{}` only in part, so that a {name} needs the item's own field; {fix}",
                field.name
            ));
        }
        if !other_keys(entity, &key, &|field| self.key.value(field))?.is_empty() {
            return refused(format!(
                "the item may be stored under an older key (`legacy`), which a {name} must read first, and a \
                 transaction cannot; move it with `replace` and declare the end of its older keys with `until`, or use \
                 `get` and `delete`"
            ));
        }
        Ok(key)
    }
}

impl TransactAction for KeyAction {
    fn name(&self) -> &'static str {
        match self.keyed {
            Keyed::Delete(_) | Keyed::DeleteExisting => "delete",
            Keyed::Check(_) | Keyed::CheckExists | Keyed::CheckAbsent => "check",
        }
    }

    fn entity(&self) -> &'static EntitySchema {
        self.key.entity()
    }

    fn parts(&self, table_name: &str) -> Result<Vec<Part>> {
        if let Keyed::Delete(_) | Keyed::DeleteExisting = self.keyed {
            refuse(self.key.entity(), self.name())?;
        }
        let (entity, key) = (self.key.entity(), self.place()?);
        let stored = key_item(entity, &key);
        let bytes = item_bytes(&stored);
        let of_caller =
            |condition: &CallerCondition| condition.check().map(|()| condition.expression().map(Condition::of_caller));
        let write = match &self.keyed {
            Keyed::Delete(condition) => delete(table_name, stored, of_caller(condition)?)?,
            Keyed::DeleteExisting => delete(table_name, stored, Some(present(entity, self.now)))?,
            Keyed::Check(condition) => {
                // The caller of a check always sets a condition.
                let condition = of_caller(condition)?.unwrap_or_else(|| Condition::present(entity));
                check(table_name, stored, condition)?
            }
            Keyed::CheckExists => check(table_name, stored, present(entity, self.now))?,
            Keyed::CheckAbsent => check(table_name, stored, Condition::absent(entity).or_expired(entity, self.now))?,
        };
        Ok(vec![Part::new(key, bytes, write)])
    }

    fn set_time(&mut self, at: Timestamp) {
        self.now = at;
    }

    fn refused(&self, _: usize, stored: Option<&Item>) -> Option<Refusal> {
        let is_expired = stored.is_some_and(|stored| is_expired(self.key.entity(), stored, self.now));
        match self.keyed {
            Keyed::CheckAbsent => Some("the item exists; delete it first".into()),
            Keyed::CheckExists if is_expired => Some(Refusal::not_found("the item has expired; write it again")),
            Keyed::DeleteExisting if is_expired => Some(Refusal::not_found("the item has expired; leave it deleted")),
            Keyed::Delete(_) | Keyed::Check(_) => is_expired.then(|| "the item has expired; write it again".into()),
            Keyed::CheckExists => Some(Refusal::not_found("the item does not exist; write it first")),
            Keyed::DeleteExisting => Some(Refusal::not_found("the item does not exist; it is deleted already")),
        }
    }
}

/// Returns the condition that the item exists and has not expired.
fn present(entity: &'static EntitySchema, now: Timestamp) -> Condition {
    Condition::present(entity).and_not_expired(entity, now)
}

/// Builds a delete with a condition on the stored item.
pub(crate) fn delete(table_name: &str, key: Item, condition: Option<Condition>) -> Result<TransactWriteItem> {
    let mut delete = Delete::builder().table_name(table_name).set_key(Some(key));
    if let Some(condition) = condition {
        delete = delete
            .condition_expression(condition.expression)
            .set_expression_attribute_names(Some(condition.names))
            .set_expression_attribute_values(condition.values)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    }
    Ok(TransactWriteItem::builder().delete(delete.build().map_err(build_error)?).build())
}

/// Builds a check of a condition on the stored item.
pub(crate) fn check(table_name: &str, key: Item, condition: Condition) -> Result<TransactWriteItem> {
    let check = ConditionCheck::builder()
        .table_name(table_name)
        .set_key(Some(key))
        .condition_expression(condition.expression)
        .set_expression_attribute_names(Some(condition.names))
        .set_expression_attribute_values(condition.values)
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    Ok(TransactWriteItem::builder().condition_check(check.build().map_err(build_error)?).build())
}
