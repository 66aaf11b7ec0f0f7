//! Deleting one item by its key.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::{
    config,
    error::SdkError,
    operation::delete_item::{DeleteItemError, DeleteItemInput, DeleteItemOutput, builders::DeleteItemFluentBuilder},
    types::ReturnValuesOnConditionCheckFailure,
};
use serde::de::DeserializeOwned;

use super::{
    Handle, Item,
    attempts::Attempts,
    call::{Sending, call},
    condition::Condition,
    conditional::{Demand, When, condition_failed},
    decode::{Decode, decode},
    failure::write_error,
    get::Get,
    locate::{item_key_of, key_fields, key_item},
    lossy::lossy_fields,
    metered::Weighed,
    moving,
    refusing::refusing,
    size::item_bytes,
    stored::{key_text, schema, stored_key},
    transact::Transacted,
    writes::To,
};
use crate::{
    Entity, Error, ErrorKind, Key, Result, Table, entity::StoredIn, expression, key::ItemKey, monitor::Watch,
    schema::EntitySchema,
};

/// How often an item is looked for that other writers move.
const MOVES: usize = 5;

impl<T: Table> Handle<T> {
    /// Deletes the item of this key. That there is none is success too.
    ///
    /// Where the table key holds a field only in part, as a bucket or with less precision, an item that differs in
    /// that field from the key's full values is another one and stays: such a delete reads the item first.
    ///
    /// Where the partition key has older designs (`legacy`), they are read, and the item is deleted under each older key
    /// first, the oldest before the others, and under today's last: so it does not come back from there, and who reads
    /// meanwhile sees the newest or nothing. An item that `replace` moves in between is deleted where it went. A key with a random shard names one place, and only that is
    /// deleted.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`] for a key without its random shard, [`KeyValue`] and [`KeyTooLong`]: nothing was sent.
    ///
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`KeyValue`]: crate::ErrorKind::KeyValue
    /// [`KeyTooLong`]: crate::ErrorKind::KeyTooLong
    pub fn delete<E>(&self, key: Key<E>) -> Delete<'_, T, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        Delete { handle: self, key, demand: Demand::default(), decode: decode::<E> }
    }
}

/// A delete that is not sent yet. Made by [`Handle::delete`].
#[must_use = "a delete does nothing until it is awaited"]
pub struct Delete<'a, T, E> {
    handle: &'a Handle<T>,
    key: Key<E>,
    /// What the caller demands of the stored item.
    demand: Demand,
    decode: Decode<E>,
}

impl<'a, T: Table, E: Entity> Delete<'a, T, E> {
    /// Deletes only if the stored item is as demanded: the newest, where older keys hold it too. Awaiting it gives
    /// [`Applied`] or, with the item that is stored, [`Refused`]. Of an item that is not there, a condition on an attribute
    /// is false and `not_exists()` is true.
    ///
    /// [`Applied`]: super::Conditional::Applied
    /// [`Refused`]: super::Conditional::Refused
    pub fn when(self, condition: expression::Condition<E>) -> When<Self, E>
    where
        E: DeserializeOwned,
    {
        When::new(Self { demand: Demand::of(&condition), ..self })
    }

    /// The request for today's key as a value that can be printed. Nothing is sent.
    ///
    /// It carries no condition but that of [`when`](Self::when): the one for a key that holds a field only in part hangs on
    /// what is stored.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::delete`] that come before a request.
    pub fn params(&self) -> Result<DeleteItemInput> {
        let built = self.demanding(&item_key_of(&self.key)?)?.as_input().clone().build();
        built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
    }

    /// The SDK's own request, to be changed and sent without us, with the condition of [`params`](Self::params).
    ///
    /// # Errors
    ///
    /// Those of [`Handle::delete`] that come before a request.
    pub fn into_sdk(self) -> Result<DeleteItemFluentBuilder> {
        self.demanding(&item_key_of(&self.key)?)
    }

    fn demanding(&self, key: &ItemKey) -> Result<DeleteItemFluentBuilder> {
        self.demand.check()?;
        Ok(with_condition(self.request(key), self.demand.expression().map(Condition::demanded)))
    }

    fn request(&self, key: &ItemKey) -> DeleteItemFluentBuilder {
        let request = self.handle.client().delete_item().table_name(self.handle.table_name());
        let request = request.set_return_consumed_capacity(self.handle.watch().map(|_| Watch::ASKS));
        request.set_key(Some(key_item(schema::<E>(), key)))
    }

    async fn run(self) -> Result<()> {
        let entity = schema::<E>();
        let key = item_key_of(&self.key)?;
        self.demand.check()?;
        let get = Get::new(self.handle, self.key.clone(), self.decode).consistent();
        let older = get.older().await?;
        if self.demand.expression().is_some() && !older.is_empty() {
            return self.remove_all(&get).await.map_err(|error| error.at_key(key_text(&key)));
        }
        for (_, stored) in older.into_iter().rev() {
            if let Some(older) = stored_key(entity, 0, &stored) {
                self.send(&older, Some((&key_fields(entity), &stored))).await?;
            }
        }
        let lossy = lossy_fields(entity);
        if lossy.is_empty() {
            return self.send(&key, None).await;
        }
        let Some(stored) = get.fetch().await? else {
            return if self.demand.expression().is_some() { self.send(&key, None).await } else { Ok(()) };
        };
        match get.accept(stored.clone())? {
            Some(_) => self.send(&key, Some((&lossy, &stored))).await,
            None => Ok(()),
        }
    }

