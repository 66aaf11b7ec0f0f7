//! Compares one key of one entity in two locks.

mod describe;
mod fix;

use keywright::key::Timestamp;

use self::describe::{describe_designs, describe_legacy, describe_templates, describe_times};
use super::coverage::{Coverage, CoverageContext, Gap};
use crate::{
    instant,
    lock::{
        change::{Change, Readable, Sign},
        evidence::Evidence,
        model::{By, Design, Entity, Key, Legacy, Template, Times},
    },
};

/// A key of an entity, in the old and in the new lock.
pub(super) struct Keys<'a> {
    pub(super) judge: CoverageContext,
    pub(super) shown: &'a [Evidence],
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
        if old == new && coverage.is_ok() && self.old.since == self.new.since {
            return None;
        }
        let change = self.change(Sign::Changed, "pk");
        let change = match old == new && coverage.is_ok() {
            true => change.template(&new.template),
            false => describe_designs(change, old, new, self.judge.delimiters),
        };
        let change = describe_times(change, self.old.times(), self.new.times());
        let found = match (coverage, self.new.since) {
            (Ok(_), Some(since)) if !self.judge.reaches(self.old.times(), self.new.times()) => Err(Gap::Since(since)),
            (coverage, _) => coverage,
        };
        Some(match found {
            // The release before does not look for items of these times under the new key.
            Ok(Coverage::Unchanged) if self.new.since < self.old.since => self.rolled_out(change),
            _ if self.judge.are_to_come(self.old.times()) => assumes_none_from(change, self.old.since),
            Ok(Coverage::Unchanged) => change,
            Ok(Coverage::AllShards) => change.readable(Readable::AllShards),
            Ok(Coverage::Grow) => grown(change, new),
            Err(gap) => match self.covering(old, self.old.times()) {
                Some(legacy) => {
                    used.extend(legacy);
                    self.rolled_out(change.readable(Readable::Legacy))
                }
                None => self.lost(change, |keys| keys.keep_partition(gap)),
            },
        })
    }

    /// Adds a note on whether the previous release finds what this one writes, because both run during a deployment.
    fn rolled_out(&self, change: Change) -> Change {
        let (new, since) = (&self.new.partition, self.new.since);
        let reads = |design: &Design, times: Times| {
            let is_read = times.since.is_none_or(|first| since.is_some_and(|since| first <= since));
            is_read && times.until.is_none() && self.judge.reversed().coverage(new, design).is_ok()
        };
        let is_read = reads(&self.old.partition, self.old.times())
            || self.old.legacy.iter().any(|legacy| reads(&legacy.design, legacy.times));
        match since {
            _ if is_read => change.note("the release before also reads the new key"),
            Some(since) if since >= self.judge.now => {
                let since = instant::text(since);
                change
                    .note(format!("every replica must have it before it writes an item whose time is {since} or later"))
            }
            _ => change.note("the release before does not read the new key").fix(
                "stop its replicas first, or add a future `since`, or first release the current key with the new one \
                 as its `legacy`",
            ),
        }
    }

    /// Compares an older key of the lock: how its items are read, unless it is declared as before.
    fn legacy(&self, at: usize, old: &Legacy, used: &mut Vec<usize>) -> Option<Change> {
        let same = self.new.legacy.iter().position(|new| new.design == old.design);
        let found = same.and_then(|same| self.new.legacy.get(same));
        let as_it_was = self.judge.coverage(&old.design, &old.design);
        if found.is_some_and(|new| new.times == old.times) && as_it_was.is_ok() {
            let is_moved = same != Some(at) && self.old.legacy.len() == self.new.legacy.len();
            let text = format!("{}, in another order", describe_legacy(old));
            return is_moved.then(|| self.change(Sign::Changed, "pk").before(text));
        }
        let change = match found {
            Some(new) => {
                let change = self.change(Sign::Changed, "pk").before(describe_legacy(old));
                describe_times(change, old.times, new.times)
            }
            None => self.change(Sign::Removed, "pk").before(describe_legacy(old)),
        };
        if self.judge.are_to_come(old.times) {
            return Some(assumes_none_from(change, old.times.since));
        }
        if let Some(legacy) = self.covering(&old.design, old.times) {
            used.extend(legacy);
            return Some(change.readable(Readable::Legacy));
        }
        if self.judge.reaches(old.times, self.new.times())
            && self.judge.coverage(&old.design, &self.new.partition).is_ok()
        {
            return Some(change.note("the current key is the same"));
        }
        let change = match self.shown_empty(old, found) {
            Ok(Some(evidence)) => return Some(change.note(evidence.describe())),
            Ok(None) => change,
            Err(why) => change.note(why),
        };
        Some(self.lost(change, |keys| match (as_it_was, found) {
            (Err(_), _) => keys.keep_delimiter(),
            (Ok(_), Some(new)) => keys.keep_times(old.times, new.times),
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

    /// Returns the evidence that no item of the table is under an older key of the lock, at times for which reads no
    /// longer use it.
    ///
    /// # Errors
    ///
    /// If evidence of this key does not suffice. The error is the reason.
    fn shown_empty(&self, old: &Legacy, found: Option<&Legacy>) -> Result<Option<&Evidence>, String> {
        if self.new.index.is_some() {
            return Ok(None);
        }
        let (key, older) = (&self.old.partition.template.source, &old.design.template.source);
        for evidence in self.shown {
            if evidence.shows(&self.entity.name, key, self.old.since, older)? {
                let ends_since = |since| {
                    let of = |times: Times| (times.since, times.until.is_some_and(|until| until >= since));
                    found.is_some_and(|new| of(new.times) == (old.times.since, true))
                };
                return match self.old.since {
                    None => Ok(Some(evidence)),
                    Some(since) if ends_since(since) => Ok(Some(evidence)),
                    Some(_) => {
                        Err("the release before still writes earlier items under this key: remove `since` in a \
                                    release of its own first, and run `rekey` again"
                            .to_owned())
                    }
                };
            }
        }
        Ok(None)
    }

    /// Returns the current `legacy` keys that find the items of a design of these times.
    fn covering(&self, old: &Design, times: Times) -> Option<Vec<usize>> {
        self.judge.covering(old, times, self.new)
    }

    /// Marks the change of a key that does not find items. They are unreadable in the table, and in an index until the
    /// attributes are written again.
    fn lost(&self, change: Change, fix: impl FnOnce(&Self) -> String) -> Change {
        match &self.new.index {
            None => change.unreadable(fix(self)),
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

/// Marks a change by growth. With a hash, an item is found only in the shard of its time, so later writers must know
/// the growth.
fn grown(change: Change, new: &Design) -> Change {
    let change = change.readable(Readable::Grow);
    match new.shards.as_ref().map(|shards| &shards.by) {
        Some(By::Hash { .. }) => change.note("every writer must have it before it writes an item of that time"),
        _ => change,
    }
}

/// Notes that a key begins at a future instant. Items get it by their own time, which may be ahead of the clock.
fn assumes_none_from(change: Change, since: Option<Timestamp>) -> Change {
    match since {
        Some(since) => change.note(format!("assumes that no item has a time from {} on yet", instant::text(since))),
        None => change,
    }
}
