//! Writes and checks items of several entities, all or none.

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

use std::{fmt, future::IntoFuture, marker::PhantomData, pin::pin, time::SystemTime};

use aws_sdk_dynamodb::{
    error::SdkError,
    operation::transact_write_items::{
        TransactWriteItemsError, TransactWriteItemsInput, builders::TransactWriteItemsFluentBuilder,
    },
};

use super::{
    Connection, Handle,
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
    Error, Result, Table, Transactional,
    item::stored::key_text,
    key::{Timestamp, clock::timestamp, hash},
};
use action::TransactAction;
pub use get::{TransactionGet, TransactionKeys};
use prepared::{Prepared, check_token, prepare};
pub use report::TransactionReport;

impl<T: Table> Handle<T> {
    /// Writes and checks up to 100 items of any entities of the table, all or none.
    ///
    /// Each action works like the call with the same name: a put of a randomly sharded entity appends, `create` fails
    /// if there is an item, even under an older key, and a key that holds a field only in part never overwrites or
    /// deletes another item.
    ///
    /// Actions that need to read an item first are rejected:
    ///
    /// - `replace`, `update` and `delete` of an item that can have older keys, and `put` if it also has a
    ///   [version](crate::version);
    /// - of an entity with [unique](crate::unique) fields, `put`, `put_if`, `replace`, `delete`, `delete_if`,
    ///   `delete_existing`, an upsert, and an `update` that changes a unique field, a field of `within` or the `ttl`.
    ///   Use `create`, or [`replace_item`](Transaction::replace_item) and [`delete_item`](Transaction::delete_item),
    ///   which take the item as the caller has read it. An `update` of other fields is accepted.
    ///
    /// An action that takes a struct requires the struct's [version](crate::version) and writes the next one, which
    /// [`written`](TransactionReport::written) returns. An action that takes a key requires no version.
    ///
    /// ```no_run
    /// # use keywright::{Entity, ErrorKind, Handle, ItemUpdate, Table};
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
    ///     .token("order-7")                       // within 10 minutes, a repetition is not applied again
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
    /// # Retries
    ///
    /// All requests of one transaction carry the same idempotency token, so DynamoDB applies it at most once. After a
    /// 5xx response, a time-out or a lost connection, the request is retried as often as other writes. After a conflict
    /// with other requests or a throttle, up to 10 requests are sent, with full jitter from 50 ms to 5 s. A put into a
    /// random shard keeps its shard, because the token identifies one request. `max_attempts(1)` in the client's
    /// configuration disables retries.
    ///
    /// If a stored item has the time of its key in another text, such as `.000Z`, DynamoDB cancels the transaction. It
    /// is then sent once more, with that text in its condition and another token. A transaction with a
    /// [`token`](Transaction::token) of the caller stays cancelled.
    ///
    /// `Ok` after a lost response proves that the transaction was applied, once. A cancellation after a lost response
    /// proves that no earlier request had been applied until then. It does not prove that none will be: a request can
    /// arrive late, and DynamoDB does not promise to remember the token of a cancelled transaction. The outcome is
    /// [`Unknown`](crate::Outcome::Unknown).
    ///
    /// A transaction whose [`outcome`](Error::outcome) is unknown can be sent again within 10 minutes, with the same
    /// [`token`](Transaction::token), the same actions and the same time ([`at`](Transaction::at)).
    ///
    /// # Cost
    ///
    /// Each action, also a check, costs the table
    /// [`transaction_write_units`](crate::physics::transaction_write_units): twice as much as the call on its own. The
    /// cost of indexes does not change. The caller needs the IAM action of each action: `dynamodb:PutItem`,
    /// `dynamodb:UpdateItem`, `dynamodb:DeleteItem`, `dynamodb:ConditionCheckItem`.
    ///
    /// # Errors
    ///
    /// Before a request is sent: [`NotUnique`] for two actions with the same value of a unique field;
    /// [`InvalidArgument`] for no action or more than 100, for more than 4 MB, for two actions on one item, for an
    /// action that needs to read an item first, and for a token that is empty or longer than 36 bytes; [`KeyValue`],
    /// [`KeyTooLong`], [`Encode`] and [`ItemTooLarge`] for an item. The error names the action by its position, its
    /// entity and its key.
    ///
    /// From DynamoDB: [`TransactionCancelled`], and after the last retry [`TransactionConflict`] and [`Throttled`], all
    /// three with [`cancellations`](Error::cancellations); [`TokenReused`]; [`TableNotFound`] and [`Service`] as for
    /// every write.
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
    pub fn transaction<'a>(&'a self) -> Transaction<'a, T>
    where
        T: Transactional,
    {
        Transaction {
            handle: self.connection(),
            inputs: Vec::new(),
            token: new_token(),
            is_named: false,
            at: None,
            table: PhantomData,
        }
    }
}

/// The message for an item that has the times of its key in other texts, in a transaction that is not repeated.
const OTHER_TEXTS: &str = "another program stored the time of the key in another text; send the transaction without a \
                           token of your own, or write this item by itself";

/// Derives the number that decides the random shard of an action.
fn shard_number(token: &str, position: usize) -> u32 {
    hash(&format!("{position}#{token}"))
}

/// A builder of writes and checks that are applied together. Made by [`Handle::transaction`].
#[must_use = "a transaction does nothing until it is awaited"]
pub struct Transaction<'a, T> {
    handle: &'a Connection,
    inputs: Vec<Box<dyn TransactAction + 'a>>,
    token: String,
    /// Whether the caller set the token.
    is_named: bool,
    /// The time of the write, if the caller sets it.
    at: Option<Timestamp>,
    table: PhantomData<fn() -> T>,
}

