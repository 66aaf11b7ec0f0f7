//! Sends the requests of a scan one by one.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use super::{
    checkpoint::{Reached, StartKey},
    source::{PageRequest, Source},
};
use crate::{
    Result,
    client::transport::{
        backoff::by_deadline,
        body::{Answered, Operation},
        deadline::deadline_of_call,
        failure::timed_out,
        once::{Once, send_once},
        rate::Rate,
        reads::{ReadKey, Reads, RequestCounts},
    },
    item::read_item::ReadItem,
};

/// Sends the requests of one scan.
pub(crate) struct Pages {
    pub(crate) source: Source,
    pub(crate) sent: RequestCounts,
    pub(crate) total: usize,
    operation: &'static str,
    reads: Arc<Reads>,
    rate: Option<Rate>,
    /// The average cost of an item in the last page, as the bits of a float. 0 while it is unknown.
    per_item: AtomicU64,
    is_background: bool,
}

/// The items of one request, and its cost.
pub(crate) struct Page {
    pub(crate) items: Vec<ReadItem>,
    pub(crate) reached: Reached,
    pub(crate) evaluated: usize,
    pub(crate) rcu: f64,
}

impl Page {
    /// Returns the position at which the segment continues, unless it has ended.
    pub(crate) fn next(&self) -> Option<StartKey> {
        match &self.reached {
            Reached::After(place) => Some(place.clone()),
            Reached::Nothing | Reached::End => None,
        }
    }
}

impl Pages {
    /// The number of items of the first requests under a rate, while the cost of an item is unknown.
    const FIRST: usize = 100;

    /// The smallest number of read units to request under a rate, if the rate allows it. Below that, the rounding of
    /// each request would add noticeably to the cost.
    const MIN_UNITS: f64 = 8.0;

    pub(crate) fn new(operation: &'static str, reads: Arc<Reads>, source: Source, total: usize) -> Self {
        Self {
            source,
            sent: RequestCounts::default(),
            total,
            operation,
            reads,
            rate: None,
            per_item: AtomicU64::default(),
            is_background: false,
        }
    }

    /// Limits the read units per second, over all segments.
    pub(crate) fn at_rate(self, units_per_second: Option<f64>) -> Self {
        Self { rate: units_per_second.map(Rate::new), ..self }
    }

    /// Retries throttles for minutes.
    pub(crate) fn in_background(self) -> Self {
        Self { is_background: true, ..self }
    }

    /// Reads a page when the rate allows it. Its error names the segment.
    pub(crate) async fn page(&self, page_request: &PageRequest) -> Result<Page> {
        self.read(page_request).await.map_err(|error| {
            let error = error.operation(self.operation).on_index(self.source.index_name());
            let error = error.in_segment(page_request.segment, self.total);
            match self.source.entity {
                Some(entity) => error.of_entity(entity.name),
                None => error,
            }
        })
    }

    async fn read(&self, page_request: &PageRequest) -> Result<Page> {
        let limit = self.limit(page_request.limit);
        let expected = self.expected(limit);
        if let Some(rate) = &self.rate {
            by_deadline(deadline_of_call(), rate.turn(expected)).await.ok_or_else(timed_out)?;
        }
        let page_request = PageRequest { limit, ..page_request.clone() };
        let key = ReadKey::scan(self.source.index_name());
        let key = if self.is_background { key.in_background() } else { key };
        let send = |once: Once| async {
            let request = self.source.request(once.client(), &page_request, self.total);
            let (mut output, page) = self.reads.keeping(Operation::Scan, send_once!(request, once)).await?;
            let items = ReadItem::all(page, output.items.take().unwrap_or_default());
            Ok(Answered { output, items })
        };
        let Answered { output: answer, items } = self.reads.send(&key, &self.sent, send).await?;
        let evaluated = usize::try_from(answer.scanned_count).unwrap_or(items.len());
        let rcu = answer.consumed_capacity.and_then(|consumed| consumed.capacity_units).unwrap_or(expected);
        self.settle(expected, rcu);
        if evaluated > 0 {
            self.per_item.store((rcu / evaluated as f64).to_bits(), Ordering::Relaxed);
        }
        let reached = match answer.last_evaluated_key {
            Some(last) => Reached::After(self.source.place(&last)?),
            None => Reached::End,
        };
        Ok(Page { items, reached, evaluated, rcu })
    }

    /// Corrects the expected cost of a read to its actual cost.
    pub(crate) fn settle(&self, expected: f64, rcu: f64) {
        if let Some(rate) = &self.rate {
            rate.settle(expected, rcu);
        }
    }

    /// Limits a request under a rate to about a quarter of a second's units: 1 MB at once would be a burst.
    fn limit(&self, asked: Option<usize>) -> Option<usize> {
        let Some(rate) = &self.rate else { return asked };
        let units = (rate.per_second() / 4.0).max(Self::MIN_UNITS);
        let items = self.per_item().map_or(Self::FIRST, |per_item| (units / per_item).max(1.0) as usize);
        Some(asked.map_or(items, |asked| asked.min(items)))
    }

    fn expected(&self, limit: Option<usize>) -> f64 {
        self.per_item().zip(limit).map_or(1.0, |(per_item, items)| per_item * items as f64)
    }

    fn per_item(&self) -> Option<f64> {
        Some(f64::from_bits(self.per_item.load(Ordering::Relaxed))).filter(|per_item| *per_item > 0.0)
    }
}
