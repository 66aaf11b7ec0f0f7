//! A batch of gets that returns what could be read.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};

use super::BatchGet;
use crate::{
    Entity, Result, Table,
    client::{
        LeftoverKey,
        transport::call::{Sending, call},
    },
    item::stored::schema,
};

/// A batch of gets that may lack items, not sent yet. Made by [`BatchGet::partial`].
///
/// It fails only with what is no key's, as a table that does not exist. Else each key is answered or left over.
#[must_use = "a batch does nothing until it is awaited"]
pub struct PartialBatchGet<'a, T, E, O = E>(pub(super) BatchGet<'a, T, E, O>);

/// What could be read of a batch of gets.
#[must_use = "keys that were left over are in here, and nowhere else"]
pub struct BatchGetReport<E, O = E> {
    /// One answer for each key, in the order of the keys. `None` where there is no item, and where the key is left over.
    pub items: Vec<Option<O>>,
    /// The keys of which it is not known what is stored there, in their order in the batch.
    pub leftovers: Vec<LeftoverKey<E>>,
}

impl<E, O> BatchGetReport<E, O> {
    /// Whether every key was read, so that `None` means that there is no item.
    pub fn is_complete(&self) -> bool {
        self.leftovers.is_empty()
    }
}

impl<T: Table, E: Entity, O: Send + 'static> PartialBatchGet<'_, T, E, O> {
    async fn run(self) -> Result<BatchGetReport<E, O>> {
        let Self(mut get) = self;
        get.round.read(&mut [&mut get.part], false).await?;
        Ok(get.part.into_report())
    }
}

impl<T: Table, E: Entity, O: Send + 'static> PartialBatchGet<'_, T, E, O> {
    /// The requests as values that can be printed, as [`BatchGet::params`].
    ///
    /// # Errors
    ///
    /// Those of [`BatchGet::params`].
    pub fn params(&self) -> Result<Vec<BatchGetItemInput>> {
        self.0.params()
    }

    /// The SDK's own requests, as [`BatchGet::into_sdk`].
    ///
    /// # Errors
    ///
    /// Those of [`BatchGet::params`].
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        self.0.into_sdk()
    }
}

impl<'a, T: Table, E: Entity, O: Send + 'static> IntoFuture for PartialBatchGet<'a, T, E, O> {
    type Output = Result<BatchGetReport<E, O>>;
    type IntoFuture = Sending<'a, BatchGetReport<E, O>>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.0.round.handle;
        Box::pin(call(handle, "batch_get", Some(schema::<E>().name), self.run()))
    }
}

impl<T: Table, E: Entity, O> fmt::Debug for PartialBatchGet<'_, T, E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PartialBatchGet").field(&self.0).finish()
    }
}

impl<E: Entity, O: fmt::Debug> fmt::Debug for BatchGetReport<E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("BatchGetReport");
        debug.field("items", &self.items).field("leftovers", &self.leftovers).finish()
    }
}