impl<'a, T: Table> Transaction<'a, T> {
    /// Sets the idempotency token: within 10 minutes, the same actions with the same token are applied once, even if
    /// another call or another process sends them. 1 to 36 bytes; by default each transaction has a random token.
    ///
    /// The random shard of a put or an increment follows from the token and the action's position, so a retry sends an
    /// identical request. Actions on entities with `ttl`, `created` or `updated` also contain the time of the write:
    /// **repeat them with the time of the first call, by [`at`](Self::at)**. With another time the request differs, and
    /// is rejected if the first one was applied.
    ///
    /// # Errors
    ///
    /// [`TokenReused`](crate::ErrorKind::TokenReused) if a transaction with this token was applied or is in progress
    /// with other actions, or with these at another time. Whether these actions were applied is
    /// [`Unknown`](crate::Outcome::Unknown): read the items before sending anything again.
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = token.into();
        self.is_named = true;
        for (position, input) in self.inputs.iter_mut().enumerate() {
            input.set_shard(shard_number(&self.token, position));
        }
        self
    }

    /// Sets the time of the transaction: the value of `created` and `updated`, and the time at which the expiry of
    /// items is evaluated. The default is the current time. Callers that set a [`token`](Self::token) store the time
    /// with it, and repeat the transaction with both.
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
    /// // The order's id and time are stored, so every retry sends an identical request.
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

    /// Returns the request as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::transaction`] that come before a request.
    pub fn params(&self) -> Result<TransactWriteItemsInput> {
        self.request()?.as_input().clone().build().map_err(build_error)
    }

    /// Converts the request into the SDK's builder, which you can change and send yourself.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::transaction`] that come before a request.
    pub fn into_sdk(self) -> Result<TransactWriteItemsFluentBuilder> {
        self.request()
    }

    /// Adds an action.
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

    async fn run(mut self) -> Result<TransactionReport> {
        let attempts = Attempts::default();
        let mut is_repeated = false;
        loop {
            let Prepared { actions, sources } = self.prepare()?;
            let again = || Some(self.prepare().ok()?.actions);
            let Err(error) = send(self.handle, actions, again, &self.token, &attempts).await else {
                let written = self.inputs.iter().map(|input| input.written()).collect();
                return Ok(TransactionReport::new(self.token, written));
            };
            // With a token of the caller, it would be two requests if the caller sent it again.
            if is_repeated || self.is_named || attempts.lost() || !self.keep_other_texts(&error, &sources) {
                return Err(self.failed(error, &sources, &attempts));
            }
            is_repeated = true;
        }
    }

    /// If a transaction was cancelled because stored items have the times of their keys in other texts, requires these
    /// texts. The actions are then another request, with another token.
    fn keep_other_texts(
        &mut self,
        error: &SdkError<TransactWriteItemsError>,
        sources: &[prepared::ActionSource],
    ) -> bool {
        let Some(cancelled) = cancelled(error) else { return false };
        let mut has_other = false;
        for (reason, source) in cancelled.cancellation_reasons().iter().zip(sources) {
            if let (Some(stored), Some(input)) = (reason.item(), self.inputs.get_mut(source.position))
                && input.has_other_texts(source.part, stored)
            {
                input.keep_texts(stored);
                has_other = true;
            }
        }
        if has_other {
            self.token = new_token();
        }
        has_other
    }

    /// Makes the error of the last attempt, and maps its reasons to the inputs.
    fn failed(
        &self,
        error: SdkError<TransactWriteItemsError>,
        sources: &[prepared::ActionSource],
        attempts: &Attempts,
    ) -> Error {
        let Some(reasons) = cancelled(&error) else { return write_error(error, attempts) };
        let input = |action: usize| {
            let source = sources.get(action)?;
            let input = self.inputs.get(source.position)?;
            let is_sentinel = input.is_sentinel(source.part);
            let field = is_sentinel.then(|| input.unique_field(source.part)).flatten();
            let (position, name, entity) = (source.position, input.name(), input.entity().name);
            let key = key_text(input.entity(), &source.key);
            Some(Input { position, name, entity, key, is_sentinel, field })
        };
        let failed = |action: usize, stored: Option<&crate::Item>| {
            let source = sources.get(action)?;
            let input = self.inputs.get(source.position)?;
            match stored.is_some_and(|stored| input.has_other_texts(source.part, stored)) {
                true => Some(OTHER_TEXTS.into()),
                false => input.refused(source.part, stored),
            }
        };
        let named = cancellation_error(reasons, "action", input, failed);
        let stripped = without_items(&error, reasons, TransactWriteItemsError::TransactionCanceledException);
        let named = stripped.into_iter().fold(named, Error::caused_by);
        // The token proves that no attempt was applied before this one, but an earlier one may still be in flight.
        attempts.in_doubt(named)
    }
}

impl<'a, T: Table> IntoFuture for Transaction<'a, T> {
    type Output = Result<TransactionReport>;
    type IntoFuture = Sending<'a, TransactionReport>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.handle;
        Box::pin(async move {
            // Pinned here: a future that is moved into another one takes its memory twice.
            let sent = pin!(self.run());
            call(handle, "transaction", None, sent).await
        })
    }
}

impl<T: Table> fmt::Debug for Transaction<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actions: Vec<_> = self.inputs.iter().map(|input| (input.name(), input.entity().name)).collect();
        f.debug_struct("Transaction").field("actions", &actions).field("token", &self.token).finish_non_exhaustive()
    }
}
