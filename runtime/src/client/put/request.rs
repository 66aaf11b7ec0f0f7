//! The request of `put`, `create` and `replace`.

mod conditions;
mod legacy;
mod unique;

use std::{pin::pin, sync::OnceLock};

use aws_sdk_dynamodb::{
    Client,
    error::SdkError,
    operation::put_item::{PutItemError, PutItemInput, PutItemOutput, builders::PutItemFluentBuilder},
    types::ReturnValuesOnConditionCheckFailure,
};
use futures_util::FutureExt as _;
use serde::Serialize;

use crate::{
    Entity, Error, ErrorKind, Item, Result,
    client::{
        Connection, Written,
        condition::Condition,
        conditional::CallerCondition,
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
        unique::{StoredSentinels, alone, has_unique, stored_sentinels},
    },
    expression,
    item::{
        encode::{Encoded, is_random, random_shard},
        lossy::has_other_texts,
        stamp::{Stamp, same_content},
        stored::key_text,
        writable::Writable,
    },
    key::{ItemKey, KeyValue},
    monitor::{Watch, writes::ItemWrite},
    schema::EntitySchema,
    throttling::carries_random_shard,
};

pub(crate) use conditions::{EXISTS_UNDER_OLDER_KEY, Requirement, Rule, collision};

/// Writes one item.
pub(crate) struct PutItem<'a> {
    handle: &'a Connection,
    entity: &'a dyn Writable,
    rule: Rule,
    pub(crate) shard: Option<u32>,
    /// Whether the caller chose the shard, so that no other one may be used.
    is_given: bool,
    /// The caller's condition on the stored item.
    caller_condition: CallerCondition,
    /// The time of the write, for all requests of the call.
    stamp: Stamp,
    sentinels: StoredSentinels,
    /// The item that refused the first request, if it is the same item with the times of the key in other texts. Boxed
    /// because few items have them.
    stored_texts: OnceLock<Box<Item>>,
}

impl<'a> PutItem<'a> {
    pub(crate) fn new<E: Entity + Serialize>(handle: &'a Connection, entity: &'a E, rule: Rule) -> Self {
        Self::of(handle, entity, rule, stored_sentinels::<E>)
    }

    fn of(handle: &'a Connection, entity: &'a dyn Writable, rule: Rule, sentinels: StoredSentinels) -> Self {
        // Picked once, so that `params()` prints what is sent.
        let (shard, stamp) = (entity.random_shard(), rule.stamp().with_call_id(entity.schema()));
        Self {
            handle,
            entity,
            rule,
            shard,
            is_given: false,
            caller_condition: CallerCondition::default(),
            stamp,
            sentinels,
            stored_texts: OnceLock::new(),
        }
    }

    pub(crate) fn in_shard(self, shard: u32) -> Self {
        Self { shard: Some(shard), is_given: true, ..self }
    }

    pub(crate) fn when<E: Entity>(self, condition: &expression::Condition<E>) -> Self {
        Self { caller_condition: CallerCondition::of(condition), ..self }
    }

    pub(crate) fn sdk(&self) -> Result<PutItemFluentBuilder> {
        self.caller_condition.check()?;
        Ok(self.request(self.handle.client(), self.encoded(self.shard)?.item, self.rule))
    }

    pub(crate) fn params(&self) -> Result<PutItemInput> {
        let built = self.sdk()?.as_input().clone().build();
        built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
    }

    /// Converts the request into the SDK's builder. Fails for an entity with unique fields, because it would not write
    /// their sentinels.
    pub(crate) fn into_sdk(self) -> Result<PutItemFluentBuilder> {
        alone(self.entity.schema())?;
        self.sdk()
    }

