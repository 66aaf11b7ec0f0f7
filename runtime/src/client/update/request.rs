//! Sends the requests of `update` and `upsert`.

use std::{pin::pin, sync::OnceLock};

use aws_sdk_dynamodb::{
    Client,
    error::{ProvideErrorMetadata as _, SdkError},
    operation::update_item::{UpdateItemError, UpdateItemInput, UpdateItemOutput, builders::UpdateItemFluentBuilder},
    types::{ReturnValue, ReturnValuesOnConditionCheckFailure},
};
use futures_util::FutureExt as _;
use serde::{Serialize, de::DeserializeOwned};

use super::{
    AnyUpdate, Rendered, RepeatEffect, RequestParts,
    managed_fields::{check_no_sentinels, sentinel_field},
    own_condition::is_of_other_texts,
    refusal,
    refusal::explains_rejection,
    render,
};
use crate::{
    Entity, Error, ErrorKind, Item, Result,
    client::{
        Connection,
        legacy::relocate::other_keys,
        read_keys::stored_item::read_conflicting_item,
        transport::{
            attempts::Attempts,
            call::{Sending, call},
            failure::write_error,
            once::{Once, send_once},
            watch_write::watch_write,
            writes::{Repeats, To},
        },
        unique::{StoredSentinels, stored_sentinels, unique_fields},
    },
    item::{
        any_key::{AnyValue, DecodeFound, decode_found},
        decode::decode,
        encode::encode_at,
        functions::ValueOf,
        names::is_entity_attribute,
        stamp::{Stamp, keep_missing_created},
        stored::{key_text, schema},
    },
    key::{ItemKey, KeyValue},
    monitor::{Watch, writes::ItemWrite},
    schema::EntitySchema,
    update::ItemUpdate,
};

/// The update of a call.
pub(super) struct Request<'a> {
    pub(super) handle: &'a Connection,
    pub(super) update: AnyUpdate,
    /// Which item to return, if any.
    pub(super) returns: Option<ReturnValue>,
    /// The time of the write, which all requests of the call share.
    pub(super) stamp: Stamp,
    pub(super) functions: &'static Functions,
    /// The item that refused the first request, if it is the same item with the times of the key in other texts.
    stored_texts: OnceLock<Box<Item>>,
}

