//! Adds to a counter.

use std::{fmt, future::IntoFuture, marker::PhantomData, pin::pin};

use aws_sdk_dynamodb::{
    error::SdkError,
    operation::update_item::{UpdateItemError, UpdateItemInput, UpdateItemOutput, builders::UpdateItemFluentBuilder},
};
use futures_util::FutureExt as _;
use serde::Serialize;

use super::{
    amount::Amount,
    item::{EncodeUncounted, counter_field, encode_uncounted},
    request::{Addition, addition, request},
};
use crate::{
    Counter, Entity, Error, ErrorKind, Item, Result, Table,
    client::{
        Connection, Handle,
        put::request::{another_shard, collision},
        read_keys::stored_item::read_conflicting_item,
        transport::{
            attempts::Attempts,
            call::{Sending, call},
            failure::write_error,
            once::{Once, send_once},
            watch_write::watch_write,
            writes::{Repeats, To},
        },
    },
    counter::IntoCounter,
    entity::StoredIn,
    item::{
        any_key::AnyKey,
        encode::{Encoded, is_random, random_shard},
        lossy::has_other_texts,
        stamp::Stamp,
        stored::{key_text, schema},
    },
    key::ItemKey,
    monitor::{Watch, writes::ItemWrite},
    schema::EntitySchema,
    throttling::carries_random_shard,
};

impl<T: Table> Handle<T> {
    /// Adds an amount to a counter in one request, and creates the item if it does not exist. A negative amount counts
    /// down.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Platform;
    /// /// The votes of a poll.
    /// #[derive(Entity, Serialize, Deserialize)]
    /// #[entity(table = Platform)]
    /// #[pk(template = "VOTES#<poll>")]
    /// #[shard(random = 10)]
    /// #[sk(template = "COUNT")]
    /// struct Votes {
    ///     poll: String,
    ///     #[entity(counter)]
    ///     votes: u64,
    /// }
    ///
    /// # async fn example(platform: Handle<Platform>) -> keywright::Result<()> {
    /// platform.increment(Votes::votes("poll-1"), 1).await?;       // on one of the ten shards
    /// let total = platform.total(Votes::votes("poll-1")).await?;  // of all ten
    /// println!("{} votes", total.value);
    ///
    /// let known = platform.total(Votes::votes("poll-1")).partial().await?;
    /// for gap in &known.failed {
    ///     eprintln!("{}: {}", gap.key.partition, gap.error);      // in no sum
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// With random shards, increments use the shards in turn. A counter of an unsigned type cannot count down then,
    /// because the chosen shard may be at 0.
    ///
    /// To increment together with other writes, all or none, use
    /// [`Transaction::increment`](crate::client::Transaction::increment), which a token makes idempotent.
    ///
    /// Increments are exact under any concurrency. A throttled increment was not carried out and is retried, with 10
    /// requests in all: in another random shard, at most twice, if the range of the key is the limit, otherwise after a
    /// backoff. After a time-out, a lost connection or a 5xx it is not retried, because it might count twice: the
    /// error's [`outcome`] is [`Unknown`], and a caller that retries accepts that risk.
    ///
    /// In a global table (multi-Region, eventually consistent), increments are exact within one Region only: if two
    /// Regions add to an item concurrently, the last writer wins. On a table with `regions = "strong"`, they are exact
    /// in all Regions.
    ///
    /// # Errors
    ///
    /// Before a request is sent: [`InvalidArgument`] for a negative amount on an unsigned counter with random shards,
    /// [`KeyValue`] and [`KeyTooLong`] for the key. Nothing is counted in these cases: [`OutOfRange`] if the value
    /// would leave the range of its field's type, [`KeyCollision`] if another item has the key, and [`Decode`] if the
    /// attribute is not a number. [`TableNotFound`], [`Throttled`] and [`Service`] come from DynamoDB.
    ///
    /// [`outcome`]: crate::Error::outcome
    /// [`Unknown`]: crate::Outcome::Unknown
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`KeyValue`]: crate::ErrorKind::KeyValue
    /// [`KeyTooLong`]: crate::ErrorKind::KeyTooLong
    /// [`OutOfRange`]: crate::ErrorKind::OutOfRange
    /// [`KeyCollision`]: crate::ErrorKind::KeyCollision
    /// [`Decode`]: crate::ErrorKind::Decode
    /// [`TableNotFound`]: crate::ErrorKind::TableNotFound
    /// [`Throttled`]: crate::ErrorKind::Throttled
    /// [`Service`]: crate::ErrorKind::Service
    pub fn increment<C>(&self, counter: C, amount: i64) -> Increment<'_, C::Entity>
    where
        C: IntoCounter<Entity: StoredIn<T> + Serialize>,
    {
        // Picked once, so that `params()` prints what is sent. If no shard can be picked, encoding reports why.
        let Counter { key, field, .. } = counter.into_counter();
        let shard = random_shard(schema::<C::Entity>(), &|field| key.value(field)).unwrap_or(None);
        let increment = AnyIncrement {
            handle: self.connection(),
            key: AnyKey::of(key),
            field,
            amount: Amount::of::<C::Number>(amount),
            shard,
            moves: true,
            encode: encode_uncounted::<C::Entity>,
        };
        Increment { increment, entity: PhantomData }
    }
}

