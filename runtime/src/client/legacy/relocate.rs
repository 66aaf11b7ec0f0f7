//! Transactions that keep an item under one key, although older designs stored it under others.

use aws_sdk_dynamodb::types::{ConditionCheck, Delete, Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem};

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
    expression::Expression,
    item::{
        encode::is_random,
        key_fields::{fields_lost_by_older_keys, key_fields},
        legacy::older_keys,
        locate::key_item,
        stored::stored_key,
        version::Version,
    },
    key::{ItemKey, KeyValue, Timestamp},
    physics::limits::TRANSACTION_ITEMS,
    schema::EntitySchema,
};

/// Returns the keys, other than the current one, under which an item of these values can be stored, without duplicates.
/// A key that names a random shard is that of one stored item, which has no other keys.
pub(crate) fn other_keys<'v>(
    entity: &'static EntitySchema,
    current: &ItemKey,
    value: &(dyn Fn(u8) -> Option<KeyValue<'v>> + Sync),
) -> Result<Vec<ItemKey>> {
    if is_random(entity) {
        return Ok(Vec::new());
    }
    let mut older = older_keys(entity, value)?;
    older.retain(|key| key != current);
    Ok(older)
}

/// A write of an item under its current key, although the item may be stored under older ones.
///
/// A transaction costs twice as much: two write units for each KB of the item, and for each check and delete.
pub(crate) struct Relocation<'a> {
    pub(crate) handle: &'a Connection,
    pub(crate) entity: &'static EntitySchema,
    pub(crate) item: &'a Item,
    /// The caller's own condition on the stored item.
    pub(crate) caller_condition: Option<&'a Expression>,
    /// The time at which expiry is evaluated. An expired item counts as absent.
    pub(crate) now: Timestamp,
}

impl Relocation<'_> {
    /// Writes the item if it is stored neither under its current key nor under an older one.
    pub(crate) async fn create(&self, older: &[ItemKey], attempts: &Attempts) -> Result<Transacted> {
        let Self { handle, entity, item, caller_condition, now } = *self;
        if older.len() >= TRANSACTION_ITEMS {
            return Err(too_many(older.len()));
        }
        let mut actions = vec![put_absent(handle, entity, item, caller_condition, now)?];
        actions.extend(checks_of_absence(handle.table_name(), entity, item, older, now)?);
        transact(handle, entity, actions, attempts).await
    }

    /// Returns actions that write the item if none is stored under its current key, and delete its copies under older
    /// keys, each on condition that it has not changed since it was read. The caller's condition applies to the newest
    /// copy.
    pub(crate) fn take_over(&self, older: &[Item]) -> Result<Vec<TransactWriteItem>> {
        let Self { handle, entity, item, caller_condition, now } = *self;
        let put = put_absent(handle, entity, item, None, now);
        let deletes = deletes(handle, entity, older, TRANSACTION_ITEMS - 1, caller_condition);
        std::iter::once(put).chain(deletes).collect()
    }
}

fn too_many(older: usize) -> Error {
    let message = format!(
        "the item can be under {older} older keys, and a transaction checks at most {}; say when they ended with \
         `until`, or from which fields their shards follow with `hash(..)`, or use `put`",
        TRANSACTION_ITEMS - 1
    );
    Error::new(ErrorKind::InvalidArgument, message)
}

/// Builds the checks that the item is not stored under any of these older keys, or has expired there.
pub(crate) fn checks_of_absence(
    table_name: &str,
    entity: &'static EntitySchema,
    item: &Item,
    older: &[ItemKey],
    now: Timestamp,
) -> Result<Vec<TransactWriteItem>> {
    if older.is_empty() {
        return Ok(Vec::new());
    }
    let condition = Condition::absent(entity).or_other(entity, &fields_lost_by_older_keys(entity), item);
    let condition = condition.or_expired(entity, now);
    let check = |key: &ItemKey| {
        let check = ConditionCheck::builder()
            .table_name(table_name)
            .set_key(Some(key_item(entity, key)))
            .condition_expression(condition.expression.clone())
            .set_expression_attribute_names(Some(condition.names.clone()))
            .set_expression_attribute_values(condition.values.clone())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
        Ok(TransactWriteItem::builder().condition_check(check.build().map_err(build_error)?).build())
    };
    older.iter().map(check).collect()
}

/// Returns actions that delete the copies of one item under several keys, the newest first. The newest must meet the
/// caller's condition.
pub(crate) fn removals(
    handle: &Connection,
    entity: &'static EntitySchema,
    stored: &[Item],
    caller_condition: Option<&Expression>,
) -> Result<Vec<TransactWriteItem>> {
    deletes(handle, entity, stored, TRANSACTION_ITEMS, caller_condition).collect()
}

/// Builds the deletes of up to `room` stored copies. The first copy must also meet the caller's condition.
fn deletes<'a>(
    handle: &'a Connection,
    entity: &'static EntitySchema,
    stored: &'a [Item],
    room: usize,
    caller_condition: Option<&'a Expression>,
) -> impl Iterator<Item = Result<TransactWriteItem>> + 'a {
    let condition_at = move |place| caller_condition.filter(|_| place == 0);
    stored.iter().take(room).enumerate().map(move |(place, stored)| delete(handle, entity, stored, condition_at(place)))
}

/// Makes the delete of a stored item, if its version and the fields of its key have not changed since it was read.
fn delete(
    handle: &Connection,
    entity: &'static EntitySchema,
    stored: &Item,
    caller_condition: Option<&Expression>,
) -> Result<TransactWriteItem> {
    let same = Condition::present(entity).and_same(entity, &key_fields(entity), stored);
    let version = Version::stored(entity, stored).map(Version::condition);
    let condition = same.and(version).and(caller_condition.map(Condition::of_caller));
    let delete = Delete::builder()
        .table_name(handle.table_name())
        .set_key(stored_key(entity, 0, stored).map(|key| key_item(entity, &key)))
        .condition_expression(condition.expression)
        .set_expression_attribute_names(Some(condition.names))
        .set_expression_attribute_values(condition.values)
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    Ok(TransactWriteItem::builder().delete(delete.build().map_err(build_error)?).build())
}

pub(crate) fn put_absent(
    handle: &Connection,
    entity: &EntitySchema,
    item: &Item,
    caller_condition: Option<&Expression>,
    now: Timestamp,
) -> Result<TransactWriteItem> {
    let condition = Condition::absent(entity).or_expired(entity, now).and(caller_condition.map(Condition::of_caller));
    let put = Put::builder()
        .table_name(handle.table_name())
        .set_item(Some(item.clone()))
        .condition_expression(condition.expression)
        .set_expression_attribute_names(Some(condition.names))
        .set_expression_attribute_values(condition.values)
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    Ok(TransactWriteItem::builder().put(put.build().map_err(build_error)?).build())
}
