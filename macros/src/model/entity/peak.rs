//! A complete declared peak.

use proc_macro2::Span;

use crate::read::entity::{EntityPeakAttr, IndexPeakAttr, PeakAttr, ReadsAttr};

/// The number of items of a query whose items are not declared: the newest 50.
const PAGE_ITEMS: u64 = 50;

pub(crate) struct Peak {
    pub(crate) writes: Writes,
    pub(crate) item_bytes: u64,
    pub(crate) item_bytes_at: Span,
    /// Whether the size is that of an index's entry, and not the item's.
    pub(crate) is_of_entry: bool,
    pub(crate) in_transactions: Option<f64>,
    pub(crate) moves: Option<f64>,
    pub(crate) reads_per_second: Option<(u64, Span)>,
    pub(crate) reads: Option<(Reads, Span)>,
    pub(crate) top_share: Option<f64>,
    pub(crate) mean: Option<f64>,
    /// The mean as a number of writes in a month.
    pub(crate) per_month: Option<u64>,
}

/// Reads per second, by kind.
#[derive(Clone, Copy)]
pub(crate) struct Reads {
    pub(crate) queries: u64,
    pub(crate) items: u64,
    pub(crate) gets: u64,
    pub(crate) consistent: Option<f64>,
    pub(crate) top_share: Option<f64>,
}

/// Writes per second, by kind.
#[derive(Clone, Copy)]
pub(crate) struct Writes {
    pub(crate) creates: u64,
    pub(crate) updates: u64,
    pub(crate) deletes: u64,
}

impl Peak {
    pub(super) fn of_entity(attr: &EntityPeakAttr) -> Option<Self> {
        Some(Self {
            in_transactions: attr.in_transactions,
            mean: attr.mean.as_ref().map(|share| share.value),
            per_month: attr.per_month.as_ref().map(|writes| writes.value),
            ..Self::new(&attr.peak, None)?
        })
    }

    /// The peak of an index. Omitted options are the entity's.
    pub(super) fn of_index(attr: &IndexPeakAttr, declared: Option<&EntityPeakAttr>) -> Option<Self> {
        let is_of_entry = item_bytes(&attr.peak).is_some();
        Some(Self { moves: attr.moves, is_of_entry, ..Self::new(&attr.peak, declared.map(|declared| &declared.peak))? })
    }

    fn new(attr: &PeakAttr, declared: Option<&PeakAttr>) -> Option<Self> {
        let item_bytes = item_bytes(attr).or_else(|| item_bytes(declared?));
        let (item_bytes, item_bytes_at) = item_bytes?;
        Some(Self {
            writes: Writes::of(attr).or_else(|| Writes::of(declared?))?,
            item_bytes,
            item_bytes_at,
            is_of_entry: false,
            in_transactions: None,
            moves: None,
            reads_per_second: attr.reads_per_second.as_ref().map(|reads| (reads.value, reads.value_place())),
            reads: attr.reads.as_ref().map(|reads| (Reads::of(reads), reads.place)),
            top_share: attr.top_share,
            mean: None,
            per_month: None,
        })
    }

    /// The span of the declared reads.
    pub(crate) fn reads_at(&self) -> Option<Span> {
        let of_short = self.reads_per_second.map(|(_, span)| span);
        self.reads.map(|(_, span)| span).or(of_short)
    }
}

/// The size of an item, unless it is 0.
fn item_bytes(attr: &PeakAttr) -> Option<(u64, Span)> {
    let bytes = attr.item_bytes.as_ref().filter(|bytes| bytes.value > 0)?;
    Some((bytes.value, bytes.value_place()))
}

impl Reads {
    fn of(attr: &ReadsAttr) -> Self {
        Self {
            queries: attr.queries.unwrap_or_default(),
            items: attr.items.as_ref().map_or(PAGE_ITEMS, |items| items.value),
            gets: attr.gets.as_ref().map_or(0, |gets| gets.value),
            consistent: attr.consistent.as_ref().map(|share| share.value),
            top_share: attr.top_share,
        }
    }
}

impl Writes {
    /// Writes of all kinds per second.
    pub(crate) fn per_second(self) -> u64 {
        self.creates.saturating_add(self.updates).saturating_add(self.deletes)
    }

    /// Returns `None` if no rate is given. An omitted kind has a rate of 0.
    pub(crate) fn of(attr: &PeakAttr) -> Option<Self> {
        let creates = attr.writes_per_second.as_ref().or(attr.creates.as_ref()).map(|creates| creates.value);
        if creates.is_none() && attr.updates.is_none() && attr.deletes.is_none() {
            return None;
        }
        let [creates, updates, deletes] = [creates, attr.updates, attr.deletes].map(Option::unwrap_or_default);
        Some(Self { creates, updates, deletes })
    }
}
