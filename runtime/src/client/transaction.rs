//! Writing and checking items of several entities, all or none.

mod action;
mod delete_item;
mod get;
mod increment;
mod inputs;
mod keyed;
mod prepared;
mod put;
mod report;
mod transferred_values;
mod unique;
mod update;

use std::{fmt, future::IntoFuture, time::SystemTime};

use aws_sdk_dynamodb::{
    error::SdkError,
    operation::transact_write_items::{
        TransactWriteItemsError, TransactWriteItemsInput, builders::TransactWriteItemsFluentBuilder,
    },
};

use super::{
    Handle,
    transport::{
        attempts::Attempts,
        call::{Sending, call},
        cancellation::{Input, cancellation_error},
        cancellation_reasons::{cancelled, without_items},
        failure::{build_error, write_error},
        transact::{new_token, request, send},
    },
};
use crate::{
    Error, Result, Table,
    item::stored::key_text,
    key::{Timestamp, clock::timestamp, hash},
};
use action::TransactAction;
pub use get::{TransactionGet, TransactionKeys};
use prepared::{Prepared, check_token, prepare};
pub use report::TransactionReport;

impl<T: Table> Handle<T> {
    /// Writes and checks up to 100 items of any entities of the table: all of it is carried out, or nothing.
    ///
    /// Each action means what the call of that name means by itself: a put of a randomly sharded entity appends,
    /// `create` demands that there is no item, also under an older key, and a key that holds a field only in part never
    /// overwrites or deletes another item. What a single call reads first is refused: a `replace` or `delete` of an
    /// item with older keys; of an item with [unique](crate::unique) fields all but `create`, and what has the item as
    /// it was read, [`replace_item`](Transaction::replace_item) and [`delete_item`](Transaction::delete_item).
    ///
    /// An action that has the struct demands its [version](crate::version) and writes the next one, which
    /// [`written`](TransactionReport::written) tells; one that has the key demands none.
    ///
    /// ```no_run
    /// # use keywright::{Entity, ErrorKind, Handle, Table, update::ItemUpdate};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Platform;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32 }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "CART")]
    /// # struct Cart { customer: String, lines: Vec<String> }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "PROFILE")]
    /// # struct Customer { customer: String, credit: u32 }
    /// # async fn example(platform: Handle<Platform>, order: Order) -> keywright::Result<()> {
    /// let sent = platform
    ///     .transaction()
    ///     .create(&order)
    ///     .delete(Cart::key("ann"))
    ///     .update(ItemUpdate::new(Customer::key("ann")).add(Customer::CREDIT, -100).when(Customer::CREDIT.ge(100)))
    ///     .token("order-7")                       // the same again within 10 minutes is carried out once
    ///     .await;
    /// match sent {
    ///     Err(error) if error.kind() == ErrorKind::TransactionCancelled => {
    ///         for cancelled in error.cancellations() {
    ///             eprintln!("action {}: {:?}: {}", cancelled.position, cancelled.reason, cancelled.text);
    ///         }
    ///     }
    ///     sent => drop(sent?),
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Repetitions
    ///
    /// Each request of the transaction carries one idempotency token, so that it is carried out at most once: after a
    /// 5xx, a time-out or a lost connection it is repeated, as often as other writes. One that other requests were in
    /// the way of, or that was throttled, is repeated up to 10 requests in all, with full jitter from 50 ms to 5 s. A
    /// put into a random shard keeps its shard, for the token stands for it. `max_attempts(1)` switches all of it off.
    ///
    /// `Ok` after a lost answer proves that the transaction was carried out, once. A cancellation after a lost answer
    /// proves that no earlier request had been carried out until then, and not that none will be: a request can arrive
    /// late, and DynamoDB does not say that it remembers the token of a transaction that was cancelled. Its outcome is
    /// [`Unknown`](crate::Outcome::Unknown).
    ///
    /// A transaction whose [`outcome`](Error::outcome) is unknown can be sent again with the same
    /// [`token`](Transaction::token), the same actions and the same time ([`at`](Transaction::at)) included, within 10
    /// minutes.
    ///
    /// # Cost
    ///
    /// Each action takes of the table what
    /// [`transaction_write_units`](crate::physics::capacity::transaction_write_units) says, twice as much as by itself,
    /// a check too; an index takes no more than for the write itself. The caller needs the IAM action of each:
    /// `dynamodb:PutItem`, `dynamodb:UpdateItem`, `dynamodb:DeleteItem`, `dynamodb:ConditionCheckItem`.
    ///
    /// # Errors
    ///
    /// With nothing sent: [`NotUnique`] for two actions with one value of a unique field; [`InvalidArgument`] for no
    /// action or over 100, for over 4 MB, for two actions on one item, for an action that would have to read first, and
    /// for a token that is empty or longer than 36 bytes; [`KeyValue`], [`KeyTooLong`], [`Encode`] and [`ItemTooLarge`]
    /// for an item. They name the action by its place, its entity and its key.
    ///
    /// [`TransactionCancelled`] with [`cancellations`](Error::cancellations), [`TransactionConflict`] and [`Throttled`]
    /// after the last repetition, with them too, [`TokenReused`], and [`TableNotFound`] and [`Service`] as for every
    /// write.
    ///
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`NotUnique`]: crate::ErrorKind::NotUnique
    /// [`KeyValue`]: crate::ErrorKind::KeyValue
    /// [`KeyTooLong`]: crate::ErrorKind::KeyTooLong
    /// [`Encode`]: crate::ErrorKind::Encode
    /// [`ItemTooLarge`]: crate::ErrorKind::ItemTooLarge
    /// [`TransactionCancelled`]: crate::ErrorKind::TransactionCancelled
    /// [`TransactionConflict`]: crate::ErrorKind::TransactionConflict
    /// [`Throttled`]: crate::ErrorKind::Throttled
    /// [`TokenReused`]: crate::ErrorKind::TokenReused
    /// [`TableNotFound`]: crate::ErrorKind::TableNotFound
    /// [`Service`]: crate::ErrorKind::Service
    ///
    /// AWS: [transactions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html).
    pub fn transaction<'a>(&'a self) -> Transaction<'a, T> {
        Transaction { handle: self, inputs: Vec::new(), token: new_token(), is_named: false, at: None }
    }
}

