//! Decides which of the merged items a query returns.

use super::{Lane, Plan, QuerySpec, Sift, Sifted, extract::Extract};
use crate::{
    Error, ErrorKind, Result,
    item::{attributed::Attributed, expiry::is_expired, read_item::ReadItem, stored},
    key::{ItemKey, clock::now},
};

/// Decides about items by a function, and omits expired ones.
pub(crate) struct Sieve<O> {
    extract: Extract<O>,
    hides_expired: bool,
    /// The number of expired items that were omitted.
    pub(crate) expired: usize,
}

impl<O> Sieve<O> {
    pub(crate) fn new(extract: Extract<O>, spec: &QuerySpec) -> Self {
        Self { extract, hides_expired: !spec.include_expired, expired: 0 }
    }
}

impl<O> Sift<ReadItem> for Sieve<O> {
    type Item = O;

    fn sift(&mut self, plan: &Plan, lane: &Lane, raw: ReadItem) -> Result<Sifted<O>> {
        let is_over = self.hides_expired && plan.has_ttl() && is_expired(plan.entity_of(&raw), &raw, now());
        let raw = if plan.filters_here() { ReadItem::Parsed(raw.into_item()) } else { raw };
        let is_let_through = match &raw {
            ReadItem::Parsed(item) if plan.filters_here() => {
                plan.filter.as_ref().is_none_or(|filter| filter.holds(item))
            }
            _ => true,
        };
        match (self.extract)(plan, lane, raw)? {
            // It still supersedes older generations of its key.
            Sifted::Taken(_) if is_over => {
                self.expired += 1;
                Ok(Sifted::Rejected)
            }
            Sifted::Taken(_) if !is_let_through => Ok(Sifted::Rejected),
            sifted => Ok(sifted),
        }
    }

    fn table_key(&self, plan: &Plan, raw: &ReadItem) -> Result<ItemKey> {
        table_key(plan, raw)
    }
}

/// The table key of an item that was read from an index.
pub(crate) fn table_key(plan: &Plan, item: &impl Attributed) -> Result<ItemKey> {
    stored::stored_key(plan.entity, 0, item).ok_or_else(|| {
        let message = "an item of the index came without the table's key; compare the table with its declaration";
        Error::new(ErrorKind::Decode, message)
    })
}
