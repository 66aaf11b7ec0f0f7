//! Writes an item, the sentinels that it takes, and those that it releases, in one transaction.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{
    ConditionCheck, Delete, Put, ReturnValuesOnConditionCheckFailure::AllOld, TransactWriteItem,
};

use super::{
    StoredSentinels,
    foreign::ReleasedSentinels,
    orphan::Orphans,
    sentinel::{Expiry, Sentinel},
};
use crate::{
    Error, ErrorKind, Item, Result,
    client::{
        Connection,
        condition::Condition,
        transport::{
            attempts::Attempts,
            failure::build_error,
            transact::{Transacted, transact},
        },
    },
    item::locate::key_item,
    key::{ItemKey, clock::now},
    physics::limits::TRANSACTION_ITEMS,
    schema::EntitySchema,
};

/// A write of an item with the sentinels of its values.
pub(crate) struct SentinelWrite<'a> {
    pub(crate) handle: &'a Connection,
    pub(crate) entity: &'static EntitySchema,
    /// The key of the item that has the values afterwards.
    pub(crate) key: &'a ItemKey,
    /// The key of the item that had the values before.
    pub(crate) previous_key: &'a ItemKey,
    /// The actions on the item itself.
    pub(crate) item: Vec<TransactWriteItem>,
    /// The expiry of the item after the write.
    pub(crate) expires: Option<Expiry>,
    pub(crate) taken: &'a [Sentinel],
    pub(crate) released: &'a ReleasedSentinels,
    /// Computes the sentinels of a stored item of the entity.
    pub(crate) sentinels: StoredSentinels,
}

/// The result of the write.
pub(crate) enum Written {
    Applied,
    /// The condition of an action on the item failed: the position of the action, and the stored item.
    Item(usize, Option<Item>),
    /// The condition of a sentinel failed: it belongs to another item or, if it must be left unchanged, to this item.
    Sentinel(Sentinel, Option<Item>),
}

impl SentinelWrite<'_> {
    /// Writes the item, and takes over sentinels whose owners no longer have their values.
    pub(crate) async fn send(self, attempts: &Attempts) -> Result<Written> {
        let mut orphans = Orphans::of(self.entity, self.sentinels);
        loop {
            let written = self.send_with(&orphans, attempts).await?;
            let is_taken = |sentinel: &Sentinel| self.taken.iter().any(|taken| taken.key == sentinel.key);
            match &written {
                // After a lost answer no other transaction may be sent, because both could be carried out.
                Written::Sentinel(sentinel, Some(stored)) if is_taken(sentinel) && !attempts.lost() => {
                    if !orphans.add(self.handle, [self.key, self.previous_key], sentinel, stored).await? {
                        return Ok(written);
                    }
                }
                _ => return Ok(written),
            }
        }
    }

    async fn send_with(&self, orphans: &Orphans, attempts: &Attempts) -> Result<Written> {
        let of_item = self.item.len();
        let sentinels = || self.taken.iter().chain(self.released.all());
        let refused = match transact(self.handle, self.entity, self.actions(orphans)?, attempts).await? {
            Transacted::Applied => return Ok(Written::Applied),
            Transacted::Refused(refused) => refused,
        };
        let mut first = None;
        for (place, stored) in refused {
            match place.checked_sub(of_item) {
                None => return Ok(Written::Item(place, stored)),
                Some(place) => {
                    let refused = match sentinels().nth(place) {
                        Some(sentinel) => Some((sentinel, stored)),
                        // An owner has changed, so its sentinel may be in use.
                        None => orphans.sentinel_of_check(place - sentinels().count(), self.taken),
                    };
                    first = first.or(refused.map(|(sentinel, stored)| Written::Sentinel(sentinel.clone(), stored)));
                }
            }
        }
        first.ok_or_else(|| {
            Error::new(ErrorKind::Service, "dynamodb rejected an action that is not in the transaction; repeat it")
        })
    }

    fn actions(&self, orphans: &Orphans) -> Result<Vec<TransactWriteItem>> {
        let checks = orphans.checks(self.handle.table_name())?;
        let count = self.item.len() + self.taken.len() + self.released.all().count() + checks.len();
        if count > TRANSACTION_ITEMS {
            let message = format!(
                "the item and its sentinels require {count} actions, and a transaction has at most \
                 {TRANSACTION_ITEMS}; declare fewer unique fields"
            );
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        let (table_name, now) = (self.handle.table_name(), now());
        let taken = self.taken.iter().map(|sentinel| {
            let item = sentinel.item(self.entity, self.key, self.expires.as_ref());
            let free = Sentinel::is_free_by(self.entity, self.previous_key, now);
            put(table_name, item, Some(orphans.or_orphaned(free, sentinel)))
        });
        let ours = self
            .released
            .ours
            .iter()
            .map(|sentinel| release_sentinel(table_name, self.entity, sentinel, self.previous_key));
        let foreign = &self.released.foreign;
        let foreign =
            foreign.iter().map(|sentinel| check_foreign_sentinel(table_name, self.entity, sentinel, self.previous_key));
        let item = self.item.iter().cloned().map(Ok);
        item.chain(taken).chain(ours).chain(foreign).chain(checks.into_iter().map(Ok)).collect()
    }
}