    /// Deletes an item that older keys hold too in one transaction, so that the newest of it can be judged.
    async fn remove_all(&self, get: &Get<'_, T, E>) -> Result<()> {
        let (entity, attempts) = (schema::<E>(), Attempts::default());
        for _ in 0..MOVES {
            let mut stored = Vec::new();
            if let Some(today) = get.fetch().await?
                && get.accept(today.clone())?.is_some()
            {
                stored.push(today);
            }
            stored.extend(get.older().await?.into_iter().map(|(_, stored)| stored));
            if stored.is_empty() {
                return Err(condition_failed(None));
            }
            let demand = self.demand.expression();
            match moving::remove(self.handle, entity, &stored, demand, &attempts).await? {
                Transacted::Applied => return Ok(()),
                Transacted::Refused(refused) => {
                    let unchanged =
                        |(place, now): &(usize, Option<Item>)| *place == 0 && now.as_ref() == stored.first();
                    if refused.iter().any(unchanged) {
                        return Err(condition_failed(stored.first()));
                    }
                }
            }
        }
        let message = format!("the item was moved {MOVES} times while it was to be deleted; wait and repeat");
        let error = Error::new(ErrorKind::Service, message);
        Err(if attempts.lost() { error.outcome_unknown() } else { error })
    }

    /// Deletes the item, if it still has these fields' stored values.
    async fn send(&self, key: &ItemKey, unchanged: Option<(&[u8], &Item)>) -> Result<()> {
        let (attempts, writes) = (Attempts::default(), self.handle.writes());
        let request = |_: To, once| Some(self.send_once(key, unchanged, once));
        match writes.send(&attempts, &mut writes.retry(), |_| false, request).await {
            Ok(_) => Ok(()),
            Err(error) => match error.as_service_error() {
                Some(DeleteItemError::ConditionalCheckFailedException(failed)) => {
                    self.refused(unchanged, failed.item(), &attempts).map_err(|error| error.at_key(key_text(key)))
                }
                _ => Err(write_error(error, &attempts).at_key(key_text(key))),
            },
        }
    }

    fn refused(&self, unchanged: Option<(&[u8], &Item)>, now: Option<&Item>, attempts: &Attempts) -> Result<()> {
        let is_another = |(fields, stored): (&[u8], &Item)| {
            let names = fields.iter().filter_map(|field| schema::<E>().fields.get(usize::from(*field)));
            now.is_some_and(|now| {
                names.into_iter().any(|field| now.get(field.attribute) != stored.get(field.attribute))
            })
        };
        // Another item has taken its place since it was read: the one asked for is gone.
        if self.demand.expression().is_none() || unchanged.is_some_and(is_another) {
            return Ok(());
        }
        let error = condition_failed(now);
        Err(if attempts.lost() { error.outcome_unknown() } else { error })
    }

    async fn send_once(
        &self,
        key: &ItemKey,
        unchanged: Option<(&[u8], &Item)>,
        once: config::Builder,
    ) -> Result<DeleteItemOutput, SdkError<DeleteItemError>> {
        let entity = schema::<E>();
        let demand = self.demand.expression();
        let condition = match unchanged {
            Some((fields, stored)) => Some(Condition::absent(entity).or_same(entity, fields, stored).and(demand)),
            None => demand.map(Condition::demanded),
        };
        let sent = with_condition(self.request(key), condition).customize().config_override(once).send().await;
        if let Some(watch) = self.handle.watch() {
            watch_delete(watch, entity, key, unchanged.map(|(_, stored)| stored), &sent);
        }
        sent
    }
}

fn with_condition(request: DeleteItemFluentBuilder, condition: Option<Condition>) -> DeleteItemFluentBuilder {
    match condition {
        None => request,
        Some(condition) => request
            .condition_expression(condition.expression)
            .set_expression_attribute_names(Some(condition.names))
            .set_expression_attribute_values(condition.values)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld),
    }
}

fn watch_delete(
    watch: &Watch,
    entity: &'static EntitySchema,
    key: &ItemKey,
    stored: Option<&Item>,
    sent: &Result<DeleteItemOutput, SdkError<DeleteItemError>>,
) {
    // The keys that it leaves in the indexes are not known.
    let weighed = Weighed { table: &key.partition, indexes: &[], bytes: stored.map_or(0, item_bytes) };
    match sent {
        Ok(answer) => watch.wrote(entity, weighed, answer.consumed_capacity()),
        Err(error) => match error.as_service_error() {
            Some(DeleteItemError::ConditionalCheckFailedException(_)) => {
                watch.condition_failed(entity, &key.partition, stored);
            }
            _ => watch.refused(entity, &weighed, &refusing(error)),
        },
    }
}

impl<'a, T: Table, E: Entity> IntoFuture for Delete<'a, T, E> {
    type Output = Result<()>;
    type IntoFuture = Sending<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.handle;
        Box::pin(call(handle, "delete", Some(schema::<E>().name), self.run()))
    }
}

impl<T: Table, E: Entity> fmt::Debug for Delete<'_, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delete").field("key", &self.key).finish_non_exhaustive()
    }
}
