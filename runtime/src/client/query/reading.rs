//! One page of a query.

use std::{fmt, future::IntoFuture, sync::Arc};

use aws_sdk_dynamodb::operation::query::QueryInput;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::{
    Selection,
    engine::{Engine, Sieve},
    extract::Extract,
};
use crate::{
    Error, ErrorKind, Result, Table,
    client::{
        Handle, Item,
        call::{Sending, call},
    },
    read::{Page, Paging, Stats, Step},
};

/// A query bound to a table, not sent yet: awaiting it reads one page. Made by [`Query::send`](crate::read::Query::send).
///
/// It is awaited as it is; for `join!` and the like, `into_future()` makes it the future itself.
#[must_use = "a query does nothing until it is awaited"]
pub struct Reading<'a, T, O> {
    handle: &'a Handle<T>,
    selection: Selection<O>,
}

impl<'a, T: Table, O> Reading<'a, T, O> {
    pub(super) fn new(handle: &'a Handle<T>, selection: Selection<O>) -> Self {
        Self { handle, selection }
    }

    /// The requests of the first round as values that can be printed: one to each lane of the first group. Nothing
    /// is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Query::send`](crate::read::Query::send) that come before a request.
    pub fn params(&self) -> Result<Vec<QueryInput>> {
        self.selection.plan()?.first_round_of(self.handle.table_name(), self.selection.keys_only)
    }

    async fn run(self) -> Result<Page<O>> {
        let engine = self.selection.engine(self.handle)?;
        let mut items = Vec::new();
        let (paging, stats) =
            drive(&engine, Paging::page(Arc::clone(&engine.plan)), self.selection.extract, |item| items.push(item))
                .await?;
        Ok(Page { items, cursor: paging.cursor(), stats })
    }
}

/// Reads until the paging is done, round by round.
pub(super) async fn drive<O>(
    engine: &Engine,
    mut paging: Paging<Item, Item>,
    extract: Extract<O>,
    mut take: impl FnMut(O),
) -> Result<(Paging<Item, Item>, Stats)> {
    let mut sieve = Sieve(extract);
    let mut stats = Stats::default();
    loop {
        match paging.step(&mut sieve).map_err(|error| engine.named(error))? {
            Step::Item(item) => take(item),
            Step::Ask(asks) => {
                stats.rounds += 1;
                let answers = stream::iter(asks.into_iter().map(|ask| engine.fetch(ask)));
                let mut answers = answers.buffer_unordered(engine.plan.in_flight);
                while let Some(answer) = answers.try_next().await? {
                    stats.requests += 1;
                    stats.rcu += answer.rcu;
                    stats.items_read += paging.feed(answer.group, answer.lane, answer.fetched);
                }
            }
            Step::Wait => {
                let message = "the query waits for requests that were never sent; report this";
                return Err(engine.named(Error::new(ErrorKind::Service, message)));
            }
            Step::Done => break,
        }
    }
    stats.lanes = paging.lanes_asked();
    stats.superseded = paging.superseded();
    Ok((paging, stats))
}

impl<'a, T: Table, O: Send + 'static> IntoFuture for Reading<'a, T, O> {
    type Output = Result<Page<O>>;
    type IntoFuture = Sending<'a, Page<O>>;

    fn into_future(self) -> Self::IntoFuture {
        let entity = self.selection.entity.name;
        Box::pin(async move { call(self.handle, "query", Some(entity), self.run()).await })
    }
}

impl<T: Table, O> fmt::Debug for Reading<'_, T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading").field("entity", &self.selection.entity.name).finish_non_exhaustive()
    }
}
