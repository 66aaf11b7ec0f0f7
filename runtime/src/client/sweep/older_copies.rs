//! Reads and deletes the copies of one item under older table keys (`legacy`).

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::{Change, Unchanged, outcome::Written, run::Run};
use crate::{Item, Result, client::transport::attempts::Attempts, key::ItemKey};

/// The number of concurrent reads of one item's copies.
const IN_FLIGHT: usize = 8;

/// The stored copies of an item other than the current one.
pub(super) enum OtherCopies {
    /// There is no newer copy. Older copies can be under these keys, the newest design's first.
    Older(Vec<ItemKey>),
    /// There is a newer copy under this key, which takes precedence.
    Newer(ItemKey),
    /// The item was deleted meanwhile.
    Gone,
    /// The copy was deleted meanwhile, but the item exists under another key.
    Moved(ItemKey, Item),
}

/// A copy, and the change that deletes it.
type Copy = (ItemKey, Item, Change);

impl Run<'_> {
    /// Reads the newer keys of an item that is stored under an older one.
    pub(super) async fn other_copies(&self, key: &ItemKey, stored: &Item) -> Result<OtherCopies> {
        let (newer, older) = self.other_keys(key, stored);
        if newer.is_empty() {
            return Ok(OtherCopies::Older(older));
        }
        // The copy or the item may have been deleted since the scan read it.
        if self.get(key).await?.is_none() {
            let moved = self.moved(key, stored).await?;
            return Ok(moved.map_or(OtherCopies::Gone, |(to, now)| OtherCopies::Moved(to, now)));
        }
        let found = self.copies_at(&newer, stored, true).await?;
        Ok(found.into_iter().next().map_or(OtherCopies::Older(older), |(newer, _, _)| OtherCopies::Newer(newer)))
    }

    /// Finds the newest copy of an item that is no longer under an older key.
    pub(super) async fn moved(&self, key: &ItemKey, stored: &Item) -> Result<Option<(ItemKey, Item)>> {
        let (newer, _) = self.other_keys(key, stored);
        Ok(self.copies_at(&newer, stored, true).await?.into_iter().next().map(|(key, stored, _)| (key, stored)))
    }

    /// Returns the keys of newer designs than that of the given key, and those of older designs.
    fn other_keys(&self, key: &ItemKey, stored: &Item) -> (Vec<ItemKey>, Vec<ItemKey>) {
        // An item that does not decode is reported when it is processed.
        let keys = self.copies.and_then(|copies| (copies.possible_keys)(stored).ok()).unwrap_or_default();
        let mut parts = keys.splitn(2, |other| other == key);
        let mut part = || parts.next().map(<[ItemKey]>::to_vec).unwrap_or_default();
        (part(), part())
    }

    /// Returns the copies of an item under these keys, in order. `with_broken` includes those that do not decode.
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

    /// Deletes older copies, the oldest first, so that concurrent readers see the newest one. A copy that another
    /// writer has changed must be read again.
    ///
    /// Deletions are recorded in `of_item`, the attempts of the item. A lost response to one of them does not affect
    /// the newest copy.
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
