//! Compares one key of one entity in two locks.

mod describe;
mod way_out;

use keywright::key::Timestamp;

use self::describe::{describe_designs, describe_legacy, describe_templates};
use super::coverage::{Coverage, CoverageContext, Gap};
use crate::lock::{
    change::{Change, Readable, Sign},
    instant,
    model::{By, Design, Entity, Key, Legacy, Template},
};

/// A key of an entity, in the old and in the new lock.
pub(super) struct Keys<'a> {
    pub(super) judge: CoverageContext,
    /// The current entity.
    pub(super) entity: &'a Entity,
    pub(super) old: &'a Key,
    pub(super) new: &'a Key,
}

impl Keys<'_> {
    pub(super) fn compare(&self, changes: &mut Vec<Change>) {
        // The current `legacy` keys that have explained a change.
        let mut used = Vec::new();
        changes.extend(self.partition(&mut used));
        for (at, legacy) in self.old.legacy.iter().enumerate() {
            changes.extend(self.legacy(at, legacy, &mut used));
        }
        for (at, legacy) in self.new.legacy.iter().enumerate() {
            let is_old = self.old.legacy.iter().any(|old| old.design == legacy.design);
            if !is_old && !used.contains(&at) {
                changes.push(self.change(Sign::Added, "pk").after(describe_legacy(legacy)));
            }
        }
        changes.extend(self.sort());
    }

    /// Compares a key of a local secondary index. Its partition key is the table's, and is compared there.
    pub(super) fn compare_sort_keys(&self, changes: &mut Vec<Change>) {
        changes.extend(self.sort());
    }

    fn partition(&self, used: &mut Vec<usize>) -> Option<Change> {
        let (old, new) = (&self.old.partition, &self.new.partition);
        let coverage = self.judge.coverage(old, new);
        if old == new && coverage.is_ok() {
            return None;
        }
        let change = describe_designs(self.change(Sign::Changed, "pk"), old, new, self.judge.delimiters);
        Some(match coverage {
            Ok(Coverage::Unchanged) => change,
            Ok(Coverage::AllShards) => change.readable(Readable::AllShards),
            Ok(Coverage::Grow) => grown(change, new),
            Err(gap) => match self.covering(old, None) {
                Some(legacy) => {
                    used.extend(legacy);
                    change.readable(Readable::Legacy)
                }
                None => self.lost(change, |keys| keys.keep_partition(gap)),
            },
        })
    }

    /// Compares an older key of the lock: how its items are read, unless it is declared as before.
    fn legacy(&self, at: usize, old: &Legacy, used: &mut Vec<usize>) -> Option<Change> {
        let same = self.new.legacy.iter().position(|new| new.design == old.design);
        let found = same.and_then(|same| self.new.legacy.get(same));
        let as_it_was = self.judge.coverage(&old.design, &old.design);
        if found.is_some_and(|new| new.until == old.until) && as_it_was.is_ok() {
            let is_moved = same != Some(at) && self.old.legacy.len() == self.new.legacy.len();
            let text = format!("{}, in another order", describe_legacy(old));
            return is_moved.then(|| self.change(Sign::Changed, "pk").before(text));
        }
        let change = match found {
            Some(new) => {
                let until = |of: &Legacy| of.until.map_or_else(|| "none".to_owned(), instant::text);
                let before = format!("{} until {}", describe_legacy(old), until(old));
                self.change(Sign::Changed, "pk").before(before).after(until(new))
            }
            None => self.change(Sign::Removed, "pk").before(describe_legacy(old)),
        };
        if let Some(legacy) = self.covering(&old.design, old.until) {
            used.extend(legacy);
            return Some(change.readable(Readable::Legacy));
        }
        if self.judge.coverage(&old.design, &self.new.partition).is_ok() {
            return Some(change.note("today's key is the same"));
        }
        Some(self.lost(change, |keys| match (as_it_was, found) {
            (Err(_), _) => keys.keep_delimiter(),
            (Ok(_), Some(_)) => keys.keep_until(),
            (Ok(_), None) => keys.keep_legacy(&old.design),
        }))
    }

    fn sort(&self) -> Option<Change> {
        let change = self.change(Sign::Changed, "sk");
        match (&self.old.sort, &self.new.sort) {
            (None, None) => None,
            (Some(old), Some(new)) => {
                let same = self.judge.same_bytes(old, new);
                if old == new && same.is_ok() {
                    return None;
                }
                let change = describe_templates(change, old, new, self.judge.delimiters);
                Some(match same {
                    Ok(()) => change,
                    Err(gap) => self.lost(change, |keys| keys.keep_sort(old, gap)),
                })
            }
            (old, new) => {
                let source = |of: &Option<Template>| of.as_ref().map_or("none", |of| of.source.as_str()).to_owned();
                let change = change.before(source(old)).after(source(new));
                Some(self.lost(change, |_| "copy the items to the new key".to_owned()))
            }
        }
    }

    /// The current `legacy` keys that find the items of a design, which were written with it until that instant.
    fn covering(&self, old: &Design, until: Option<Timestamp>) -> Option<Vec<usize>> {
        self.judge.covering(old, until, self.new)
    }

    /// The change if this key does not find items: permanently in the table, and until the attributes are written again
    /// in an index.
    fn lost(&self, change: Change, way_out: impl FnOnce(&Self) -> String) -> Change {
        match &self.new.index {
            None => change.unreadable(way_out(self)),
            Some(index) => change.backfill(index),
        }
    }

    fn change(&self, sign: Sign, part: &str) -> Change {
        let key = match &self.new.index {
            None => part.to_owned(),
            Some(index) => format!("{index}.{part}"),
        };
        Change::new(sign, Some(&self.entity.name), key)
    }
}

/// With a hash, an item is found only in the shard of its time, so later writers must know the growth.
fn grown(change: Change, new: &Design) -> Change {
    let change = change.readable(Readable::Grow);
    match new.shards.as_ref().map(|shards| &shards.by) {
        Some(By::Hash { .. }) => change.note("every writer must have it by then"),
        _ => change,
    }
}
