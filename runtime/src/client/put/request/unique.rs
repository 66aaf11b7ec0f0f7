//! Writes an item with unique fields.

use super::{PutItem, Rule};
use crate::{
    Item, Result,
    client::{
        get::fetch,
        optimistic::wait_for_other_writers,
        transport::{attempts::Attempts, backoff::RetryAttempts},
        unique::{Expiry, Foreign, SentinelWrite, Unchanged, Written, put, sentinels},
    },
    item::{encode::Encoded, lossy::has_other_texts, stored::key_text},
    key::ItemKey,
    throttling::Backoff,
};

impl PutItem<'_> {
    /// Writes the item with the sentinels of its values, and releases those of values that it no longer has.
    pub(super) async fn write_unique(&self, encoded: Encoded, attempts: &Attempts) -> Result<()> {
        let Encoded { item, key, .. } = encoded;
        let written = self.take(&item, &key, attempts).await;
        written.map_err(|error| attempts.in_doubt(error).at_key(key_text(self.entity.schema(), &key)))
    }

    async fn take(&self, item: &Item, key: &ItemKey, attempts: &Attempts) -> Result<()> {
        let entity = self.entity.schema();
        let taken = sentinels(entity, &|field| self.entity.value(field))?;
        let mut foreign = Foreign::default();
        let mut tries = RetryAttempts::new(Backoff::THROTTLED);
        loop {
            let read = self.read().await?;
            if let Some(read) = read.as_ref().filter(|read| has_other_texts(entity, item, read)) {
                self.stored_texts.get_or_init(|| Box::new(read.clone()));
            }
            let had = read.as_ref().map_or_else(|| Ok(Vec::new()), |read| (self.sentinels)(entity, read))?;
            let released = foreign.released(had, &taken);
            let unchanged = Unchanged { entity, read: read.as_ref(), with_end: false };
            let required = self.condition(item, self.rule);
            let may_refuse = required.is_some();
            let condition = match (required, self.rule) {
                (required, Rule::Create) => required,
                (Some(required), _) => Some(required.and(unchanged.condition())),
                (None, _) => Some(unchanged.condition()),
            };
            let write = SentinelWrite {
                handle: self.handle,
                entity,
                key,
                previous_key: key,
                item: vec![put(self.handle.table_name(), item.clone(), condition)?],
                expires: Expiry::of(entity, item),
                taken: &taken,
                released: &released,
                sentinels: self.sentinels,
            };
            match write.send(attempts).await? {
                Written::Applied => return Ok(()),
                Written::Item(_, stored) => {
                    // If the stored item has changed since it was read, it is read and checked again.
                    if self.rule == Rule::Create || (may_refuse && unchanged.holds(stored.as_ref())) {
                        return self.refused(self.rule, stored.as_ref(), self.shard, attempts);
                    }
                    if attempts.lost() {
                        return Err(attempts.concurrent_change_error());
                    }
                }
                Written::Sentinel(sentinel, stored) => {
                    foreign.resolve(entity, &taken, (sentinel, stored), attempts)?;
                }
            }
            wait_for_other_writers(&mut tries, "written").await?;
        }
    }

    /// Reads the stored item. A create does not need it.
    async fn read(&self) -> Result<Option<Item>> {
        if self.rule == Rule::Create {
            return Ok(None);
        }
        fetch(self.handle, self.entity.schema(), &self.entity.table_key(self.shard)?, true, None).await
    }
}