/// The values of some fields.
type Values = Vec<(u8, KeyValue<'static>)>;

/// What an update needs of the type of its entity.
pub(super) struct Functions {
    pub(super) decode_found: DecodeFound,
    pub(super) sentinels: StoredSentinels,
    /// Returns the values of the unique fields of an item, and of those within which they are unique.
    pub(super) unique_values: fn(Item) -> Result<Values>,
    /// Returns a stored item with the attributes that a put would derive today.
    pub(super) current_form: fn(&Item, Stamp) -> Result<Item>,
}

impl Functions {
    const fn of<E: Entity + Serialize + DeserializeOwned>() -> Self {
        Self {
            decode_found: decode_found::<E>,
            sentinels: stored_sentinels::<E>,
            unique_values: unique_values::<E>,
            current_form: current_form::<E>,
        }
    }
}

fn unique_values<E: Entity + DeserializeOwned>(item: Item) -> Result<Values> {
    let decoded: E = decode(schema::<E>(), item)?;
    Ok(values_of(unique_fields(schema::<E>()), &|field| decoded.__value(field)))
}

fn values_of(fields: Vec<u8>, value: ValueOf<'_, '_>) -> Values {
    fields.into_iter().filter_map(|field| Some((field, value(field)?.into_owned()))).collect()
}

fn current_form<E: Entity + Serialize + DeserializeOwned>(stored: &Item, stamp: Stamp) -> Result<Item> {
    let decoded: E = decode(schema::<E>(), stored.clone())?;
    let mut item = with_other_attributes(schema::<E>(), stored, encode_at(&decoded, None, stamp.change())?.item);
    keep_missing_created(&decoded, stored, &mut item);
    Ok(item)
}

/// Returns an item with those of the stored attributes that are not of the entity.
fn with_other_attributes(entity: &'static EntitySchema, stored: &Item, encoded: Item) -> Item {
    let mut item = stored.clone();
    item.retain(|name, _| !is_entity_attribute(entity, name));
    item.extend(encoded);
    item
}

impl<'a> Request<'a> {
    pub(super) fn new<E>(handle: &'a Connection, update: ItemUpdate<E>) -> Self
    where
        E: Entity + Serialize + DeserializeOwned,
    {
        let (update, stamp) = (AnyUpdate::of(update), Stamp::now().with_call_id(schema::<E>()));
        Self {
            handle,
            update,
            returns: None,
            stamp,
            functions: const { &Functions::of::<E>() },
            stored_texts: OnceLock::new(),
        }
    }

    pub(super) fn entity(&self) -> &'static EntitySchema {
        self.update.entity()
    }

    /// Selects the item to return.
    pub(super) fn returning(self, returns: ReturnValue) -> Self {
        Self { returns: Some(returns), ..self }
    }

    pub(super) fn creates(&self) -> bool {
        self.update.creates()
    }

    /// Renders the update as of the time of the call.
    pub(super) fn rendered(&self, creates: bool) -> Result<Rendered> {
        render(&self.update, creates, self.stamp, self.stored_texts.get().map(Box::as_ref))
    }

    /// Converts into the SDK's builder. Refuses an entity with unique fields, because a single request would not update
    /// their sentinels.
    pub(super) fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        check_no_sentinels(self.entity(), &self.update.operations.list, "await the call itself")?;
        self.sdk()
    }

    fn sdk(&self) -> Result<UpdateItemFluentBuilder> {
        Ok(self.request(self.handle.client(), *self.rendered(self.creates())?.parts))
    }

    pub(super) fn params(&self) -> Result<UpdateItemInput> {
        let built = self.sdk()?.as_input().clone().build();
        built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
    }

    fn request(&self, client: &Client, parts: RequestParts) -> UpdateItemFluentBuilder {
        let RequestParts { key, update, condition, names, values } = parts;
        let capacity = self.handle.watch().map(|_| Watch::RETURN_CONSUMED);
        let conditions = condition.is_some().then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        let request = client.update_item().table_name(self.handle.table_name());
        request
            .set_key(Some(key))
            .set_update_expression(update)
            .set_condition_expression(condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .set_return_values(self.returns.clone())
            .set_return_values_on_condition_check_failure(conditions)
            .set_return_consumed_capacity(capacity)
    }

    /// Sends the update. Returns the requested item, if there is one.
    pub(super) fn sending(self) -> Sending<'a, Option<AnyValue>> {
        let operation = if self.creates() { "upsert" } else { "update" };
        Box::pin(async move {
            // Pinned here, because a future passed by value takes memory twice.
            let attempt = pin!(self.attempt());
            let item = call(self.handle, operation, Some(self.entity().name), attempt).await?;
            Ok(item.map(|item| Box::new(item) as AnyValue))
        })
    }

    /// Returns the update, and whether the item may be stored under an older key.
    fn prepared(&self) -> Result<(Rendered, bool)> {
        let entity = self.entity();
        let rendered = self.rendered(self.creates())?;
        let others = other_keys(entity, &rendered.item_key, &|field| self.update.key.value(field))?;
        Ok((rendered, !others.is_empty()))
    }

    async fn attempt(&self) -> Result<Option<Item>> {
        let entity = self.entity();
        if sentinel_field(entity, &self.update.operations.list).is_some() {
            // Boxed to keep the future of ordinary updates small.
            return Box::pin(async { self.update_unique(self.rendered(self.creates())?).await.map(|()| None) }).await;
        }
        let (rendered, has_older_keys) = self.prepared()?;
        let attempts = Attempts::default();
        let sent = match has_older_keys {
            false => self.write(rendered, self.creates(), &attempts).await,
            true => Box::pin(self.write_or_move(rendered, &attempts)).await,
        };
        sent.map_err(|error| {
            let error = attempts.in_doubt(error);
            match self.update.key.item_key() {
                Ok(key) => error.at_key(key_text(entity, &key)),
                Err(_) => error,
            }
        })
    }

    pub(super) async fn write_once(
        &self,
        parts: &mut (impl FnMut() -> Option<Box<RequestParts>> + Send),
        item: &ItemWrite<'_>,
        repeat_effect: RepeatEffect,
        attempts: &Attempts,
    ) -> Result<Option<Item>, SdkError<UpdateItemError>> {
        let writes = self.handle.writes();
        let request = |_: To, once| Some(self.send_once(*parts()?, *item, once));
        let repeats = match repeat_effect {
            RepeatEffect::Refused => Repeats::Failed,
            // If a write is carried out twice, the old item of the second is the result of the first.
            RepeatEffect::Idempotent if self.returns != Some(ReturnValue::AllOld) => Repeats::Failed,
            RepeatEffect::Idempotent | RepeatEffect::Differs => Repeats::Refused,
        };
        let sent = writes.send(repeats, attempts, &mut writes.tries(), |_| false, request).await;
        sent.map(|answer| answer.attributes)
    }

    /// Whether an update was refused because the stored item has the times of the key in other texts. Keeps these
    /// texts, so that the update can be repeated.
    pub(super) fn is_of_other_texts(&self, error: &SdkError<UpdateItemError>, attempts: &Attempts) -> bool {
        let Some(UpdateItemError::ConditionalCheckFailedException(failed)) = error.as_service_error() else {
            return false;
        };
        !attempts.lost() && failed.item().is_some_and(|stored| self.keep_other_texts(stored))
    }

    /// Keeps the texts of the stored item, if it has the times of the key in other texts and none are kept yet.
    pub(super) fn keep_other_texts(&self, stored: &Item) -> bool {
        is_of_other_texts(&self.update.key, stored) && self.stored_texts.set(Box::new(stored.clone())).is_ok()
    }

    /// Returns the item because of which an update was refused. If the engine does not return it, and the condition
    /// requires more than its existence, reads it. An item that then meets the condition was written after the refusal.
    pub(super) async fn conflicting_item(
        &self,
        error: &SdkError<UpdateItemError>,
        key: &ItemKey,
        creates: bool,
    ) -> Option<Item> {
        let Some(UpdateItemError::ConditionalCheckFailedException(failed)) = error.as_service_error() else {
            return None;
        };
        let fits = self.update.operations.list.iter().any(|operation| operation.fits.is_some());
        match failed.item() {
            None if fits || self.update.condition.is_some() => {
                let stored = Box::pin(read_conflicting_item(self.handle, self.entity(), key)).await;
                stored.filter(|stored| explains_rejection(&self.update, creates, stored, self.stamp.at))
            }
            returned => returned.cloned(),
        }
    }

    pub(super) fn failed(
        &self,
        error: SdkError<UpdateItemError>,
        stored: Option<&Item>,
        creates: bool,
        attempts: &Attempts,
    ) -> Error {
        if let Some(UpdateItemError::ConditionalCheckFailedException(_)) = error.as_service_error() {
            return attempts.in_doubt(refusal(&self.update, creates, stored, self.stamp.at));
        }
        let is_invalid = error.code() == Some("ValidationException");
        let service_message = error.message().unwrap_or_default().to_owned();
        if is_invalid && service_message.contains("exceeded the maximum allowed size") {
            let message = "the item would take more than DynamoDB stores, 409600 bytes (400 KB), after the update; \
                           split it into several items, or keep its largest attribute in S3";
            let error = Error::new(ErrorKind::ItemTooLarge, message).caused_by(error);
            return attempts.in_doubt(error);
        }
        let fix = if is_invalid && service_message.contains("document path") {
            "a map or list in the path is not stored; set the whole field first"
        } else if is_invalid && service_message.contains("incorrect data type") {
            "the stored value has another type, such as null, to which nothing can be added; set it first"
        } else {
            return write_error(error, attempts);
        };
        let error = Error::new(ErrorKind::InvalidArgument, format!("dynamodb answered: {service_message}; {fix}"))
            .caused_by(error);
        attempts.in_doubt(error)
    }

    /// Sends one request, and reports its consumed capacity to the monitor.
    fn send_once(
        &self,
        parts: RequestParts,
        item: ItemWrite<'_>,
        once: Once,
    ) -> impl Future<Output = Result<UpdateItemOutput, SdkError<UpdateItemError>>> {
        let request = self.request(once.client(), parts);
        let sending = send_once!(request, once);
        sending.inspect(move |sent| {
            if let Some(watch) = self.handle.watch() {
                watch_write(watch, self.entity(), item, None, sent.as_ref().map(UpdateItemOutput::consumed_capacity));
            }
        })
    }
}
