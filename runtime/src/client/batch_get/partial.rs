//! A batch of gets that returns what could be read.

use std::{fmt, future::IntoFuture};

use super::{
    super::{
        LeftoverKey,
        call::{Sending, call},
        stored::schema,
    },
    BatchGet,
};
use crate::{Entity, Result, Table};

/// A batch of gets that may lack items, not sent yet. Made by [`BatchGet::partial`].
///
/// It fails only with what is no key's, as a table that does not exist. Else each key is answered or left over.
#[must_use = "a batch does nothing until it is awaited"]
pub struct PartialBatchGet<'a, T, E>(pub(super) BatchGet<'a, T, E>);

/// What could be read of a batch of gets.
#[must_use = "keys that were left over are in here, and nowhere else"]
pub struct BatchGetReport<E> {
    /// One answer for each key, in the order of the keys. `None` where there is no item, and where the key is left over.
    pub items: Vec<Option<E>>,
    /// The keys of which it is not known what is stored there, in their order in the batch.
    pub leftovers: Vec<LeftoverKey<E>>,
}

impl<E> BatchGetReport<E> {
    /// Whether every key was read, so that `None` means that there is no item.
    pub fn is_complete(&self) -> bool {
        self.leftovers.is_empty()
    }
}

impl<T: Table, E: Entity> PartialBatchGet<'_, T, E> {
    async fn run(self) -> Result<BatchGetReport<E>> {
        let Self(get) = self;
        let answers = get.read(false).await?;
        let mut report = BatchGetReport { items: Vec::with_capacity(answers.len()), leftovers: Vec::new() };
        for (position, (key, answer)) in get.keys.into_iter().zip(answers).enumerate() {
            report.items.push(answer.unwrap_or_else(|reason| {
                report.leftovers.push(LeftoverKey { position, key, reason });
                None
            }));
        }
        Ok(report)
    }
}

impl<'a, T: Table, E: Entity> IntoFuture for PartialBatchGet<'a, T, E> {
    type Output = Result<BatchGetReport<E>>;
    type IntoFuture = Sending<'a, BatchGetReport<E>>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.0.handle;
        Box::pin(call(handle, "batch_get", Some(schema::<E>().name), self.run()))
    }
}

impl<T: Table, E: Entity> fmt::Debug for PartialBatchGet<'_, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PartialBatchGet").field(&self.0).finish()
    }
}

impl<E: fmt::Debug + Entity> fmt::Debug for BatchGetReport<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("BatchGetReport");
        debug.field("items", &self.items).field("leftovers", &self.leftovers).finish()
    }
}