    /// Sends the requests of the call.
    pub(crate) fn sending(self) -> Sending<'a, Written> {
        Box::pin(async move {
            // Pinned here: a future that is moved into another one takes its memory twice.
            let attempt = pin!(self.attempt());
            call(self.handle, self.rule.operation(), Some(self.entity.schema().name), attempt).await
        })
    }

    /// Returns the item to write, with the struct's version plus one.
    fn encoded(&self, shard: Option<u32>) -> Result<Encoded> {
        self.entity.encode_next(shard, self.stamp)
    }

    /// Returns the item to write, its version, and the older keys under which it may be stored.
    fn prepared(&self) -> Result<(Encoded, Option<u64>, Vec<ItemKey>)> {
        let (encoded, version) = (self.encoded(self.shard)?, self.entity.next_version()?);
        let older = match self.rule {
            Rule::Put if version.is_none() => Vec::new(),
            _ => other_keys(self.entity.schema(), &encoded.key, &|field| self.entity.value(field))?,
        };
        Ok((encoded, version, older))
    }

    async fn attempt(&self) -> Result<Written> {
        self.caller_condition.check()?;
        let (encoded, version, older) = self.prepared()?;
        // Covers all requests of the call: an unknown outcome of the first one remains unknown.
        let attempts = Attempts::default();
        let written = if has_unique(self.entity.schema()) {
            // Boxed because few puts need it, so that other puts' futures stay small.
            Box::pin(self.write_unique(encoded, &attempts)).await.map(|()| Written::new(self.shard))
        } else if older.is_empty() {
            self.write(self.rule, encoded, &attempts).await
        } else {
            Box::pin(self.write_over_older_copies(encoded, &older, &attempts)).await.map(|()| Written::new(self.shard))
        };
        Ok(written.map_err(|error| attempts.in_doubt(error))?.of_version(version))
    }

    /// Writes the item under its current key.
    ///
    /// Not an `async fn`, because its future would hold each argument twice.
    fn write(&self, rule: Rule, encoded: Encoded, attempts: &Attempts) -> impl Future<Output = Result<Written>> {
        // A request consumes its item.
        let mut first = Some(encoded);
        async move {
            let (mut shard, writes) = (self.shard, self.handle.writes());
            let mut left = Vec::new();
            let request = |to, once| {
                if to == To::OtherShard {
                    left.extend(shard);
                    shard = another_shard(self.entity.schema(), &|field| self.entity.value(field), &left).or(shard);
                }
                let encoded = first.take().or_else(|| self.encoded(shard).ok())?;
                Some(self.send_once(rule, encoded, once))
            };
            let may_move = |index: Option<&str>| !self.is_given && carries_random_shard(self.entity.schema(), index);
            let error = match writes.send(Repeats::Failed, attempts, &mut writes.tries(), may_move, request).await {
                Ok(_) => return Ok(Written::new(shard)),
                Err(error) => error,
            };
            // Boxed because few puts fail, so that other puts' futures stay small.
            Box::pin(self.failed(rule, error, shard, attempts)).await
        }
    }

    /// Handles the failure of a put to this shard. The call may still succeed.
    async fn failed(
        &self,
        rule: Rule,
        error: SdkError<PutItemError>,
        shard: Option<u32>,
        attempts: &Attempts,
    ) -> Result<Written> {
        let error = match self.is_of_other_texts(&error, shard, attempts) {
            true => match self.write_over_other_texts(rule, shard, attempts).await {
                Ok(written) => return Ok(written),
                Err(error) => error,
            },
            false => error,
        };
        let result = match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(failed)) => {
                let stored = match failed.item() {
                    None if self.may_be_hidden(rule) => {
                        let stored = self.stored_now(shard).await;
                        stored.filter(|stored| self.explains_rejection(rule, stored, shard))
                    }
                    returned => returned.cloned(),
                };
                self.refused(rule, stored.as_ref(), shard, attempts)
            }
            _ => Err(write_error(error, attempts)),
        };
        match result {
            Ok(()) => Ok(Written::new(shard)),
            Err(error) => Err(self.named(error, shard)),
        }
    }

    /// Whether a put was refused because the stored item has the times of the key in other texts. Keeps these texts.
    fn is_of_other_texts(&self, error: &SdkError<PutItemError>, shard: Option<u32>, attempts: &Attempts) -> bool {
        let Some(PutItemError::ConditionalCheckFailedException(failed)) = error.as_service_error() else {
            return false;
        };
        let (Some(stored), Ok(ours)) = (failed.item(), self.encoded(shard)) else { return false };
        !attempts.lost()
            && has_other_texts(self.entity.schema(), &ours.item, stored)
            && self.stored_texts.set(Box::new(stored.clone())).is_ok()
    }

    /// Repeats a put once, which now requires the stored texts of times.
    async fn write_over_other_texts(
        &self,
        rule: Rule,
        shard: Option<u32>,
        attempts: &Attempts,
    ) -> Result<Written, SdkError<PutItemError>> {
        let writes = self.handle.writes();
        let request = |_, once| Some(self.send_once(rule, self.encoded(shard).ok()?, once));
        let sent = writes.send(Repeats::Failed, attempts, &mut writes.tries(), |_| false, request).await;
        sent.map(|_| Written::new(shard))
    }

    /// Whether a stored item may be missing from the rejection, because a condition on more than its presence failed.
    fn may_be_hidden(&self, rule: Rule) -> bool {
        let condition = self.encoded(self.shard).ok().and_then(|encoded| self.condition(&encoded.item, rule));
        condition.is_some_and(|condition| condition.expression != Condition::present(self.entity.schema()).expression)
    }

    /// Whether this stored item explains the rejection, or was written by this call. An item that meets the write's
    /// condition was written after the rejection.
    fn explains_rejection(&self, rule: Rule, stored: &Item, shard: Option<u32>) -> bool {
        let (entity, now) = (self.entity.schema(), self.stamp.at);
        if self.stamp.matches_write_id(entity, stored) || !self.caller_condition.accepts(entity, stored, now) {
            return true;
        }
        let ours = self.encoded(shard).map(|encoded| encoded.item).unwrap_or_default();
        self.requirement(rule).reason(&ours, Some(stored)).is_some()
    }

    /// Reads the item that is stored under the key in this shard.
    async fn stored_now(&self, shard: Option<u32>) -> Option<Item> {
        let key = self.entity.table_key(shard).ok()?;
        read_conflicting_item(self.handle, self.entity.schema(), &key).await
    }

    /// Sends one request, and reports its consumed capacity to the monitor.
    fn send_once(
        &self,
        rule: Rule,
        encoded: Encoded,
        once: Once,
    ) -> impl Future<Output = Result<PutItemOutput, SdkError<PutItemError>>> {
        let Encoded { item, key, indexes, bytes } = encoded;
        let request = self.request(once.client(), item, rule);
        let sending = send_once!(request, once);
        // Not awaited here, so that the settings and the future made from them are not in memory at once.
        sending.inspect(move |sent| {
            if let Some(watch) = self.handle.watch() {
                let item_write = ItemWrite { table: &key.partition, indexes: &indexes, bytes };
                let consumed = sent.as_ref().map(PutItemOutput::consumed_capacity);
                watch_write(watch, self.entity.schema(), item_write, None, consumed);
            }
        })
    }

    /// Adds the entity and the key to the error.
    fn named(&self, error: Error, shard: Option<u32>) -> Error {
        let error = error.in_shard(shard);
        match self.entity.table_key(shard) {
            Ok(key) => error.at_key(key_text(self.entity.schema(), &key)),
            Err(_) => error,
        }
    }

    fn request(&self, client: &Client, item: Item, rule: Rule) -> PutItemFluentBuilder {
        let condition = self.condition(&item, rule);
        let request = client.put_item().table_name(self.handle.table_name()).set_item(Some(item));
        let request = request.set_return_consumed_capacity(self.handle.watch().map(|_| Watch::RETURN_CONSUMED));
        match condition {
            None => request,
            Some(condition) => request
                .condition_expression(condition.expression)
                .set_expression_attribute_names(Some(condition.names))
                .set_expression_attribute_values(condition.values)
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld),
        }
    }

    fn condition(&self, item: &Item, rule: Rule) -> Option<Condition> {
        self.requirement(rule).condition(item)
    }

    fn requirement(&self, rule: Rule) -> Requirement<'_> {
        Requirement {
            entity: self.entity.schema(),
            rule,
            // An invalid version was already rejected when the item was encoded.
            version: self.entity.version().ok().flatten(),
            condition: self.caller_condition.expression(),
            now: self.stamp.at,
            stored_texts: self.stored_texts.get().map(Box::as_ref),
        }
    }

    /// Handles a failed condition, given the stored item.
    fn refused(&self, rule: Rule, stored: Option<&Item>, shard: Option<u32>, attempts: &Attempts) -> Result<()> {
        let (entity, ours) = (self.entity.schema(), self.encoded(shard)?.item);
        let appends = rule == Rule::Put && is_random(entity);
        // An append succeeds if the item exists, even if another writer wrote it. For other writes an item of equal
        // content proves nothing: it may be another writer's.
        if appends && stored.is_some_and(|stored| same_content(entity, stored, &ours)) {
            return Ok(());
        }
        if stored.is_some_and(|stored| self.stamp.matches_write_id(entity, stored)) {
            return Ok(());
        }
        Err(attempts.in_doubt(self.requirement(rule).refusal(&ours, stored)))
    }
}

/// Picks the next random shard that is not one of these, or at least not the last of them if there is no other. Other
/// writers may take turns meanwhile.
pub(crate) fn another_shard<'v>(
    entity: &'static EntitySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
    left: &[u32],
) -> Option<u32> {
    const TURNS: usize = 16;
    let turns = || (0..TURNS).filter_map(|_| random_shard(entity, value).ok().flatten());
    turns().find(|shard| !left.contains(shard)).or_else(|| turns().find(|shard| left.last() != Some(shard)))
}