/// An increment that is not sent yet. Made by [`Handle::increment`].
#[must_use = "an increment does nothing until it is awaited"]
pub struct Increment<'a, E> {
    increment: AnyIncrement<'a>,
    entity: PhantomData<fn() -> E>,
}

/// An [`Increment`] without the type of its entity.
struct AnyIncrement<'a> {
    handle: &'a Connection,
    key: AnyKey,
    field: u8,
    amount: Amount,
    shard: Option<u32>,
    /// Whether a throttled increment may move to another shard.
    moves: bool,
    encode: EncodeUncounted,
}

impl<E: Entity> Increment<'_, E> {
    /// Counts only in this shard of a randomly sharded key, instead of an automatically chosen one.
    pub fn in_shard(mut self, shard: u32) -> Self {
        self.increment.shard = Some(shard);
        self.increment.moves = false;
        self
    }

    /// Returns the random shard that is incremented first. `None` if shards are not random.
    pub fn shard(&self) -> Option<u32> {
        self.increment.shard
    }

    /// Returns the request as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::increment`] that come before a request.
    pub fn params(&self) -> Result<UpdateItemInput> {
        let built = self.increment.sdk()?.as_input().clone().build();
        built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
    }

    /// Converts the request into the SDK's builder, which you can change and send yourself. Switch the SDK's retries
    /// off: the SDK would retry requests that may have been carried out.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::increment`] that come before a request.
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        self.increment.sdk()
    }
}

