//! Reading and deleting the copies of one item under older table keys (`legacy`).

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::{Change, Unchanged, outcome::Written, run::Run};
use crate::{Entity, Item, Result, client::transport::attempts::Attempts, key::ItemKey};

/// Reads of one item's copies at once.
const IN_FLIGHT: usize = 8;

/// The stored copies of an item other than the one that is judged.
pub(super) enum Beside {
    /// Nothing newer. Older copies can be under these keys, the newest design's first.
    Older(Vec<ItemKey>),
    /// A newer copy, which counts.
    Newer,
    /// The copy itself is gone by now, and the item with it.
    Gone,
    /// The copy itself is gone by now, and the item is there.
    Moved(ItemKey, Item),
}

/// A copy, and what deletes it.
type Copy = (ItemKey, Item, Change);

impl<E: Entity> Run<'_, E> {
    /// Looks for what newer keys hold of an item that is under an older one.
    pub(super) async fn beside(&self, key: &ItemKey, stored: &Item) -> Result<Beside> {
        let (newer, older) = self.places(key, stored);
        if newer.is_empty() {
            return Ok(Beside::Older(older));
        }
        // It may have gone since the scan read it, with its item or without.
        if self.get(key).await?.is_none() {
            let moved = self.moved(key, stored).await?;
            return Ok(moved.map_or(Beside::Gone, |(to, now)| Beside::Moved(to, now)));
        }
        let found = self.copies_at(&newer, stored, true).await?;
        Ok(if found.is_empty() { Beside::Older(older) } else { Beside::Newer })
    }

    /// Where an item went that is no longer under an older key: the newest copy of it.
    pub(super) async fn moved(&self, key: &ItemKey, stored: &Item) -> Result<Option<(ItemKey, Item)>> {
        let (newer, _) = self.places(key, stored);
        Ok(self.copies_at(&newer, stored, true).await?.into_iter().next().map(|(key, stored, _)| (key, stored)))
    }

    /// The keys of newer designs than that of its own key, and those of older ones.
    fn places(&self, key: &ItemKey, stored: &Item) -> (Vec<ItemKey>, Vec<ItemKey>) {
        // An item that does not decode is reported where it is judged.
        let places = self.copies.and_then(|copies| (copies.places)(stored).ok()).unwrap_or_default();
        let mut parts = places.splitn(2, |place| place == key);
        let mut part = || parts.next().map(<[ItemKey]>::to_vec).unwrap_or_default();
        (part(), part())
    }

    /// The copies of an item under these keys, in their order; with those that do not decode, or without.
    pub(super) async fn copies_at(&self, keys: &[ItemKey], of: &Item, with_broken: bool) -> Result<Vec<Copy>> {
        let Some(copies) = self.copies else { return Ok(Vec::new()) };
        let reads: Vec<_> = keys.iter().map(|key| async move { Ok((key, self.get(key).await?)) }).collect();
        let read: Vec<_> = stream::iter(reads).buffered(IN_FLIGHT).try_collect().await?;
        let mut found = Vec::new();
        for (key, stored) in read {
            if let Some(stored) = stored
                && (copies.is_copy)(of, &stored).unwrap_or(with_broken)
            {
                let change = Change::delete(self.entity, &stored, Unchanged::all(self.entity, &stored));
                found.push((key.clone(), stored, change));
            }
        }
        Ok(found)
    }

    /// Deletes older copies, the oldest first: who reads meanwhile sees the newest. One that another writer has changed
    /// is to be read again.
    ///
    /// What is deleted of them is noted in `of_item`, the attempts of the item: whether an answer of theirs was lost
    /// says nothing about the newest copy.
    pub(super) async fn delete_copies(&self, copies: &[Copy], of_item: &Attempts) -> Result<Written> {
        for (key, stored, change) in copies.iter().rev() {
            let attempts = Attempts::default();
            let written = self.write(key, change, stored, &attempts).await;
            if attempts.lost() {
                of_item.carried_out();
            }
            match written? {
                Written::Done => of_item.carried_out(),
                Written::Changed(None) => {}
                written => return Ok(written),
            }
        }
        Ok(Written::Done)
    }
}
