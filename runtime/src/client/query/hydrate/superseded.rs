//! Finds items that an index shows under an older table key and that also exist under a newer one.

use std::collections::BTreeSet;

use super::items::{Hydrator, Stored};
use crate::{
    Entity, Key, Result,
    client::read_keys::Meter,
    item::{
        encode::is_random,
        legacy::{all_keys, is_same},
        locate::key_with_shard,
        stored::belongs,
    },
    key::ItemKey,
    read::Stats,
};

impl<E: Entity, O> Hydrator<E, O> {
    /// Returns the keys of superseded copies. Each item is returned once: its newest copy counts, even if expired.
    ///
    /// Reads the newer keys of each item that was found under an older one, unless they were read already. With random
    /// shards an item has no key of its own, so no copy can be recognized.
    pub(super) async fn superseded(
        &self,
        stored: &Stored,
        meter: &Meter,
        stats: &mut Stats,
    ) -> Result<BTreeSet<ItemKey>> {
        let entity = self.plan.entity;
        if is_random(entity) || entity.keys.first().is_none_or(|key| key.legacy.is_empty()) {
            return Ok(BTreeSet::new());
        }
        let mut older = Vec::new();
        for (own, item) in stored.iter().filter(|(_, item)| belongs(entity, item)) {
            // An item that does not decode is reported later, if the query returns it.
            let Ok(item) = (self.settings.decode)(entity, item.clone()) else { continue };
            let key = key_with_shard(&item, None);
            let mut newer = all_keys(entity, &|field| key.value(field))?;
            newer.truncate(newer.iter().position(|place| place == own).unwrap_or(newer.len()));
            if !newer.is_empty() {
                older.push((own, key, newer));
            }
        }
        let unread: BTreeSet<&ItemKey> =
            older.iter().flat_map(|(_, _, newer)| newer).filter(|key| !stored.contains_key(*key)).collect();
        let read = self.read(unread, meter, stats).await?;
        let holds = |at: &ItemKey, key: &Key<E>| {
            let found = stored.get(at).or_else(|| read.get(at)).filter(|found| belongs(entity, found));
            // A copy that does not decode still counts as newer: returning an older one instead would hide the problem.
            found.is_some_and(|found| {
                (self.settings.decode)(entity, found.clone()).map_or(true, |found| is_same(key, entity, &found))
            })
        };
        let is_superseded = older.iter().filter(|(_, key, newer)| newer.iter().any(|at| holds(at, key)));
        Ok(is_superseded.map(|(own, _, _)| (*own).clone()).collect())
    }
}
