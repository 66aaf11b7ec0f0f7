//! Runs a scan: keeps requests in flight and returns items as they arrive.

mod requests;

use std::{
    collections::VecDeque,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::{Stream, StreamExt as _, stream::FuturesUnordered};

use super::{
    checkpoint::{Checkpoint, Reached},
    extract::Extract,
    page::{FailedSegment, ScanStats},
    pages::Pages,
    progress::{Answer, Next, ScanEvent, is_of_one_segment, push_page},
    selection::{OPERATION, Selection},
    source::PageRequest,
};
use crate::{
    Error, Result,
    client::{Connection, transport::in_flight::SpawnedTask},
};

/// The items of a scan up to its limit, or to its end, as a stream. The inner error is that of an item that does not
/// decode, after which the stream goes on. It sends requests only while it is polled. Dropping
/// it cancels the requests in flight.
pub(super) struct Running<O> {
    pages: Arc<Pages>,
    extract: Extract<O>,
    limit: Option<usize>,
    items_per_request: Option<usize>,
    /// The position after the returned items.
    checkpoint: Checkpoint,
    /// The segments that have not begun, and where they begin.
    fresh: std::vec::IntoIter<(usize, Reached)>,
    /// Segments that have begun and whose next page is needed.
    waiting: VecDeque<Next>,
    in_flight: FuturesUnordered<SpawnedTask<Answer>>,
    events: VecDeque<ScanEvent>,
    /// The number of segments that count towards the limit of concurrent segments.
    active: usize,
    /// Whether the scan can stop between two items. An index has no defined order among items of one key, so a scan of
    /// an index can only end with a whole page. With a limit, it reads page by page and never more items than the limit
    /// allows.
    is_cut_exactly: bool,
    stats: ScanStats,
    has_answer: bool,
    /// Whether an item whose key is of no listed entity is an error. Otherwise it is omitted and counted.
    strict: bool,
    /// The segments that failed, if failures are allowed. Otherwise the first failure ends the scan.
    failures: Option<Vec<FailedSegment>>,
}

impl<O> Running<O> {
    pub(super) fn new(handle: &Connection, selection: &Selection<O>) -> Result<Self> {
        let (pages, checkpoint) = selection.begin(handle)?;
        let fresh: Vec<_> = checkpoint.reached().map(|(segment, reached)| (segment, reached.clone())).collect();
        Ok(Self {
            stats: ScanStats { segments: pages.total, ..ScanStats::default() },
            is_cut_exactly: pages.source.index.is_some() && selection.settings.limit.is_some(),
            pages: Arc::new(pages),
            extract: selection.extract,
            limit: selection.settings.limit,
            items_per_request: selection.settings.items_per_request,
            fresh: fresh.into_iter(),
            checkpoint,
            waiting: VecDeque::new(),
            in_flight: FuturesUnordered::new(),
            events: VecDeque::new(),
            active: 0,
            has_answer: false,
            strict: selection.settings.strict,
            failures: None,
        })
    }

    /// Continues if a segment fails.
    pub(super) fn partial(mut self) -> Self {
        self.failures = Some(Vec::new());
        self
    }

    /// Returns the checkpoint after the returned items.
    pub(super) fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    pub(super) fn stats(&self) -> ScanStats {
        ScanStats { requests: self.pages.sent.requests(), throttles: self.pages.sent.throttles(), ..self.stats.clone() }
    }

    /// Returns the segments that failed, or the first failure if no request was answered.
    pub(super) fn failed(&mut self) -> Result<Vec<FailedSegment>> {
        let mut failures = self.failures.take().unwrap_or_default();
        if !self.has_answer && !failures.is_empty() {
            return Err(failures.swap_remove(0).error);
        }
        Ok(failures)
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Result<O>>>> {
        if self.limit.is_some_and(|limit| self.stats.items_returned >= limit) {
            return Poll::Ready(None);
        }
        loop {
            // Polls the requests in flight, also while read items are being taken.
            while let Poll::Ready(Some(answer)) = self.in_flight.poll_next_unpin(context) {
                if let Err(error) = self.take(answer) {
                    return Poll::Ready(Some(Err(error)));
                }
            }
            match self.next() {
                Ok(None) => {}
                item => {
                    self.start();
                    return Poll::Ready(item.transpose());
                }
            }
            // A new request must be polled before it can wake the task.
            if !self.start() {
                return if self.in_flight.is_empty() { Poll::Ready(None) } else { Poll::Pending };
            }
        }
    }

    /// Returns the next item that was read. The inner error is that of an item that does not decode.
    fn next(&mut self) -> Result<Option<Result<O>>> {
        while let Some(events) = self.events.pop_front() {
            let ScanEvent::Item { segment, item } = events else {
                self.pass(events);
                continue;
            };
            let place = self.pages.source.place(&item).map_err(|error| self.named(error, segment))?;
            let is_hidden = self.pages.source.hides(&item);
            let unparsed = self.pages.source.unparsed(&item);
            let extracted = match unparsed {
                None => (self.extract)(&self.pages.source, item).transpose(),
                Some(error) if self.strict => Some(Err(error)),
                Some(error) => {
                    self.stats.count_unparsed(&error);
                    self.pages.source.warn_of_unparsed(&error);
                    None
                }
            };
            let extracted = extracted.map(|extracted| extracted.map_err(|error| self.named(error, segment)));
            if self.pages.source.index.is_none() {
                self.checkpoint.reach(segment, Reached::After(place));
            }
            if is_hidden && extracted.is_some() {
                self.stats.expired += 1;
                continue;
            }
            if let Some(item) = extracted {
                self.stats.items_returned += 1;
                while self.events.front().is_some_and(|events| !matches!(events, ScanEvent::Item { .. })) {
                    let Some(events) = self.events.pop_front() else { break };
                    self.pass(events);
                }
                return Ok(Some(item));
            }
        }
        Ok(None)
    }

    /// Processes an event that is not an item.
    fn pass(&mut self, events: ScanEvent) {
        match events {
            ScanEvent::Item { .. } => {}
            ScanEvent::PageRequest(next) => self.waiting.push_back(next),
            ScanEvent::Page { segment, reached } => {
                if reached == Reached::End {
                    self.active = self.active.saturating_sub(1);
                }
                self.checkpoint.reach(segment, reached);
            }
        }
    }

    fn take(&mut self, answer: Answer) -> Result<()> {
        let Answer { next: Next { page_request, round }, outcome } = answer;
        let segment = page_request.segment;
        let page = match (outcome, &mut self.failures) {
            (Ok(page), _) => page,
            (Err(error), Some(failures)) if is_of_one_segment(&error) => {
                failures.push(FailedSegment { segment, error });
                self.active = self.active.saturating_sub(1);
                return Ok(());
            }
            (Err(error), _) => return Err(error),
        };
        self.has_answer = true;
        self.stats.items_read = self.stats.items_read.saturating_add(page.evaluated);
        self.stats.rcu += page.rcu;
        let next = page.next().map(|start| Next {
            page_request: PageRequest { segment, start: Some(start), limit: None },
            round: round.saturating_add(1),
        });
        push_page(&mut self.events, segment, page, next, !self.is_cut_exactly);
        Ok(())
    }

    /// Adds the entity, the index and the segment to the error.
    fn named(&self, error: Error, segment: usize) -> Error {
        error.operation(OPERATION).on_index(self.pages.source.index_name()).in_segment(segment, self.pages.total)
    }
}

impl<O> Unpin for Running<O> {}

impl<O> Stream for Running<O> {
    type Item = Result<Result<O>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll(context)
    }
}
