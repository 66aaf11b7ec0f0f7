//! Reads items of several entities by their keys.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};
use serde::de::DeserializeOwned;

use super::{
    BatchGetReport,
    part::{AnyPart, Part},
    round::{Round, get_methods},
};
use crate::{
    Handle, Key, Result, Table,
    client::{
        partial::{Partial, PartialRead, same_requests},
        transport::call::{Sending, call},
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
        MixedBatchGet { round: Round::new(self.connection(), OPERATION), parts: keys.__parts() }
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
    type Parts: Send + 'static;

    #[doc(hidden)]
    fn __parts(self) -> Self::Parts;

    #[doc(hidden)]
    fn __all(parts: &Self::Parts) -> Vec<&dyn AnyPart>;

    #[doc(hidden)]
    fn __all_mut(parts: &mut Self::Parts) -> Vec<&mut dyn AnyPart>;

    #[doc(hidden)]
    fn __items(parts: Self::Parts) -> Result<Self::Items>;

    #[doc(hidden)]
    fn __reports(parts: Self::Parts) -> Self::Reports;
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
            type Parts = ($(Part<$entity, $entity>,)+);

            fn __parts(self) -> Self::Parts {
                ($(Part::whole(self.$place),)+)
            }

            fn __all(parts: &Self::Parts) -> Vec<&dyn AnyPart> {
                vec![$(&parts.$place),+]
            }

            fn __all_mut(parts: &mut Self::Parts) -> Vec<&mut dyn AnyPart> {
                vec![$(&mut parts.$place),+]
            }

            fn __items(parts: Self::Parts) -> Result<Self::Items> {
                Ok(($(parts.$place.into_items()?,)+))
            }

            fn __reports(parts: Self::Parts) -> Self::Reports {
                ($(parts.$place.into_report(),)+)
            }
        }
    };
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
    round: Round<'a>,
    parts: K::Parts,
}

impl<'a, T: Table, K: KeyLists<T>> MixedBatchGet<'a, T, K> {
    get_methods!();

    /// Also returns items that have expired and that DynamoDB has not deleted yet: see [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        K::__all_mut(&mut self.parts).into_iter().for_each(AnyPart::include_expired);
        self
    }

    /// Returns the items that could be read, and the other keys with their reasons: a [`BatchGetReport`] for each list.
    pub fn partial(self) -> Partial<Self> {
        Partial(self)
    }

    fn parts(&self) -> Vec<&dyn AnyPart> {
        K::__all(&self.parts)
    }

    async fn read(&mut self, all_or_nothing: bool) -> Result<()> {
        self.round.read(&mut K::__all_mut(&mut self.parts), all_or_nothing).await
    }
}

impl<'a, T: Table, K: KeyLists<T> + 'a> IntoFuture for MixedBatchGet<'a, T, K> {
    type Output = Result<K::Items>;
    type IntoFuture = Sending<'a, K::Items>;

    fn into_future(mut self) -> Self::IntoFuture {
        let handle = self.round.handle;
        let work = async move {
            self.read(true).await?;
            K::__items(self.parts)
        };
        Box::pin(call(handle, OPERATION, None, work))
    }
}

impl<'a, T: Table, K: KeyLists<T> + 'a> PartialRead for MixedBatchGet<'a, T, K> {
    type Output = K::Reports;

    same_requests!(BatchGetItemInput, BatchGetItemFluentBuilder);

    fn __read_partially(mut self) -> Self::Future {
        let handle = self.round.handle;
        let work = async move {
            self.read(false).await?;
            Ok(K::__reports(self.parts))
        };
        Box::pin(call(handle, OPERATION, None, work))
    }
}

impl<T: Table, K: KeyLists<T>> fmt::Debug for MixedBatchGet<'_, T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts();
        let entities: Vec<_> = parts.iter().map(|part| part.entity().name).collect();
        f.debug_struct("MixedBatchGet").field("entities", &entities).finish_non_exhaustive()
    }
}
