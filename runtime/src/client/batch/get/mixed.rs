//! Reads items of several entities by their keys.

use std::{fmt, future::IntoFuture, marker::PhantomData};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};
use serde::de::DeserializeOwned;

use super::{
    BatchGetReport,
    part::Part,
    round::{Batch, Round, get_methods},
};
use crate::{
    Entity, Error, ErrorKind, Handle, Key, Result, Table,
    client::{
        partial::{Partial, PartialRead, same_requests},
        transport::decoding::{Decoding, typed_answer},
    },
    entity::StoredIn,
};

const OPERATION: &str = "batch_get_mixed";

impl<T: Table> Handle<T> {
    /// Reads the items of the keys of several entities, 100 in a request. Returns a list of answers for each list of
    /// keys, like [`batch_get`](Handle::batch_get).
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Platform;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<id>")]
    /// # #[sk(template = "CUSTOMER")]
    /// # struct Customer { id: String }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32 }
    /// # async fn example(platform: Handle<Platform>) -> keywright::Result<()> {
    /// let keys = ([Customer::key("ann")], [7, 8].map(|id: u32| Order::key("ann", id)));
    /// let (customers, orders) = platform.batch_get_mixed(keys).await?;    // Vec<Option<Customer>>, Vec<Option<Order>>
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`batch_get`](Handle::batch_get). [`partial`](MixedBatchGet::partial) returns what was read.
    pub fn batch_get_mixed<K: KeyLists<T>>(&self, keys: K) -> MixedBatchGet<'_, T, K> {
        let batch = Batch { round: Round::new(self.connection(), OPERATION), parts: keys.__parts() };
        MixedBatchGet { batch, keys: PhantomData }
    }
}

/// Lists of keys, of one entity each: a tuple of up to 8 arrays, vectors or iterators.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of lists of keys of entities in `{T}`",
    label = "expected a tuple with a list of keys for each entity",
    note = "as in `([Customer::key(..)], vec![Order::key(..)])`; each entity is stored in `{T}` and implements \
        `DeserializeOwned`"
)]
pub trait KeyLists<T> {
    /// A list of answers for each list of keys.
    type Items: 'static;

    /// A report for each list of keys.
    type Reports: 'static;

    #[doc(hidden)]
    fn __parts(self) -> Vec<Part>;

    #[doc(hidden)]
    fn __items(parts: Vec<Part>) -> Result<Self::Items>;

    #[doc(hidden)]
    fn __reports(parts: Vec<Part>) -> Result<Self::Reports>;
}

macro_rules! key_lists {
    ($($list:ident $entity:ident $place:tt),+) => {
        #[diagnostic::do_not_recommend]
        impl<T: Table, $($list, $entity),+> KeyLists<T> for ($($list,)+)
        where
            $($list: IntoIterator<Item = Key<$entity>>, $entity: StoredIn<T> + DeserializeOwned,)+
        {
            type Items = ($(Vec<Option<$entity>>,)+);
            type Reports = ($(BatchGetReport<$entity>,)+);

            fn __parts(self) -> Vec<Part> {
                vec![$(Part::whole(self.$place)),+]
            }

            fn __items(parts: Vec<Part>) -> Result<Self::Items> {
                let mut parts = parts.into_iter();
                Ok(($(next::<$entity>(&mut parts)?.into_items()?,)+))
            }

            fn __reports(parts: Vec<Part>) -> Result<Self::Reports> {
                let mut parts = parts.into_iter();
                Ok(($(next::<$entity>(&mut parts)?.into_report(),)+))
            }
        }
    };
}

/// Returns the part of the next list of keys.
fn next<E: Entity>(parts: &mut std::vec::IntoIter<Part>) -> Result<Part> {
    let none = || Error::new(ErrorKind::InvalidArgument, "the batch has no keys").of_entity(E::SCHEMA.name);
    parts.next().ok_or_else(none)
}

key_lists!(K0 E0 0);
key_lists!(K0 E0 0, K1 E1 1);
key_lists!(K0 E0 0, K1 E1 1, K2 E2 2);
key_lists!(K0 E0 0, K1 E1 1, K2 E2 2, K3 E3 3);
key_lists!(K0 E0 0, K1 E1 1, K2 E2 2, K3 E3 3, K4 E4 4);
key_lists!(K0 E0 0, K1 E1 1, K2 E2 2, K3 E3 3, K4 E4 4, K5 E5 5);
key_lists!(K0 E0 0, K1 E1 1, K2 E2 2, K3 E3 3, K4 E4 4, K5 E5 5, K6 E6 6);
key_lists!(K0 E0 0, K1 E1 1, K2 E2 2, K3 E3 3, K4 E4 4, K5 E5 5, K6 E6 6, K7 E7 7);

/// A batch of gets over several entities that is not sent yet. Made by [`Handle::batch_get_mixed`].
#[must_use = "a batch does nothing until it is awaited"]
pub struct MixedBatchGet<'a, T, K: KeyLists<T>> {
    batch: Batch<'a>,
    keys: PhantomData<fn(T) -> K>,
}

impl<'a, T: Table, K: KeyLists<T>> MixedBatchGet<'a, T, K> {
    get_methods!();

    /// Returns the items that could be read, and the other keys with their reasons: a [`BatchGetReport`] for each list.
    pub fn partial(self) -> Partial<Self> {
        Partial(self)
    }
}

impl<'a, T: Table, K: KeyLists<T> + 'a> IntoFuture for MixedBatchGet<'a, T, K> {
    type Output = Result<K::Items>;
    type IntoFuture = Decoding<'a, K::Items>;

    fn into_future(self) -> Self::IntoFuture {
        Decoding::new(self.batch.sending(None, true), |answer| K::__items(typed_answer(answer)?))
    }
}

impl<'a, T: Table, K: KeyLists<T> + 'a> PartialRead for MixedBatchGet<'a, T, K> {
    type Output = K::Reports;

    same_requests!(BatchGetItemInput, BatchGetItemFluentBuilder, Decoding<'a, Self::Output>);

    fn __read_partially(self) -> Self::Future {
        Decoding::new(self.batch.sending(None, false), |answer| K::__reports(typed_answer(answer)?))
    }
}

impl<T: Table, K: KeyLists<T>> fmt::Debug for MixedBatchGet<'_, T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entities: Vec<_> = self.batch.parts.iter().map(|part| part.entity.name).collect();
        f.debug_struct("MixedBatchGet").field("entities", &entities).finish_non_exhaustive()
    }
}
