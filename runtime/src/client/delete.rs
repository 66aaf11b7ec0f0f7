//! Deleting one item by its key.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::{
    config,
    error::SdkError,
    operation::delete_item::{DeleteItemError, DeleteItemInput, DeleteItemOutput, builders::DeleteItemFluentBuilder},
};
use serde::de::DeserializeOwned;

use super::{
    Handle, Item,
    attempts::Attempts,
    call::{Sending, call},
    condition::Condition,
    decode::{Decode, decode},
    failure::write_error,
    get::Get,
    locate::{item_key_of, key_fields, key_item},
    lossy::lossy_fields,
    metered::Weighed,
    refusing::refusing,
    size::item_bytes,
    stored::{key_text, schema, stored_key},
    writes::To,
};
use crate::{
    Entity, Error, ErrorKind, Key, Result, Table, entity::StoredIn, key::ItemKey, monitor::Watch, schema::EntitySchema,
};

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
        Delete { handle: self, key, decode: decode::<E> }
    }
}

/// A delete that is not sent yet. Made by [`Handle::delete`].
#[must_use = "a delete does nothing until it is awaited"]
pub struct Delete<'a, T, E> {
    handle: &'a Handle<T>,
    key: Key<E>,
    decode: Decode<E>,
}

impl<'a, T: Table, E: Entity> Delete<'a, T, E> {
    /// The request for today's key as a value that can be printed. Nothing is sent.
    ///
    /// It carries no condition: the one for a key that holds a field only in part hangs on what is stored.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::delete`] that come before a request.
    pub fn params(&self) -> Result<DeleteItemInput> {
        let built = self.request(&item_key_of(&self.key)?).as_input().clone().build();
        built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
    }

    /// The SDK's own request, to be changed and sent without us. It carries no condition, as [`params`](Self::params).
    ///
    /// # Errors
    ///
    /// Those of [`Handle::delete`] that come before a request.
    pub fn into_sdk(self) -> Result<DeleteItemFluentBuilder> {
        Ok(self.request(&item_key_of(&self.key)?))
    }

    fn request(&self, key: &ItemKey) -> DeleteItemFluentBuilder {
        let request = self.handle.client().delete_item().table_name(self.handle.table_name());
        let request = request.set_return_consumed_capacity(self.handle.watch().map(|_| Watch::ASKS));
        request.set_key(Some(key_item(schema::<E>(), key)))
    }

    async fn run(self) -> Result<()> {
        let entity = schema::<E>();
        let key = item_key_of(&self.key)?;
        let get = Get::new(self.handle, self.key.clone(), self.decode).consistent();
        for (_, stored) in get.older().await?.into_iter().rev() {
            if let Some(older) = stored_key(entity, 0, &stored) {
                self.send(&older, Some((&key_fields(entity), &stored))).await?;
            }
        }
        let lossy = lossy_fields(entity);
        if lossy.is_empty() {
            return self.send(&key, None).await;
        }
        let Some(stored) = get.fetch().await? else { return Ok(()) };
        match get.accept(stored.clone())? {
            Some(_) => self.send(&key, Some((&lossy, &stored))).await,
            None => Ok(()),
        }
    }

    /// Deletes the item, if it still has these fields' stored values.
    async fn send(&self, key: &ItemKey, unchanged: Option<(&[u8], &Item)>) -> Result<()> {
        let (attempts, writes) = (Attempts::default(), self.handle.writes());
        let request = |_: To, once| Some(self.send_once(key, unchanged, once));
        match writes.send(&attempts, &mut writes.retry(), |_| false, request).await {
            Ok(_) => Ok(()),
            // Another item has taken its place since it was read: the one asked for is gone.
            Err(error)
                if matches!(error.as_service_error(), Some(DeleteItemError::ConditionalCheckFailedException(_))) =>
            {
                Ok(())
            }
            Err(error) => Err(write_error(error, &attempts).at_key(key_text(key))),
        }
    }

    async fn send_once(
        &self,
        key: &ItemKey,
        unchanged: Option<(&[u8], &Item)>,
        once: config::Builder,
    ) -> Result<DeleteItemOutput, SdkError<DeleteItemError>> {
        let entity = schema::<E>();
        let mut request = self.request(key);
        if let Some((fields, stored)) = unchanged {
            let condition = Condition::absent(entity).or_same(entity, fields, stored);
            request = request
                .condition_expression(condition.expression)
                .set_expression_attribute_names(Some(condition.names))
                .set_expression_attribute_values(condition.values);
        }
        let sent = request.customize().config_override(once).send().await;
        if let Some(watch) = self.handle.watch() {
            watch_delete(watch, entity, key, unchanged.map(|(_, stored)| stored), &sent);
        }
        sent
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
