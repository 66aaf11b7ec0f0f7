//! Decides which of the merged items a query returns.

use super::{Classified, Classify, Lane, Plan, QuerySpec, extract::Extract};
use crate::{
    Error, ErrorKind, Result,
    item::{attributed::Attributed, expiry::is_expired, read_item::ReadItem, stored},
    key::{ItemKey, clock::now},
};

/// Decides by a function which items are returned, and omits expired ones.
pub(crate) struct Classifier<O> {
    extract: Extract<O>,
    filter: ItemFilter,
    /// The last accepted item, or the error of one that does not decode.
    taken: Option<Result<O>>,
}

impl<O> Classifier<O> {
    pub(crate) fn new(extract: Extract<O>, spec: &QuerySpec) -> Self {
        Self { extract, filter: ItemFilter { hides_expired: !spec.include_expired, expired: 0 }, taken: None }
    }

    /// Takes the last accepted item, or the error of one that does not decode.
    pub(crate) fn take(&mut self) -> Option<Result<O>> {
        self.taken.take()
    }

    /// Returns the number of expired items that were omitted.
    pub(crate) fn expired(&self) -> usize {
        self.filter.expired
    }
}

impl<O> Classify<ReadItem> for Classifier<O> {
    fn classify(&mut self, plan: &Plan, lane: &Lane, raw: ReadItem) -> Result<Classified<()>> {
        // A filter needs the whole item.
        let raw = if plan.filters_here() { ReadItem::Parsed(raw.into_item()) } else { raw };
        let verdict = self.filter.verdict_on(plan, &raw);
        // The read passes an item that does not decode, whatever becomes of its error.
        let extracted = match (self.extract)(plan, lane, raw) {
            Ok(extracted) => extracted.try_map(|item| Ok(Ok(item)))?,
            Err(error) => Classified::Taken(Err(error)),
        };
        Ok(match extracted {
            Classified::Taken(item) if self.filter.accepts(verdict) => {
                self.taken = Some(item);
                Classified::Taken(())
            }
            // The item still supersedes older generations of its key.
            Classified::Taken(_) | Classified::Rejected => Classified::Rejected,
            Classified::Foreign => Classified::Foreign,
            Classified::Unknown => Classified::Unknown,
        })
    }

    fn table_key(&self, plan: &Plan, raw: &ReadItem) -> Result<ItemKey> {
        table_key(plan, raw)
    }
}

/// Omits expired items of the query's own entity, regardless of what the query returns for them.
struct ItemFilter {
    hides_expired: bool,
    /// The number of expired items that were omitted.
    expired: usize,
}

/// Whether an item that matches the query is returned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Returned,
    Expired,
    Filtered,
}

impl ItemFilter {
    /// Checks expiry, and the filter if the plan filters here.
    fn verdict_on(&self, plan: &Plan, raw: &ReadItem) -> Verdict {
        if self.hides_expired && plan.has_ttl() && is_expired(plan.entity_of(raw), raw, now()) {
            return Verdict::Expired;
        }
        match raw {
            ReadItem::Parsed(item) if plan.filters_here() => {
                let holds = plan.filter.as_ref().is_none_or(|filter| filter.holds(item));
                if holds { Verdict::Returned } else { Verdict::Filtered }
            }
            _ => Verdict::Returned,
        }
    }

    /// Returns whether the item is returned. Counts it if it has expired.
    fn accepts(&mut self, verdict: Verdict) -> bool {
        self.expired += usize::from(verdict == Verdict::Expired);
        verdict == Verdict::Returned
    }
}

/// Returns the table key of an item that was read from an index.
pub(crate) fn table_key(plan: &Plan, item: &impl Attributed) -> Result<ItemKey> {
    stored::stored_key(plan.entity, 0, item).ok_or_else(|| {
        let message = "an item of the index lacks the table key; compare the table with its declaration";
        Error::new(ErrorKind::Decode, message)
    })
}
