//! Checks that all final reads of the table agree with its raw items.

use std::collections::BTreeMap;

use crate::{history::History, traits::Traits};

/// Checks that gets, batches, the index and the sentinels agree with the raw items.
pub(super) fn check(traits: Traits, history: &History) -> Result<(), String> {
    let stored = &history.stored;
    if stored.by_get != stored.by_batch {
        return Err(format!("gets find {:?} and a batch {:?}", stored.by_get, stored.by_batch));
    }
    let mut raw = stored.raw.clone();
    raw.sort_by_key(|(id, view)| (*id, view.value));
    if !traits.legacy {
        let by_id: BTreeMap<_, _> = raw.iter().copied().collect();
        if by_id.len() != raw.len() || by_id != stored.by_get {
            return Err(format!("the table holds {raw:?}, and gets find {:?}", stored.by_get));
        }
    }
    if traits.indexed {
        let mut by_index = stored.by_index.clone();
        by_index.sort_by_key(|(id, view)| (*id, view.value));
        if by_index != raw {
            return Err(format!("the table holds {raw:?}, and the index {by_index:?}"));
        }
    }
    if traits.local {
        let mut by_local = stored.by_local.clone();
        by_local.sort_by_key(|(id, view)| (*id, view.value));
        if by_local != raw {
            return Err(format!("the table holds {raw:?}, and the local index {by_local:?}"));
        }
    }
    if let Some((asked, found)) = stored.tags.iter().find(|(asked, found)| asked != found) {
        return Err(format!("the index has an item of tag {found} under tag {asked}"));
    }
    if traits.unique {
        let sorted = |pairs: &[(String, String)]| {
            let mut pairs = pairs.to_vec();
            pairs.sort();
            pairs
        };
        let (sentinels, mails) = (sorted(&stored.sentinels), sorted(&stored.mails));
        if sentinels != mails {
            return Err(format!("the sentinels are {sentinels:?}, and the items have {mails:?}"));
        }
        if mails.windows(2).any(|two| two[0].0 == two[1].0) {
            return Err(format!("two items have one unique value: {mails:?}"));
        }
    }
    if let Some((total, sum)) = stored.totals.iter().find(|(total, sum)| total != sum) {
        return Err(format!("`total` says {total}, and the shards hold {sum}"));
    }
    let (by_query, by_scan) = &stored.entries;
    if by_query != by_scan {
        return Err(format!("the query finds {by_query:?}, and the table holds {by_scan:?}"));
    }
    Ok(())
}