/// Builds the delete of a sentinel, if it belongs to this item or does not exist.
pub(crate) fn release_sentinel(
    table_name: &str,
    entity: &'static EntitySchema,
    sentinel: &Sentinel,
    owner: &ItemKey,
) -> Result<TransactWriteItem> {
    delete(table_name, key_item(entity, &sentinel.key), Some(Sentinel::is_free(entity, owner)))
}

/// Builds the check that a sentinel still belongs to another item, so that it can be left unchanged.
fn check_foreign_sentinel(
    table_name: &str,
    entity: &'static EntitySchema,
    sentinel: &Sentinel,
    owner: &ItemKey,
) -> Result<TransactWriteItem> {
    let (expression, names, values) = parts(Some(Sentinel::is_owned_by_other(entity, owner)));
    let check = ConditionCheck::builder()
        .table_name(table_name)
        .set_key(Some(key_item(entity, &sentinel.key)))
        .set_condition_expression(expression)
        .set_expression_attribute_names(names)
        .set_expression_attribute_values(values)
        .return_values_on_condition_check_failure(AllOld);
    Ok(TransactWriteItem::builder().condition_check(check.build().map_err(build_error)?).build())
}

/// Builds a put with a condition on the stored item.
pub(crate) fn put(table_name: &str, item: Item, condition: Option<Condition>) -> Result<TransactWriteItem> {
    let (expression, names, values) = parts(condition);
    let put = Put::builder()
        .table_name(table_name)
        .set_item(Some(item))
        .set_return_values_on_condition_check_failure(expression.is_some().then_some(AllOld))
        .set_condition_expression(expression)
        .set_expression_attribute_names(names)
        .set_expression_attribute_values(values);
    Ok(TransactWriteItem::builder().put(put.build().map_err(build_error)?).build())
}

/// Builds a delete with a condition on the stored item.
pub(crate) fn delete(table_name: &str, key: Item, condition: Option<Condition>) -> Result<TransactWriteItem> {
    let (expression, names, values) = parts(condition);
    let delete = Delete::builder()
        .table_name(table_name)
        .set_key(Some(key))
        .set_return_values_on_condition_check_failure(expression.is_some().then_some(AllOld))
        .set_condition_expression(expression)
        .set_expression_attribute_names(names)
        .set_expression_attribute_values(values);
    Ok(TransactWriteItem::builder().delete(delete.build().map_err(build_error)?).build())
}

type Parts = (Option<String>, Option<HashMap<String, String>>, Option<Item>);

fn parts(condition: Option<Condition>) -> Parts {
    match condition {
        Some(Condition { expression, names, values }) => (Some(expression), Some(names), values),
        None => (None, None, None),
    }
}
