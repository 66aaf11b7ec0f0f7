//! Streams the items of a scan.

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

/// The items of a scan as they arrive, in no order.
///
/// Made by [`Scan::stream`](super::Scan::stream). It is a [`futures_core::Stream`](Stream) of results: use it with
/// `StreamExt` and `TryStreamExt` of the crate `futures-util`. If an item does not decode, the stream returns the
/// error, which names the item's key, and goes on with the next item. It ends after the error of a request.
///
/// It sends requests only while it is polled: the next page of a segment is requested when half of the current one has
/// been taken. It buffers at most one and a half pages, of up to 1 MB each, for each of up to 64 concurrent segments.
/// Dropping it drops the requests in flight. The scan's `params()` prints its first requests.
#[must_use = "a stream does nothing until it is polled"]
pub struct ScanStream<O> {
    state: State<O>,
    table_name: String,
}

enum State<O> {
    /// The scan could not begin.
    Refused(Error),
    Running(Box<Running<O>>, CallSpan),
    Ended(Option<Checkpoint>, ScanStats),
}

impl<O> ScanStream<O> {
    pub(super) fn new(handle: &Connection, selection: &Selection<O>) -> Self {
        let span = selection.call(handle).begin(handle);
        let state = match Running::new(handle, selection) {
            Ok(running) => State::Running(Box::new(running), span),
            Err(error) => {
                span.refuse(&error);
                State::Refused(error)
            }
        };
        Self { state, table_name: handle.table_name().to_owned() }
    }

    /// Returns the checkpoint after the last item that was taken, also after an error: pass it to
    /// [`resume`](super::Scan::resume). `None` if the scan could not begin.
    ///
    /// An index has no defined order among items of one key. For an index, the checkpoint is the end of the last page
    /// that was taken completely, and resuming returns the items after it a second time.
    /// [`items_per_request`](super::Scan::items_per_request) bounds their number.
    ///
    /// Every call copies the positions of all segments.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        match &self.state {
            State::Refused(_) => None,
            State::Running(running, _) => Some(running.checkpoint().clone()),
            State::Ended(checkpoint, _) => checkpoint.clone(),
        }
    }

    /// Returns the requests and capacity units so far.
    pub fn stats(&self) -> ScanStats {
        match &self.state {
            State::Refused(_) => ScanStats::default(),
            State::Running(running, _) => running.stats(),
            State::Ended(_, stats) => stats.clone(),
        }
    }
}

impl<O> Unpin for ScanStream<O> {}

impl<O> Stream for ScanStream<O> {
    type Item = Result<O>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let polled = match &mut self.state {
            State::Ended(..) => return Poll::Ready(None),
            State::Running(running, span) => span.poll_item(|| running.poll_next_unpin(context)),
            State::Refused(_) => Poll::Ready(None),
        };
        let named = |error: Error, table: &str| error.operation(super::selection::OPERATION).in_table(table);
        let polled = match polled {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Some(Ok(item))) => {
                return Poll::Ready(Some(item.map_err(|error| named(error, self.table_name.as_str()))));
            }
            Poll::Ready(Some(Err(error))) => Poll::Ready(Some(Err(error))),
            Poll::Ready(None) => Poll::Ready(None),
        };
        let ended = State::Ended(self.checkpoint(), self.stats());
        let polled = match std::mem::replace(&mut self.state, ended) {
            State::Refused(error) => Poll::Ready(Some(Err(error))),
            State::Running(..) | State::Ended(..) => polled,
        };
        polled.map_err(|error| named(error, self.table_name.as_str()))
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
