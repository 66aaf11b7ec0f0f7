//! A batch of gets that returns the items that could be read.

use std::fmt;

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};

use super::{BatchGet, only_part};
use crate::{
    Entity, Result,
    client::{
        LeftoverKey,
        partial::{PartialRead, same_requests},
        transport::decoding::Decoding,
    },
    item::stored::schema,
};

/// The items of a batch of gets that could be read.
#[must_use = "it contains the keys that were not read"]
#[non_exhaustive]
pub struct BatchGetReport<E, O = E> {
    /// One answer for each key, in the order of the keys. `None` if there is no item, and for a leftover.
    pub items: Vec<Option<O>>,
    /// The keys that could not be read, in their order in the batch.
    pub leftovers: Vec<LeftoverKey<E>>,
}

impl<E, O> BatchGetReport<E, O> {
    /// Returns whether every key was read, so that `None` means that there is no item.
    pub fn is_complete(&self) -> bool {
        self.leftovers.is_empty()
    }
}

impl<'a, E: Entity, O: Send + 'static> PartialRead for BatchGet<'a, E, O> {
    type Output = BatchGetReport<E, O>;

    same_requests!(BatchGetItemInput, BatchGetItemFluentBuilder, Decoding<'a, Self::Output>);

    fn __read_partially(self) -> Self::Future {
        Decoding::new(
            self.batch.sending(Some(schema::<E>().name), false),
            |answer| Ok(only_part(answer)?.into_report()),
        )
    }
}

impl<E: Entity, O: fmt::Debug> fmt::Debug for BatchGetReport<E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("BatchGetReport");
        debug.field("items", &self.items).field("leftovers", &self.leftovers).finish()
    }
}
