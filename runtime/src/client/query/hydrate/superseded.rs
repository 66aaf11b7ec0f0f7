//! Items that an index shows under an older table key, and that are stored under a newer one too.

use std::collections::BTreeSet;

use super::items::{Hydrator, Stored};
use crate::{
    Entity, Key, Result,
    client::read_keys::Meter,
    item::{
        encode::is_random,
        legacy::{all_keys, is_same},
        locate::key_with,
        stored::belongs,
    },
    key::ItemKey,
    read::Stats,
};

impl<E: Entity, O> Hydrator<E, O> {
    /// The keys of older copies: one item is one item, and its newest copy counts, also where that has expired.
    ///
    /// The newer keys of an item under an older one are read, where they are not among what was. With random shards an
    /// item has no key of its own, and there is nothing to tell.
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
            // One that does not decode is an error where the query asks for it.
            let Ok(item) = (self.settings.decode)(entity, item.clone()) else { continue };
            let key = key_with(&item, None);
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
            // What does not decode is a newer copy all the same: an older one in its place would hide that.
            found.is_some_and(|found| {
                (self.settings.decode)(entity, found.clone()).map_or(true, |found| is_same(key, entity, &found))
            })
        };
        let is_superseded = older.iter().filter(|(_, key, newer)| newer.iter().any(|at| holds(at, key)));
        Ok(is_superseded.map(|(own, _, _)| (*own).clone()).collect())
    }
}
