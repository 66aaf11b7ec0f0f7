//! The items of a query as a stream.

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

/// The items of a query in order, read as they are needed and a little ahead.
///
/// Made by [`Query::stream`](crate::read::Query::stream). It is a [`futures_core::Stream`](Stream) of results, which
/// `StreamExt` and `TryStreamExt` of the crate `futures-util` make handy; after an error it ends.
///
/// It asks for more only while it is polled: a slow consumer is not overrun. What it has asked for comes meanwhile, so
/// that a consumer may read by the same handle, whatever its limits: see [`Handle`](crate::client::Handle). A lane is
/// asked for its next items when half of those before are taken, and a bucket when all of the one before has been read.
/// In memory are at most one and a half requests of items for each lane of the buckets that are read: about 33,000
/// items over all lanes, or 16 for each lane if that is more;
/// [`items_per_request`](crate::read::Query::items_per_request) sets another number. Dropping it drops the requests
/// that are in flight. What it asks first, the `params()` of the same query's [`send`](crate::read::Query::send) print,
/// but for how many items they ask for.
#[must_use = "a stream does nothing until it is polled"]
pub struct ItemStream<O> {
    state: State<O>,
    table_name: String,
}

enum State<O> {
    /// It could not be planned.
    Refused(Error),
    /// In a span of its own, unless the call has one that it is part of.
    Running(Box<Running<O>>, Option<CallSpan>),
    Ended(Stats),
}

impl<O> State<O> {
    fn of(handle: &Connection, selection: &Selection<O>, span: Option<CallSpan>) -> Self {
        match selection.source.ends_at_the_end().and_then(|()| Running::new(handle, selection, Aim::Stream)) {
            Ok(running) => Self::Running(Box::new(running), span),
            Err(error) => Self::Refused(error),
        }
    }
}

impl<O> ItemStream<O> {
    pub(super) fn new(handle: &Connection, selection: Selection<O>) -> Self {
        let span = selection.source.call("query").begin(handle.table_name());
        Self { state: State::of(handle, &selection, Some(span)), table_name: handle.table_name().to_owned() }
    }

    /// A part of another call.
    pub(super) fn within(handle: &Connection, selection: &Selection<O>) -> Self {
        Self { state: State::of(handle, selection, None), table_name: handle.table_name().to_owned() }
    }

    /// The plan, while it is in progress.
    pub(super) fn plan(&self) -> Option<Arc<Plan>> {
        match &self.state {
            State::Running(running, _) => Some(running.plan()),
            State::Refused(_) | State::Ended(_) => None,
        }
    }

    /// What it has consumed so far.
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
            State::Running(running, Some(span)) => span.poll(|| running.poll_next_unpin(context)),
            State::Running(running, None) => running.poll_next_unpin(context),
            State::Refused(_) => Poll::Ready(None),
        };
        if matches!(polled, Poll::Pending | Poll::Ready(Some(Ok(_)))) {
            return polled;
        }
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
