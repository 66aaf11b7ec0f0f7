//! Compares an older design separately for each time span between its growths, because several current keys can find
//! its items together.

use keywright::key::Timestamp;

use super::coverage::CoverageContext;
use crate::lock::model::{Design, Key, Legacy, Shards};

/// The items of a time span: from an instant, or from the beginning, until another.
#[derive(Clone, Copy)]
struct Span {
    from: Option<Timestamp>,
    until: Timestamp,
}

impl CoverageContext {
    /// The current `legacy` keys that, alone or together with others and the current key, find the items of an older
    /// design, which were written with it until that instant or, without one, until now. `None` if some items are found
    /// by none of them.
    pub(super) fn covering(&self, old: &Design, until: Option<Timestamp>, new: &Key) -> Option<Vec<usize>> {
        if let Some(alone) = new.legacy.iter().position(|legacy| self.legacy_covers(old, until, legacy)) {
            return Some(vec![alone]);
        }
        let mut used = Vec::new();
        for span in self.spans(old, until.unwrap_or(self.now)) {
            let during = |design: &Design| self.coverage(&within(old, span), &within(design, span)).is_ok();
            let reaches = |legacy: &Legacy| legacy.until.is_none_or(|reach| reach >= span.until);
            match new.legacy.iter().position(|legacy| reaches(legacy) && during(&legacy.design)) {
                Some(legacy) => used.push(legacy),
                None if during(&new.partition) => {}
                None => return None,
            }
        }
        // If the current key alone suffices, no older key is needed.
        (!used.is_empty()).then_some(used)
    }

    /// The time spans in which a design had a constant number of shards, up to the last item.
    fn spans(&self, design: &Design, end: Timestamp) -> Vec<Span> {
        let grow = design.shards.iter().flat_map(|shards| &shards.grow).map(|growth| growth.at);
        let mut starts: Vec<_> = grow.filter(|at| *at < end).collect();
        starts.sort_unstable();
        let from = std::iter::once(None).chain(starts.iter().copied().map(Some));
        from.zip(starts.iter().copied().chain([end])).map(|(from, until)| Span { from, until }).collect()
    }
}

/// A design during a time span.
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
