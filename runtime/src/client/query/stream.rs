//! Streams the items of a query.

use std::{
    fmt,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::{Stream, StreamExt as _};

use super::{Selection, execution::Running};
use crate::{
    Error, Result,
    client::{Connection, transport::call::CallSpan},
    read::{Aim, Plan, Stats},
};

/// The items of a query in order, read on demand and a little ahead.
///
/// Made by [`Query::stream`](crate::read::Query::stream). It is a [`futures_core::Stream`](Stream) of results: use it
/// with `StreamExt` and `TryStreamExt` of the crate `futures-util`. If an item does not decode, the stream returns the
/// error, which names the item's key, and goes on with the next item. It ends after the error of a request.
///
/// It sends new requests only while it is polled, so a slow consumer is not overrun. Requests in flight continue
/// between polls, so a consumer can read with the same handle, whatever its limits: see
/// [`Handle`](crate::client::Handle). A lane's next items are requested when half of its buffered ones have been taken,
/// and the next bucket when the current one has been read completely. The stream buffers at most one and a half
/// requests of items for each lane of the current buckets: about 33,000 items over all lanes, or 16 per lane if that is
/// more. [`items_per_request`](crate::read::Query::items_per_request) changes this number. Dropping the stream drops
/// its requests in flight. `params()` of the query's [`send`](crate::read::Query::send) prints its first requests,
/// except for their number of items.
#[must_use = "a stream does nothing until it is polled"]
pub struct ItemStream<O> {
    state: State<O>,
    table_name: String,
}

enum State<O> {
    /// The query could not be planned.
    Refused(Error),
    /// The running query, in its own span unless it is part of another call.
    Running(Running<O>, Option<CallSpan>),
    Ended(Stats),
}

impl<O> State<O> {
    fn of(handle: &Connection, selection: &Selection<O>, span: Option<CallSpan>) -> Self {
        match selection.source.reject_scan_limit().and_then(|()| Running::new(handle, selection, Aim::Stream)) {
            Ok(running) => Self::Running(running, span),
            Err(error) => {
                if let Some(span) = span {
                    span.refuse(&error);
                }
                Self::Refused(error)
            }
        }
    }
}

impl<O> ItemStream<O> {
    pub(super) fn new(handle: &Connection, selection: Selection<O>) -> Self {
        let span = selection.source.call("query").begin(handle);
        Self { state: State::of(handle, &selection, Some(span)), table_name: handle.table_name().to_owned() }
    }

    /// Makes a stream that is part of another call.
    pub(super) fn within(handle: &Connection, selection: &Selection<O>) -> Self {
        Self { state: State::of(handle, selection, None), table_name: handle.table_name().to_owned() }
    }

    /// Returns the plan, while the query is running.
    pub(super) fn plan(&self) -> Option<Arc<Plan>> {
        match &self.state {
            State::Running(running, _) => Some(running.plan()),
            State::Refused(_) | State::Ended(_) => None,
        }
    }

    /// Returns the requests and capacity units so far.
    pub fn stats(&self) -> Stats {
        match &self.state {
            State::Refused(_) => Stats::default(),
            State::Running(running, _) => running.stats(),
            State::Ended(stats) => *stats,
        }
    }
}

impl<O> Unpin for ItemStream<O> {}

impl<O> Stream for ItemStream<O> {
    type Item = Result<O>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let polled = match &mut self.state {
            State::Ended(_) => return Poll::Ready(None),
            State::Running(running, Some(span)) => span.poll_item(|| running.poll_next_unpin(context)),
            State::Running(running, None) => running.poll_next_unpin(context),
            State::Refused(_) => Poll::Ready(None),
        };
        let polled = match polled {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Some(Ok(item))) => {
                return Poll::Ready(Some(item.map_err(|error| error.in_table(self.table_name.as_str()))));
            }
            Poll::Ready(Some(Err(error))) => Poll::Ready(Some(Err(error))),
            Poll::Ready(None) => Poll::Ready(None),
        };
        let ended = State::Ended(self.stats());
        let polled = match std::mem::replace(&mut self.state, ended) {
            State::Refused(error) => Poll::Ready(Some(Err(error))),
            State::Running(..) | State::Ended(_) => polled,
        };
        polled.map_err(|error| error.in_table(self.table_name.as_str()))
    }
}

impl<O> fmt::Debug for ItemStream<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.state {
            State::Refused(_) => "refused",
            State::Running(..) => "running",
            State::Ended(_) => "ended",
        };
        f.debug_struct("ItemStream").field("state", &state).finish_non_exhaustive()
    }
}
