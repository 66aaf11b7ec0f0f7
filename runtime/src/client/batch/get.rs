//! Reads many items by their keys.

mod found;
mod mixed;
mod part;
mod partial;
mod round;

use std::{fmt, future::IntoFuture, marker::PhantomData};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};
use serde::de::DeserializeOwned;

use crate::{
    Entity, Error, ErrorKind, Key, Result, Table,
    client::{
        Handle,
        get::projected::projection_of_key,
        partial::Partial,
        transport::decoding::{Decoding, typed_answer},
    },
    entity::StoredIn,
    item::{any_key::AnyValue, stored::schema},
    projection::ProjectionOf,
};
use part::Part;
use round::{Batch, Round, get_methods};

pub use mixed::{KeyLists, MixedBatchGet};
pub use partial::BatchGetReport;

impl<T: Table> Handle<T> {
    /// Reads the items of many keys, 100 in a request. Returns one answer for each key, in the order of the keys:
    /// `None` if there is no item. Eventually consistent unless [`consistent`](BatchGet::consistent) is set.
    ///
    /// A key that is given twice is read once and answered twice. Items that do not belong to their key (possible if
    /// the key contains only a part of a field) and items under older keys (`legacy`) are handled as in
    /// [`get`](Handle::get). The older keys of all items that are not under their current key take one more round of
    /// requests.
    ///
    /// Unprocessed keys are requested again: at once, if the answer was so large that its size can be the reason;
    /// otherwise with full jitter from 50 ms to 5 s, up to 10 requests. The answer is complete, or an error;
    /// [`partial`](BatchGet::partial) returns what was read.
    ///
    /// To read keys of several entities together, use [`batch_get_mixed`](Handle::batch_get_mixed).
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
    /// # async fn example(platform: Handle<Platform>) -> keywright::Result<()> {
    /// let orders: Vec<Option<Order>> = platform.batch_get([7, 8].map(|id: u32| Order::key("ann", id))).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// Before a request is sent: [`InvalidArgument`] for a key without its random shard, [`KeyValue`] and
    /// [`KeyTooLong`]. [`Throttled`], with the first of the keys that remain unprocessed. [`WrongEntity`] and
    /// [`Decode`], with the key, for an item that is not of this entity.
    ///
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`KeyValue`]: crate::ErrorKind::KeyValue
    /// [`KeyTooLong`]: crate::ErrorKind::KeyTooLong
    /// [`Throttled`]: crate::ErrorKind::Throttled
    /// [`WrongEntity`]: crate::ErrorKind::WrongEntity
    /// [`Decode`]: crate::ErrorKind::Decode
    pub fn batch_get<E>(&self, keys: impl IntoIterator<Item = Key<E>>) -> BatchGet<'_, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        let round = Round::new(self.connection(), "batch_get");
        BatchGet { batch: Batch { round, parts: vec![Part::whole(keys)] }, types: PhantomData }
    }
}

/// A batch of gets that is not sent yet. Made by [`Handle::batch_get`].
///
/// `O` is the type of each returned item: the entity, or a projection of it.
#[must_use = "a batch does nothing until it is awaited"]
pub struct BatchGet<'a, E, O = E> {
    batch: Batch<'a>,
    types: PhantomData<fn(E) -> O>,
}

impl<'a, E: Entity> BatchGet<'a, E> {
    /// Reads only the fields of a [`Projection`](crate::Projection), like
    /// [`Get::project`](crate::client::Get::project).
    pub fn project<P>(self) -> BatchGet<'a, E, P>
    where
        E: DeserializeOwned,
        P: ProjectionOf<E> + DeserializeOwned + Send + 'static,
    {
        let (attributes, decode) = projection_of_key::<E, P>();
        let Batch { round, parts } = self.batch;
        let parts = parts.into_iter().map(|part| part.decoded_by(decode)).collect();
        BatchGet { batch: Batch { round: Round { attributes, ..round }, parts }, types: PhantomData }
    }
}

impl<'a, E: Entity, O: Send + 'static> BatchGet<'a, E, O> {
    get_methods!();

    /// Returns the items that could be read, and the other keys with their reasons. It fails only for a reason that
    /// affects all keys, such as a missing table.
    pub fn partial(self) -> Partial<Self> {
        Partial(self)
    }
}

/// Returns the only part of an answer.
fn only_part(answer: Option<AnyValue>) -> Result<Part> {
    let mut parts: Vec<Part> = typed_answer(answer)?;
    let none = || Error::new(ErrorKind::InvalidArgument, "the batch has no keys");
    parts.pop().ok_or_else(none)
}

impl<'a, E: Entity, O: Send + 'static> IntoFuture for BatchGet<'a, E, O> {
    type Output = Result<Vec<Option<O>>>;
    type IntoFuture = Decoding<'a, Vec<Option<O>>>;

    fn into_future(self) -> Self::IntoFuture {
        Decoding::new(self.batch.sending(Some(schema::<E>().name), true), |answer| only_part(answer)?.into_items())
    }
}

impl<E: Entity, O> fmt::Debug for BatchGet<'_, E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("BatchGet");
        debug.field("entity", &E::SCHEMA.name).field("keys", &self.batch.parts.iter().map(Part::len).sum::<usize>());
        debug.field("consistent", &self.batch.round.consistent).finish_non_exhaustive()
    }
}
