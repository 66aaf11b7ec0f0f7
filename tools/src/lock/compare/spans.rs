//! Compares an older design separately for each time span between its growths, and between the instants at which
//! current keys begin and end, because several current keys can find its items together.

use keywright::key::Timestamp;

use super::coverage::CoverageContext;
use crate::lock::model::{Design, Key, Legacy, Shards, Times};

/// The items of a time span: from an instant, or from the beginning, until another.
#[derive(Clone, Copy)]
struct Span {
    from: Option<Timestamp>,
    until: Timestamp,
}

impl CoverageContext {
    /// Returns whether no item has one of these times yet.
    pub(super) fn are_to_come(&self, times: Times) -> bool {
        times.since.is_some_and(|since| since >= times.until.unwrap_or(self.now))
    }

    /// Returns whether reads look for all items of some times under a current key of those times.
    pub(super) fn reaches(&self, old: Times, new: Times) -> bool {
        self.are_to_come(old) || new.reach(old.since, old.until.unwrap_or(self.now))
    }

    /// Returns the current `legacy` keys that, alone or together with others and the current key, find the items of an
    /// older design. These have the given times or, without an end, times until now. `None` if no key finds some of the
    /// items, or the current key finds all of them.
    pub(super) fn covering(&self, old: &Design, times: Times, new: &Key) -> Option<Vec<usize>> {
        let covers = |legacy: &Legacy| self.reaches(times, legacy.times) && self.coverage(old, &legacy.design).is_ok();
        if let Some(alone) = new.legacy.iter().position(covers) {
            return Some(vec![alone]);
        }
        let mut used = Vec::new();
        for span in self.spans(old, times, new) {
            let during = |design: &Design| self.coverage(&within(old, span), &within(design, span)).is_ok();
            let reaches = |times: Times| times.reach(span.from, span.until);
            match new.legacy.iter().position(|legacy| reaches(legacy.times) && during(&legacy.design)) {
                Some(legacy) => used.push(legacy),
                None if reaches(new.times()) && during(&new.partition) => {}
                None => return None,
            }
        }
        used.sort_unstable();
        used.dedup();
        // If the current key alone suffices, no older key is needed.
        (!used.is_empty()).then_some(used)
    }

    /// Returns the time spans in which a design had a constant number of shards and the same current keys are read,
    /// from the first item to the last.
    fn spans(&self, design: &Design, times: Times, new: &Key) -> Vec<Span> {
        let end = times.until.unwrap_or(self.now);
        let grow = design.shards.iter().flat_map(|shards| &shards.grow).map(|growth| growth.at);
        let keys = new.legacy.iter().map(|legacy| legacy.times).chain([new.times()]);
        let edges = keys.flat_map(|times| [times.since, times.until]).flatten();
        let is_within = |at: &Timestamp| *at < end && times.since.is_none_or(|since| *at > since);
        let mut starts: Vec<_> = grow.chain(edges).filter(is_within).collect();
        starts.sort_unstable();
        starts.dedup();
        let from = std::iter::once(times.since).chain(starts.iter().copied().map(Some));
        from.zip(starts.iter().copied().chain([end])).map(|(from, until)| Span { from, until }).collect()
    }
}

/// Restricts a design to a time span.
fn within(design: &Design, span: Span) -> Design {
    let shards = design.shards.as_ref().map(|shards| Shards {
        count: shards.count_at(span.from),
        grow: shards
            .grow
            .iter()
            .filter(|growth| span.from.is_none_or(|from| growth.at > from) && growth.at < span.until)
            .copied()
            .collect(),
        ..shards.clone()
    });
    Design { shards, ..design.clone() }
}
