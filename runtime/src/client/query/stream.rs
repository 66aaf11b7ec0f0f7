//! All items of a query, as a stream.

use std::{
    collections::VecDeque,
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::{Stream, StreamExt as _, stream::FuturesUnordered};

use super::{
    Selection,
    engine::{Answer, Engine, Sieve},
};
use crate::{
    Error, Result, Table,
    client::{Handle, Item},
    read::{Ask, Paging, Step},
};

type Request = Pin<Box<dyn Future<Output = Result<Answer>> + Send>>;

/// The items of a query in order, read as they are needed and a little ahead.
///
/// Made by [`Query::stream`](crate::read::Query::stream). It is a [`futures_core::Stream`](Stream) of results, which
/// `StreamExt` and `TryStreamExt` of the crate `futures-util` make handy; after an error it ends.
#[must_use = "a stream does nothing until it is polled"]
pub struct ItemStream<O> {
    state: State<O>,
}

enum State<O> {
    /// It could not be planned.
    Refused(Error),
    Running(Box<Running<O>>),
    Ended,
}

struct Running<O> {
    engine: Arc<Engine>,
    table_name: String,
    paging: Paging<Item, Item>,
    sieve: Sieve<O>,
    waiting: VecDeque<Ask<Item>>,
    in_flight: FuturesUnordered<Request>,
}

impl<O> ItemStream<O> {
    pub(super) fn new<T: Table>(handle: &Handle<T>, selection: Selection<O>) -> Self {
        let state = match selection.engine(handle) {
            Ok(engine) => State::Running(Box::new(Running {
                table_name: handle.table_name().to_owned(),
                paging: Paging::whole(Arc::clone(&engine.plan)),
                engine: Arc::new(engine),
                sieve: Sieve(selection.extract),
                waiting: VecDeque::new(),
                in_flight: FuturesUnordered::new(),
            })),
            Err(error) => State::Refused(error.in_table(handle.table_name())),
        };
        Self { state }
    }
}

impl<O> Running<O> {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<O>>> {
        loop {
            // What is in flight goes on, also while buffered items are taken.
            let arrived = self.in_flight.poll_next_unpin(context);
            let is_pending = arrived.is_pending();
            match arrived {
                Poll::Ready(Some(Ok(answer))) => {
                    self.paging.feed(answer.group, answer.lane, answer.fetched);
                    self.start();
                    continue;
                }
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Some(Err(error))),
                Poll::Ready(None) | Poll::Pending => {}
            }
            match self.paging.step(&mut self.sieve) {
                Ok(Step::Item(item)) => {
                    let ahead = self.paging.ahead();
                    self.waiting.extend(ahead);
                    self.start();
                    return Poll::Ready(Some(Ok(item)));
                }
                Ok(Step::Ask(asks)) => {
                    self.waiting.extend(asks);
                    self.start();
                }
                Ok(Step::Wait) if is_pending => return Poll::Pending,
                Ok(Step::Wait | Step::Done) => return Poll::Ready(None),
                Err(error) => return Poll::Ready(Some(Err(self.engine.named(error)))),
            }
        }
    }

    fn start(&mut self) {
        while self.in_flight.len() < self.engine.plan.in_flight {
            let Some(ask) = self.waiting.pop_front() else { break };
            let engine = Arc::clone(&self.engine);
            self.in_flight.push(Box::pin(async move { engine.fetch(ask).await }));
        }
    }
}

impl<O> Unpin for ItemStream<O> {}

impl<O> Stream for ItemStream<O> {
    type Item = Result<O>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match std::mem::replace(&mut self.state, State::Ended) {
            State::Ended => Poll::Ready(None),
            State::Refused(error) => Poll::Ready(Some(Err(error))),
            State::Running(mut running) => {
                let polled = running.poll(context);
                if matches!(polled, Poll::Pending | Poll::Ready(Some(Ok(_)))) {
                    self.state = State::Running(running);
                    return polled;
                }
                polled.map_err(|error| error.in_table(running.table_name.as_str()))
            }
        }
    }
}

impl<O> fmt::Debug for ItemStream<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.state {
            State::Refused(_) => "refused",
            State::Running(_) => "running",
            State::Ended => "ended",
        };
        f.debug_struct("ItemStream").field("state", &state).finish_non_exhaustive()
    }
}
