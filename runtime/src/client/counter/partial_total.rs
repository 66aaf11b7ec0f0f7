//! Sums the shards of a counter that can be read.

use std::collections::HashSet;

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};

use super::{FailedShard, PartialTotal, Totaling, lane::Lane, shards::summed};
use crate::{
    Entity, Error, Result,
    client::{
        partial::{Partial, PartialRead, same_requests},
        read_keys::{KeysRead, read_keys_partially},
        transport::call::{Sending, call},
    },
    counter::CounterField,
    item::{
        read_item::ReadItem,
        stored::{schema, stored_key},
    },
    key::ItemKey,
};

impl<'a, E: Entity, N: CounterField> Totaling<'a, E, N> {
    /// Returns the sum of the shards that could be read, and names the others. An unread shard never counts as 0.
    pub fn partial(self) -> Partial<Self> {
        Partial(self)
    }

    async fn read_partially(&self) -> Result<PartialTotal<N>> {
        let mut keys = self.keys()?;
        let KeysRead { items, mut unread } =
            read_keys_partially(self.handle, schema::<E>(), keys.clone(), self.consistent).await?;
        let items = items.into_iter().map(ReadItem::into_item).collect();
        if unread.len() == keys.len() && !unread.is_empty() {
            return Err(unread.swap_remove(0).1);
        }
        let name =
            |error: Error| error.operation("total").in_table(self.handle.table_name()).of_entity(schema::<E>().name);
        let failed = unread.into_iter().map(|(key, error)| {
            let Lane { shard, key } = Lane::of::<E>(&key)?;
            Ok(FailedShard { shard, key, error: name(error) })
        });
        let mut failed: Vec<FailedShard> = failed.collect::<Result<_>>()?;
        let gaps: HashSet<&ItemKey> = failed.iter().map(|failed| &failed.key).collect();
        keys.retain(|key| stored_key(schema::<E>(), 0, key).is_none_or(|key| !gaps.contains(&key)));
        let mut counted = Vec::new();
        for shard in self.count(&keys, items)? {
            match shard {
                Ok(shard) => counted.push(shard),
                Err(shard) => failed.push(FailedShard { error: name(shard.error), ..shard }),
            }
        }
        if counted.is_empty() && !failed.is_empty() {
            return Err(failed.swap_remove(0).error);
        }
        let (value, shards) = summed(schema::<E>(), self.field()?.name, counted)?;
        Ok(PartialTotal { value, shards, failed })
    }
}

impl<'a, E: Entity, N: CounterField + Send + 'a> PartialRead for Totaling<'a, E, N> {
    type Output = PartialTotal<N>;

    same_requests!(BatchGetItemInput, BatchGetItemFluentBuilder);

    fn __read_partially(self) -> Self::Future {
        Box::pin(async move { call(self.handle, "total", Some(schema::<E>().name), self.read_partially()).await })
    }
}
