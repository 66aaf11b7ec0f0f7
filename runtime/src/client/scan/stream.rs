//! The items of a scan as a stream.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::{Stream, StreamExt as _};

use super::{execution::Running, page::ScanStats, selection::Selection};
use crate::{
    Error, Result,
    client::{Checkpoint, Connection, transport::call::CallSpan},
};

/// The items of a scan as they come, in no order.
///
/// Made by [`Scan::stream`](super::Scan::stream). It is a [`futures_core::Stream`](Stream) of results, which
/// `StreamExt` and `TryStreamExt` of the crate `futures-util` make handy; after an error it ends.
///
/// It asks for more only while it is polled: a segment is asked for its next page when half of the one before is taken.
/// In memory are at most one and a half pages, of up to 1 MB each, for each segment that is read, and 64 segments are
/// read at once. Dropping it drops the requests that are in flight. What it asks first, the scan's `params()` print.
#[must_use = "a stream does nothing until it is polled"]
pub struct ScanStream<O> {
    state: State<O>,
    table_name: String,
}

enum State<O> {
    /// It could not be begun.
    Refused(Error),
    Running(Box<Running<O>>, CallSpan),
    Ended(Option<Checkpoint>, ScanStats),
}

impl<O> ScanStream<O> {
    pub(super) fn new(handle: &Connection, selection: &Selection<O>) -> Self {
        let span = selection.call(handle).begin(handle.table_name());
        let state = match Running::new(handle, selection) {
            Ok(running) => State::Running(Box::new(running), span),
            Err(error) => State::Refused(error),
        };
        Self { state, table_name: handle.table_name().to_owned() }
    }

    /// How far the scan has come, also after an error: [`resume`](super::Scan::resume) goes on behind the last item
    /// that was taken. `None` if the scan could not be begun.
    ///
    /// An index promises no order among items of one key. There it is how far whole pages were taken, and resuming
    /// gives the items behind them a second time; [`items_per_request`](super::Scan::items_per_request) says how many
    /// those can be.
    ///
    /// Every call copies the places of all segments.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        match &self.state {
            State::Refused(_) => None,
            State::Running(running, _) => Some(running.checkpoint().clone()),
            State::Ended(checkpoint, _) => checkpoint.clone(),
        }
    }

    /// What it has consumed so far.
    pub fn stats(&self) -> ScanStats {
        match &self.state {
            State::Refused(_) => ScanStats::default(),
            State::Running(running, _) => running.stats(),
            State::Ended(_, stats) => *stats,
        }
    }
}

impl<O> Unpin for ScanStream<O> {}

impl<O> Stream for ScanStream<O> {
    type Item = Result<O>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let polled = match &mut self.state {
            State::Ended(..) => return Poll::Ready(None),
            State::Running(running, span) => span.poll(|| running.poll_next_unpin(context)),
            State::Refused(_) => Poll::Ready(None),
        };
        if matches!(polled, Poll::Pending | Poll::Ready(Some(Ok(_)))) {
            return polled;
        }
        let ended = State::Ended(self.checkpoint(), self.stats());
        let polled = match std::mem::replace(&mut self.state, ended) {
            State::Refused(error) => Poll::Ready(Some(Err(error))),
            State::Running(..) | State::Ended(..) => polled,
        };
        polled.map_err(|error| error.operation(super::selection::OPERATION).in_table(self.table_name.as_str()))
    }
}

impl<O> fmt::Debug for ScanStream<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.state {
            State::Refused(_) => "refused",
            State::Running(..) => "running",
            State::Ended(..) => "ended",
        };
        f.debug_struct("ScanStream").field("state", &state).finish_non_exhaustive()
    }
}