/// From which the random shard of an action follows.
fn shard_number(token: &str, position: usize) -> u32 {
    hash(&format!("{position}#{token}"))
}

/// Writes and checks of several entities that are not sent yet. Made by [`Handle::transaction`].
#[must_use = "a transaction does nothing until it is awaited"]
pub struct Transaction<'a, T> {
    handle: &'a Handle<T>,
    inputs: Vec<Box<dyn TransactAction + 'a>>,
    token: String,
    /// Whether the caller gave the token.
    is_named: bool,
    /// When it is written, where the caller says so.
    at: Option<Timestamp>,
}

impl<'a, T: Table> Transaction<'a, T> {
    /// Names the transaction: within 10 minutes the same actions with the same token are carried out once, also by
    /// another call or another process. 1 to 36 bytes; a random one unless said otherwise.
    ///
    /// The random shard of a put or an increment follows from the token and the action's place, so that the same again
    /// is the same request. Of entities with `ttl`, `created` or `updated` an action also says the time at which it was
    /// made: **with [`at`](Self::at) of the first call the repetition is the same**, and without it another one, which
    /// is refused where the first was carried out.
    ///
    /// # Errors
    ///
    /// [`TokenReused`](crate::ErrorKind::TokenReused) where a transaction with this token was carried out or is under
    /// way with other actions, or with these at another time. It is not known whether what was meant is done
    /// ([`Unknown`](crate::Outcome::Unknown)): look at the items before anything is sent again.
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = token.into();
        self.is_named = true;
        for (position, input) in self.inputs.iter_mut().enumerate() {
            input.set_shard(shard_number(&self.token, position));
        }
        self
    }

    /// The time of the transaction: what `created` and `updated` are set to, and by which an item has expired. Now,
    /// unless said otherwise. Who gives a [`token`](Self::token) keeps the time beside it, and gives both again.
    ///
    /// A `DateTime<Utc>` of `chrono`, a `Timestamp` of `jiff` and an `OffsetDateTime` of `time` become a `SystemTime`.
    /// One before 1970 counts as 1970.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Bank;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Bank)]
    /// # #[pk(template = "PAYMENT#<id>")]
    /// # #[sk(template = "PAYMENT")]
    /// # struct Payment { id: String, cents: u64 }
    /// # async fn example(bank: Handle<Bank>, payment: Payment, ordered: std::time::SystemTime) -> keywright::Result<()> {
    /// // The order's id and time are stored: whoever repeats it sends the same request.
    /// bank.transaction().create(&payment).token("order-7").at(ordered).await?;
    /// # Ok(()) }
    /// ```
    pub fn at(mut self, time: impl Into<SystemTime>) -> Self {
        let at = timestamp(time.into());
        self.at = Some(at);
        for input in &mut self.inputs {
            input.set_time(at);
        }
        self
    }

    /// The request as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::transaction`] that come before a request.
    pub fn params(&self) -> Result<TransactWriteItemsInput> {
        self.request()?.as_input().clone().build().map_err(build_error)
    }

    /// The SDK's own request, to be changed and sent without us.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::transaction`] that come before a request.
    pub fn into_sdk(self) -> Result<TransactWriteItemsFluentBuilder> {
        self.request()
    }

    /// Adds an action, whatever it does.
    pub(crate) fn with(mut self, mut input: impl TransactAction + 'a) -> Self {
        if self.is_named {
            input.set_shard(shard_number(&self.token, self.inputs.len()));
        }
        if let Some(at) = self.at {
            input.set_time(at);
        }
        self.inputs.push(Box::new(input));
        self
    }

    fn prepare(&self) -> Result<Prepared> {
        check_token(&self.token)?;
        prepare(&self.inputs, self.handle.table_name())
    }

    fn request(&self) -> Result<TransactWriteItemsFluentBuilder> {
        Ok(request(self.handle, self.handle.client(), self.prepare()?.actions, &self.token))
    }

    async fn run(self) -> Result<TransactionReport> {
        let Prepared { actions, places } = self.prepare()?;
        let attempts = Attempts::default();
        let again = || Some(self.prepare().ok()?.actions);
        match send(self.handle, actions, again, &self.token, &attempts).await {
            Ok(_) => {
                let written = self.inputs.iter().map(|input| input.written()).collect();
                Ok(TransactionReport::new(self.token, written))
            }
            Err(error) => Err(self.failed(error, &places, &attempts)),
        }
    }

    /// The error of the last attempt, with its reasons mapped to the inputs.
    fn failed(
        &self,
        error: SdkError<TransactWriteItemsError>,
        places: &[prepared::Place],
        attempts: &Attempts,
    ) -> Error {
        let Some(reasons) = cancelled(&error) else { return write_error(error, attempts) };
        let input = |place: usize| {
            let place = places.get(place)?;
            let input = self.inputs.get(place.position)?;
            let is_sentinel = input.is_sentinel(place.part);
            let field = is_sentinel.then(|| input.unique_field(place.part)).flatten();
            let (position, name, entity) = (place.position, input.name(), input.entity().name);
            let key = key_text(input.entity(), &place.key);
            Some(Input { position, name, entity, key, is_sentinel, field })
        };
        let failed = |place: usize, stored: Option<&crate::Item>| {
            let place = places.get(place)?;
            self.inputs.get(place.position)?.refused(place.part, stored)
        };
        let named = cancellation_error(reasons, "action", input, failed);
        let stripped = without_items(&error, reasons, TransactWriteItemsError::TransactionCanceledException);
        let named = stripped.into_iter().fold(named, Error::caused_by);
        // An earlier attempt was not carried out before, or the token had said so; but it may still be on its way.
        attempts.in_doubt(named)
    }
}

impl<'a, T: Table> IntoFuture for Transaction<'a, T> {
    type Output = Result<TransactionReport>;
    type IntoFuture = Sending<'a, TransactionReport>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.handle;
        Box::pin(call(handle, "transaction", None, self.run()))
    }
}

impl<T: Table> fmt::Debug for Transaction<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actions: Vec<_> = self.inputs.iter().map(|input| (input.name(), input.entity().name)).collect();
        f.debug_struct("Transaction").field("actions", &actions).field("token", &self.token).finish_non_exhaustive()
    }
}
