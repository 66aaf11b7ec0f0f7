//! Reading items of several entities at one instant.

mod keys;
mod send;

use std::{fmt, future::IntoFuture, marker::PhantomData};

use aws_sdk_dynamodb::operation::transact_get_items::{TransactGetItemsInput, builders::TransactGetItemsFluentBuilder};

use crate::{
    Error, ErrorKind, Result, Table,
    client::{
        Connection, Handle,
        transport::{
            call::{Sending, call},
            failure::build_error,
        },
    },
    physics::limits::TRANSACTION_ITEMS,
};
use keys::{Asked, Found};
use send::{request, send};

pub use keys::TransactionKeys;

impl<T: Table> Handle<T> {
    /// Reads up to 100 items of any entities of the table at one instant: no write comes between two of them. The
    /// answer has the shape of the keys: a tuple for a tuple, a vector for a vector or an array, `None` where there is
    /// no item.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
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
    /// # #[sk(template = "PROFILE")]
    /// # struct Customer { customer: String }
    /// # async fn example(platform: Handle<Platform>) -> keywright::Result<()> {
    /// let (order, ann) = platform.transaction_get((Order::key("ann", 7_u32), Customer::key("ann"))).await?;
    /// let orders: Vec<Option<Order>> = platform.transaction_get([7, 8].map(|id: u32| Order::key("ann", id))).await?;
    /// # let (_, _): (Option<Order>, Option<Customer>) = (order, ann);
    /// # Ok(()) }
    /// ```
    ///
    /// What is not the item of any key is as in [`get`](Handle::get). The older keys (`legacy`) that an item can have
    /// are read in the same transaction, each as one more of the 100 items; the newest wins. A key that stands there
    /// twice is read once.
    ///
    /// It is strongly consistent, and each item takes what
    /// [`transaction_read_units`](crate::physics::transaction_read_units) says: four times as much as an
    /// eventually consistent read. It is repeated as other reads are; where a write was in its way, up to 10 requests
    /// in all, with full jitter from 50 ms to 5 s. The caller needs `dynamodb:GetItem`.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`] for over 100 items and for a key without its random shard, [`KeyValue`] and [`KeyTooLong`]:
    /// nothing was sent. [`TransactionConflict`] and [`Throttled`] after the last repetition and
    /// [`TransactionCancelled`] for other reasons (over 4 MB in all is one that DynamoDB finds), each with
    /// [`cancellations`](Error::cancellations) where DynamoDB gives reasons. [`WrongEntity`] and [`Decode`] for an item
    /// that is not its entity's.
    ///
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`KeyValue`]: crate::ErrorKind::KeyValue
    /// [`KeyTooLong`]: crate::ErrorKind::KeyTooLong
    /// [`TransactionConflict`]: crate::ErrorKind::TransactionConflict
    /// [`TransactionCancelled`]: crate::ErrorKind::TransactionCancelled
    /// [`Throttled`]: crate::ErrorKind::Throttled
    /// [`WrongEntity`]: crate::ErrorKind::WrongEntity
    /// [`Decode`]: crate::ErrorKind::Decode
    ///
    /// AWS:
    /// [TransactGetItems](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html).
    pub fn transaction_get<'a, K>(&'a self, keys: K) -> TransactionGet<'a, K::Output>
    where
        K: TransactionKeys<T> + 'a,
    {
        TransactionGet {
            handle: self.connection(),
            keys: Box::new(KeysOf::<T, K> { keys, table: PhantomData }),
            include_expired: false,
        }
    }
}

/// A read transaction that is not sent yet. Made by [`Handle::transaction_get`].
#[must_use = "a read transaction does nothing until it is awaited"]
pub struct TransactionGet<'a, O> {
    handle: &'a Connection,
    keys: Box<dyn AnyKeys<O> + 'a>,
    include_expired: bool,
}

impl<O> TransactionGet<'_, O> {
    /// Returns items also if their time to live is over and DynamoDB has not deleted them yet: see
    /// [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.include_expired = true;
        self
    }

    /// The request as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::transaction_get`] that come before a request, and
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) where there are no keys.
    pub fn params(&self) -> Result<TransactGetItemsInput> {
        self.request()?.as_input().clone().build().map_err(build_error)
    }

    /// The SDK's own request, to be changed and sent without us.
    ///
    /// # Errors
    ///
    /// Those of [`params`](Self::params).
    pub fn into_sdk(self) -> Result<TransactGetItemsFluentBuilder> {
        self.request()
    }

    fn request(&self) -> Result<TransactGetItemsFluentBuilder> {
        let asked = self.keys.ask()?;
        if asked.places.is_empty() {
            return Err(Error::new(ErrorKind::InvalidArgument, "there are no keys to read; give one"));
        }
        request(self.handle, &asked.places)
    }

    async fn run(self) -> Result<O> {
        let asked = self.keys.ask()?;
        let items = if asked.places.is_empty() { Vec::new() } else { send(self.handle, &asked.places).await? };
        self.keys.take(&mut Found::new(&asked, &items, self.include_expired))
    }
}

/// Keys whose bounds were judged where they were given.
trait AnyKeys<O>: Send {
    /// What they ask for, if one request reads it.
    fn ask(&self) -> Result<Asked>;

    fn take(self: Box<Self>, found: &mut Found<'_>) -> Result<O>;
}

struct KeysOf<T, K> {
    keys: K,
    table: PhantomData<fn() -> T>,
}

impl<T: Table, K: TransactionKeys<T>> AnyKeys<K::Output> for KeysOf<T, K> {
    fn ask(&self) -> Result<Asked> {
        let mut asked = Asked::default();
        self.keys.__ask(&mut asked)?;
        check(&asked)?;
        Ok(asked)
    }

    fn take(self: Box<Self>, found: &mut Found<'_>) -> Result<K::Output> {
        self.keys.__take(found)
    }
}

/// Refuses what one request does not read.
fn check(asked: &Asked) -> Result<()> {
    let items = asked.places.len();
    if items <= TRANSACTION_ITEMS {
        return Ok(());
    }
    let message = format!(
        "it reads {items} items, those under older keys included, and dynamodb reads at most {TRANSACTION_ITEMS} in a \
         transaction; use `batch_get`, or several transactions"
    );
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

impl<'a, O: 'a> IntoFuture for TransactionGet<'a, O> {
    type Output = Result<O>;
    type IntoFuture = Sending<'a, O>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.handle;
        Box::pin(call(handle, "transaction_get", None, self.run()))
    }
}

impl<O> fmt::Debug for TransactionGet<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.keys.ask().map_or(0, |asked| asked.inputs.len());
        f.debug_struct("TransactionGet").field("keys", &keys).finish_non_exhaustive()
    }
}
