//! Updates and upserts items in a transaction.

use aws_sdk_dynamodb::types::{ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update};

use super::action::{Part, TransactAction};
use crate::{
    Error, ErrorKind, Item, Result,
    client::{
        legacy::relocate::other_keys,
        transport::{
            cancellation::{Refusal, refusal_of},
            failure::build_error,
        },
        update::{
            AnyUpdate, Rendered, RequestParts, managed_fields::check_no_sentinels, own_condition::is_of_other_texts,
            refusal, render,
        },
    },
    item::{expiry::is_expired, stamp::Stamp},
    key::Timestamp,
    schema::EntitySchema,
};

/// Changes fields of one item.
pub(crate) struct UpdateAction {
    update: AnyUpdate,
    /// The time of the write. It is taken once, because retries with the token must send an identical request.
    stamp: Stamp,
    /// The stored item, if it has the times of the key in other texts.
    stored_texts: Option<Item>,
}

impl UpdateAction {
    pub(crate) fn new(update: AnyUpdate) -> Self {
        Self { update, stamp: Stamp::now(), stored_texts: None }
    }
}

impl TransactAction for UpdateAction {
    fn name(&self) -> &'static str {
        if self.update.creates() { "upsert" } else { "update" }
    }

    fn entity(&self) -> &'static EntitySchema {
        self.update.entity()
    }

    fn parts(&self, table_name: &str) -> Result<Vec<Part>> {
        let Rendered { item_key, parts, bytes, .. } =
            render(&self.update, self.update.creates(), self.stamp, self.stored_texts.as_ref())?;
        let RequestParts { key, update, condition, names, values } = *parts;
        let fix = "use `update` by itself, or `replace_item(&old, &new)` here";
        check_no_sentinels(self.update.entity(), &self.update.operations.list, fix)?;
        let refused = |message: &str| Err(Error::new(ErrorKind::InvalidArgument, message));
        if !other_keys(self.update.entity(), &item_key, &|field| self.update.key.value(field))?.is_empty() {
            return refused(
                "the item may be stored under an older key (`legacy`), which an update must read first, and a \
                 transaction cannot; move it with `replace` or `update` beforehand",
            );
        }
        let Some(update) = update else {
            return refused(
                "the upsert sets nothing but the key, which a transaction does not accept; `put` the item here",
            );
        };
        let update = Update::builder()
            .table_name(table_name)
            .set_key(Some(key))
            .update_expression(update)
            .set_condition_expression(condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build()
            .map_err(build_error)?;
        Ok(vec![Part::new(item_key, bytes, TransactWriteItem::builder().update(update).build())])
    }

    fn has_other_texts(&self, _: usize, stored: &Item) -> bool {
        is_of_other_texts(&self.update.key, stored)
    }

    fn keep_texts(&mut self, stored: &Item) {
        self.stored_texts = Some(stored.clone());
    }

    fn set_time(&mut self, at: Timestamp) {
        self.stamp.at = at;
    }

    fn refused(&self, _: usize, stored: Option<&Item>) -> Option<Refusal> {
        let error = refusal(&self.update, self.update.creates(), stored, self.stamp.at);
        let has_expired = stored.is_some_and(|stored| is_expired(self.update.entity(), stored, self.stamp.at));
        (has_expired || error.kind() != ErrorKind::ConditionFailed).then(|| refusal_of(&error))
    }
}
