//! The sum over those of a counter's shards that can be read.

use std::{collections::HashSet, fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};

use super::{FailedShard, PartialTotal, Totaling, lane::Lane, shards::summed};
use crate::{
    Entity, Error, Result, Table,
    client::{
        read_keys::{KeysRead, read_keys_partially},
        transport::call::{Sending, call},
    },
    counter::CounterField,
    item::stored::{schema, stored_key},
    key::ItemKey,
};

impl<'a, T: Table, E: Entity, N: CounterField> Totaling<'a, T, E, N> {
    /// Returns the sum of what could be read, and names the shards that could not. Never is one of these a 0.
    pub fn partial(self) -> PartialTotaling<'a, T, E, N> {
        PartialTotaling(self)
    }
}

/// A total that may lack shards, not asked for yet. Made by [`Totaling::partial`].
#[must_use = "a total does nothing until it is awaited"]
pub struct PartialTotaling<'a, T, E, N>(pub(super) Totaling<'a, T, E, N>);

impl<T: Table, E: Entity, N: CounterField> PartialTotaling<'_, T, E, N> {
    async fn read(&self) -> Result<PartialTotal<N>> {
        let Self(total) = self;
        let mut keys = total.keys()?;
        let KeysRead { items, mut unread } =
            read_keys_partially(total.handle, schema::<E>(), keys.clone(), total.consistent).await?;
        if unread.len() == keys.len() && !unread.is_empty() {
            return Err(unread.swap_remove(0).1);
        }
        let name =
            |error: Error| error.operation("total").in_table(total.handle.table_name()).of_entity(schema::<E>().name);
        let failed = unread.into_iter().map(|(key, error)| {
            let Lane { shard, key } = Lane::of::<E>(&key)?;
            Ok(FailedShard { shard, key, error: name(error) })
        });
        let mut failed: Vec<FailedShard> = failed.collect::<Result<_>>()?;
        let gaps: HashSet<&ItemKey> = failed.iter().map(|failed| &failed.key).collect();
        keys.retain(|key| stored_key(schema::<E>(), 0, key).is_none_or(|key| !gaps.contains(&key)));
        let mut counted = Vec::new();
        for shard in total.count(&keys, items)? {
            match shard {
                Ok(shard) => counted.push(shard),
                Err(shard) => failed.push(FailedShard { error: name(shard.error), ..shard }),
            }
        }
        if counted.is_empty() && !failed.is_empty() {
            return Err(failed.swap_remove(0).error);
        }
        let (value, shards) = summed(schema::<E>(), total.field()?.name, counted)?;
        Ok(PartialTotal { value, shards, failed })
    }
}

impl<T: Table, E: Entity, N: CounterField> PartialTotaling<'_, T, E, N> {
    /// The requests as values that can be printed, as [`Totaling::params`].
    ///
    /// # Errors
    ///
    /// Those of [`Totaling::params`].
    pub fn params(&self) -> Result<Vec<BatchGetItemInput>> {
        self.0.params()
    }

    /// The SDK's own requests, as [`Totaling::into_sdk`].
    ///
    /// # Errors
    ///
    /// Those of [`Totaling::params`].
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        self.0.into_sdk()
    }
}

impl<'a, T: Table, E: Entity, N: CounterField + Send + 'a> IntoFuture for PartialTotaling<'a, T, E, N> {
    type Output = Result<PartialTotal<N>>;
    type IntoFuture = Sending<'a, PartialTotal<N>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { call(self.0.handle, "total", Some(schema::<E>().name), self.read()).await })
    }
}

impl<T: Table, E: Entity, N> fmt::Debug for PartialTotaling<'_, T, E, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PartialTotaling").field(&self.0).finish()
    }
}
