//! Reads items of several entities at one instant.

mod keys;

use std::{fmt, future::IntoFuture, marker::PhantomData};

use aws_sdk_dynamodb::operation::transact_get_items::{TransactGetItemsInput, builders::TransactGetItemsFluentBuilder};

use crate::{
    Error, ErrorKind, Result, Table, Transactional,
    client::{
        Connection, Handle,
        read_keys::at_one_instant::{request, send},
        transport::{
            call::{Sending, call},
            failure::build_error,
        },
    },
    physics::limits::TRANSACTION_ITEMS,
};
use keys::{Found, RequestedKeys};

pub use keys::TransactionKeys;

impl<T: Table> Handle<T> {
    /// Reads up to 100 items of any entities of the table at one instant: no write happens between two of the reads.
    /// The answer has the shape of the keys: a tuple for a tuple, a vector for a vector or an array, and `None` for an
    /// item that does not exist.
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
    /// An item that does not belong to its key is treated as in [`get`](Handle::get). The older keys (`legacy`) that an
    /// item can have are read in the same transaction, and each counts towards the 100 items; the newest key wins. A
    /// key that is given twice is read once.
    ///
    /// The read is strongly consistent, and each item costs
    /// [`transaction_read_units`](crate::physics::transaction_read_units): four times as much as an eventually
    /// consistent read. It is retried like other reads. After conflicts with writes, up to 10 requests are sent in all,
    /// with full jitter from 50 ms to 5 s. The caller needs `dynamodb:GetItem`.
    ///
    /// # Errors
    ///
    /// Before a request is sent: [`InvalidArgument`] for more than 100 items and for a key without its random shard,
    /// [`KeyValue`] and [`KeyTooLong`]. After the last retry: [`TransactionConflict`] and [`Throttled`].
    /// [`TransactionCancelled`] for other reasons, such as more than 4 MB in all, which only DynamoDB finds. These
    /// three have [`cancellations`](Error::cancellations) if DynamoDB gives reasons. [`WrongEntity`] and [`Decode`] for
    /// an item that is not of the key's entity.
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
        T: Transactional,
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
    /// Also returns items that have expired and that DynamoDB has not deleted yet: see [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.include_expired = true;
        self
    }

    /// Returns the request as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::transaction_get`] that come before a request, and
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if there are no keys.
    pub fn params(&self) -> Result<TransactGetItemsInput> {
        self.request()?.as_input().clone().build().map_err(build_error)
    }

    /// Converts the request into the SDK's builder, which you can change and send yourself.
    ///
    /// # Errors
    ///
    /// Those of [`params`](Self::params).
    pub fn into_sdk(self) -> Result<TransactGetItemsFluentBuilder> {
        self.request()
    }

    fn request(&self) -> Result<TransactGetItemsFluentBuilder> {
        let requested_keys = self.keys.ask()?;
        if requested_keys.keys.is_empty() {
            return Err(Error::new(ErrorKind::InvalidArgument, "there are no keys to read; give one"));
        }
        request(self.handle, &requested_keys.keys)
    }

    async fn run(self) -> Result<O> {
        let requested_keys = self.keys.ask()?;
        let items =
            if requested_keys.keys.is_empty() { Vec::new() } else { send(self.handle, &requested_keys.keys).await? };
        self.keys.take(&mut Found::new(&requested_keys, &items, self.include_expired))
    }
}

/// Keys of any supported shape, without their type.
trait AnyKeys<O>: Send {
    /// Returns the items to read, if one request can read them.
    fn ask(&self) -> Result<RequestedKeys>;

    fn take(self: Box<Self>, found: &mut Found<'_>) -> Result<O>;
}

struct KeysOf<T, K> {
    keys: K,
    table: PhantomData<fn() -> T>,
}

impl<T: Table, K: TransactionKeys<T>> AnyKeys<K::Output> for KeysOf<T, K> {
    fn ask(&self) -> Result<RequestedKeys> {
        let mut requested_keys = RequestedKeys::default();
        self.keys.__ask(&mut requested_keys)?;
        check(&requested_keys)?;
        Ok(requested_keys)
    }

    fn take(self: Box<Self>, found: &mut Found<'_>) -> Result<K::Output> {
        self.keys.__take(found)
    }
}

/// Rejects a read that does not fit into one request.
fn check(requested_keys: &RequestedKeys) -> Result<()> {
    let items = requested_keys.keys.len();
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
        let keys = self.keys.ask().map_or(0, |requested_keys| requested_keys.inputs.len());
        f.debug_struct("TransactionGet").field("keys", &keys).finish_non_exhaustive()
    }
}
