//! Streams the items of a query, each read from the table.

use std::{
    collections::VecDeque,
    fmt, mem,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::{FutureExt as _, Stream, StreamExt as _};

use super::items::{Hydrator, Settings};
use crate::{
    Entity, Error, Result,
    client::{
        Connection,
        query::{ItemStream, Selection},
        transport::{call::CallSpan, in_flight::SpawnedTask},
    },
    physics::limits::BATCH_GET_ITEMS,
    read::{Stats, extract::Entry},
};

/// The items of a query in the order of the index, read from the table 100 at a time.
///
/// Made by [`HydratedQuery::stream`](super::HydratedQuery::stream). It is a [`futures_core::Stream`](Stream) of
/// results, which goes on after an item that does not decode, and ends after any other error. It reads the next 100
/// entries meanwhile, as [`ItemStream`] describes. In addition, it buffers at most 100 items and 100 entries. Dropping
/// it drops the requests in flight.
#[must_use = "a stream does nothing until it is polled"]
pub struct HydratedStream<O> {
    /// The span of the call. `None` after the end.
    span: Option<CallSpan>,
    entries: ItemStream<Entry>,
    /// The result with which the entries ended. `None` before their end.
    end: Option<Result<()>>,
    waiting: Vec<Entry>,
    batch: Option<SpawnedTask<Result<Batch<O>>>>,
    ready: VecDeque<Result<O>>,
    hydrate: Hydrate<O>,
    /// The requests and capacity units of reading the items.
    item_stats: Stats,
    table_name: String,
}

type Hydrate<O> = Box<dyn Fn(Vec<Entry>) -> SpawnedTask<Result<Batch<O>>> + Send>;

/// The items of some entries, and their cost.
struct Batch<O> {
    items: Vec<Result<O>>,
    item_stats: Stats,
}

impl<O: Send + 'static> HydratedStream<O> {
    pub(super) fn new<E: Entity>(handle: &Connection, selection: Selection<Entry>, settings: Settings<E, O>) -> Self {
        let span = selection.source.call("hydrate").begin(handle);
        let entries = ItemStream::within(handle, &selection);
        let hydrator = entries.plan().map(|plan| Arc::new(Hydrator { handle: handle.clone(), plan, settings }));
        Self {
            span: Some(span),
            entries,
            end: None,
            waiting: Vec::new(),
            batch: None,
            ready: VecDeque::new(),
            hydrate: Box::new(move |entries| {
                let hydrator = hydrator.clone();
                SpawnedTask::begin(Box::pin(async move {
                    let mut item_stats = Stats::default();
                    let items = match hydrator {
                        Some(hydrator) => hydrator.items(entries, &mut item_stats).await?,
                        None => Vec::new(),
                    };
                    Ok(Batch { items, item_stats })
                }))
            }),
            item_stats: Stats::default(),
            table_name: handle.table_name().to_owned(),
        }
    }

    /// Reads entries ahead, up to one batch.
    fn read_ahead(&mut self, context: &mut Context<'_>) {
        while self.end.is_none() && self.waiting.len() < BATCH_GET_ITEMS {
            match self.entries.poll_next_unpin(context) {
                Poll::Ready(Some(Ok(entry))) => self.waiting.push(entry),
                Poll::Ready(Some(Err(error))) => self.end = Some(Err(error)),
                Poll::Ready(None) => self.end = Some(Ok(())),
                Poll::Pending => break,
            }
        }
    }

    /// Returns the next item or its error. The outer error ends the stream.
    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Result<O>>>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                let item = item.map_err(|error| error.operation("hydrate").in_table(self.table_name.as_str()));
                return Poll::Ready(Some(Ok(item)));
            }
            self.read_ahead(context);
            if let Some(batch) = &mut self.batch {
                let Poll::Ready(batch) = batch.poll_unpin(context) else { return Poll::Pending };
                self.batch = None;
                match batch {
                    Ok(Batch { items, item_stats }) => {
                        self.ready.extend(items);
                        self.item_stats = self.item_stats.and(item_stats);
                    }
                    Err(error) => return Poll::Ready(Some(Err(self.fail(error)))),
                }
            } else if self.waiting.len() >= BATCH_GET_ITEMS || (self.end.is_some() && !self.waiting.is_empty()) {
                let entries = mem::take(&mut self.waiting);
                self.batch = Some((self.hydrate)(entries));
            } else {
                if self.end.is_none() {
                    return Poll::Pending;
                }
                let end = self.end.replace(Ok(()));
                return Poll::Ready(end.and_then(Result::err).map(Err));
            }
        }
    }

    /// Drops the buffered items and returns the error.
    fn fail(&mut self, error: Error) -> Error {
        self.waiting.clear();
        self.end = Some(Ok(()));
        error.operation("hydrate").in_table(self.table_name.as_str())
    }
}

impl<O> HydratedStream<O> {
    /// Returns the requests and capacity units so far.
    pub fn stats(&self) -> Stats {
        self.entries.stats().and(self.item_stats)
    }
}

impl<O> Unpin for HydratedStream<O> {}

impl<O: Send + 'static> Stream for HydratedStream<O> {
    type Item = Result<O>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(mut span) = self.span.take() else { return Poll::Ready(None) };
        let polled = span.poll_item(|| self.poll_item(context));
        self.span = Some(span).filter(|_| matches!(polled, Poll::Pending | Poll::Ready(Some(Ok(_)))));
        polled.map(|item| item.map(|item| item.and_then(|item| item)))
    }
}

impl<O> fmt::Debug for HydratedStream<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HydratedStream").field("entries", &self.entries).finish_non_exhaustive()
    }
}