impl<'a> AnyIncrement<'a> {
    fn entity(&self) -> &'static EntitySchema {
        self.key.entity()
    }

    fn sdk(&self) -> Result<UpdateItemFluentBuilder> {
        let addition = self.prepare(self.shard, None)?.addition;
        Ok(request(self.handle.client(), self.handle.table_name(), addition))
    }

    fn prepare(&self, shard: Option<u32>, stored_texts: Option<&Item>) -> Result<Prepared> {
        let entity = self.entity();
        let field = counter_field(entity, self.field)?;
        let encoded = self.encoded(shard)?;
        let (key, indexes, bytes) = (encoded.key.clone(), encoded.indexes.clone(), encoded.bytes);
        let addition = self
            .amount
            .check(field, is_random(entity))
            .and_then(|()| addition(entity, encoded, field, self.amount, stored_texts))
            .map_err(|error| error.of_entity(entity.name).at_key(key_text(entity, &key)))?;
        Ok(Prepared { addition, key, indexes, bytes })
    }

    /// Returns the item with its counters at 0.
    fn encoded(&self, shard: Option<u32>) -> Result<Encoded> {
        (self.encode)(&self.key, shard, Stamp::now())
    }

    /// Sends the requests of the call.
    fn sending(self) -> Sending<'a, ()> {
        Box::pin(async move {
            // Pinned here: a future that is moved into another one takes its memory twice.
            let attempt = pin!(self.attempt());
            call(self.handle, "increment", Some(self.entity().name), attempt).await
        })
    }

    async fn attempt(&self) -> Result<()> {
        let entity = self.entity();
        let first = self.prepare(self.shard, None)?;
        let (attempts, writes) = (Attempts::default(), self.handle.writes());
        let (mut shard, mut first, mut left) = (self.shard, Some(first), Vec::new());
        let request = |to, once| {
            if to == To::OtherShard {
                left.extend(shard);
                shard = another_shard(entity, &|field| self.key.value(field), &left).or(shard);
            }
            let prepared = first.take().or_else(|| self.prepare(shard, None).ok())?;
            Some(self.send_once(prepared, once))
        };
        let may_move = |index: Option<&str>| self.moves && carries_random_shard(entity, index);
        let error = match writes.send(Repeats::Refused, &attempts, &mut writes.tries(), may_move, request).await {
            Ok(_) => return Ok(()),
            Err(error) => error,
        };
        // Boxed because few increments fail, so that other increments' futures stay small.
        Box::pin(self.failed(error, shard, &attempts)).await
    }

    /// Handles the failure of an increment of this shard.
    async fn failed(&self, error: SdkError<UpdateItemError>, shard: Option<u32>, attempts: &Attempts) -> Result<()> {
        let entity = self.entity();
        let Encoded { item, key, .. } = self.encoded(shard)?;
        let error = match error.as_service_error() {
            Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                let stored = match failed.item() {
                    // DynamoDB returns the item that failed the condition. For engines that do not, the item is read.
                    None => read_conflicting_item(self.handle, entity, &key).await,
                    returned => returned.cloned(),
                };
                let stored = stored.as_ref();
                if let Some(stored) = stored.filter(|stored| !attempts.lost() && has_other_texts(entity, &item, stored))
                {
                    return self.add_under_other_texts(shard, stored, attempts).await;
                }
                match stored.and_then(|stored| collision(entity, &item, stored)) {
                    Some(other) => other,
                    None => self.amount.refused(counter_field(entity, self.field)?, stored),
                }
            }
            _ => write_error(error, attempts),
        };
        Err(attempts.in_doubt(error).at_key(key_text(entity, &key)).in_shard(shard))
    }

    /// Repeats an increment once, which now requires the stored texts of times.
    async fn add_under_other_texts(&self, shard: Option<u32>, stored: &Item, attempts: &Attempts) -> Result<()> {
        let writes = self.handle.writes();
        let request = |_, once| Some(self.send_once(self.prepare(shard, Some(stored)).ok()?, once));
        let sent = writes.send(Repeats::Refused, attempts, &mut writes.tries(), |_| false, request).await;
        let Err(error) = sent else { return Ok(()) };
        let error = write_error(error, attempts).at_key(key_text(self.entity(), &self.encoded(shard)?.key));
        Err(attempts.in_doubt(error).in_shard(shard))
    }

    /// Sends one request, and reports its consumed capacity to the monitor.
    fn send_once(
        &self,
        prepared: Prepared,
        once: Once,
    ) -> impl Future<Output = Result<UpdateItemOutput, SdkError<UpdateItemError>>> {
        let Prepared { addition, key, indexes, bytes } = prepared;
        let watch = self.handle.watch();
        let request = request(once.client(), self.handle.table_name(), addition);
        let request = request.set_return_consumed_capacity(watch.map(|_| Watch::RETURN_CONSUMED));
        let sending = send_once!(request, once);
        sending.inspect(move |sent| {
            if let Some(watch) = watch {
                let (entity, item) = (self.entity(), ItemWrite { table: &key.partition, indexes: &indexes, bytes });
                watch_write(watch, entity, item, None, sent.as_ref().map(UpdateItemOutput::consumed_capacity));
            }
        })
    }
}

/// A request, and the data that a monitor needs to count it.
struct Prepared {
    addition: Addition,
    key: ItemKey,
    /// The positions of its indexes, and its keys in them.
    indexes: Vec<(usize, Option<ItemKey>)>,
    bytes: u64,
}

impl<'a, E: Entity> IntoFuture for Increment<'a, E> {
    type Output = Result<()>;
    type IntoFuture = Sending<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        self.increment.sending()
    }
}

impl<E: Entity> fmt::Debug for Increment<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Increment")
            .field("key", &self.increment.key)
            .field("amount", &self.increment.amount.value)
            .field("shard", &self.increment.shard)
            .finish_non_exhaustive()
    }
}
