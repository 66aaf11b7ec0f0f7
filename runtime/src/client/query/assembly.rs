//! Reads a parent and its children from all pages of one query.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::query::{QueryInput, builders::QueryFluentBuilder};
use futures_util::StreamExt as _;

use super::{Selection, execution::Running};
use crate::{
    Error, Result, Table,
    client::{Connection, Handle, transport::call::Sending},
    collection::{Assembly, AssemblyQuery, Collection},
    entity::SameTable,
    read::{Aim, Stats},
};

impl<A: Assembly, D> AssemblyQuery<A, D> {
    /// Binds the query to a table. Awaiting it reads all items and assembles them. Returns `None` if there are no
    /// items.
    ///
    /// # Errors
    ///
    /// Those of [`CollectionQuery::send`](crate::collection::CollectionQuery::send). `MissingParent` if there are
    /// items, but not the one of a required field. `Ambiguous` if there are several items for a field that takes one.
    pub fn send<T: Table>(self, handle: &Handle<T>) -> Assembling<'_, A>
    where
        <A::Items as Collection>::Table: SameTable<T>,
    {
        Assembling { handle: handle.connection(), selection: self.0.select(), output: |assembled, _| assembled }
    }
}

/// A parent and its children that are not read yet. Made by [`AssemblyQuery::send`].
///
/// `O` is the output of awaiting it: the parent, or the parent and [`Stats`].
#[must_use = "a query does nothing until it is awaited"]
pub struct Assembling<'a, A: Assembly, O = Option<A>> {
    handle: &'a Connection,
    selection: Selection<A::Items>,
    output: fn(Option<A>, Stats) -> O,
}

impl<'a, A: Assembly> Assembling<'a, A> {
    /// Also returns the number of requests and the read capacity units of the query.
    pub fn with_stats(self) -> Assembling<'a, A, (Option<A>, Stats)> {
        Assembling { handle: self.handle, selection: self.selection, output: |assembled, stats| (assembled, stats) }
    }
}

impl<'a, A: Assembly, O> Assembling<'a, A, O> {
    /// Returns the first requests as values that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// The errors of awaiting it that occur before a request.
    pub fn params(&self) -> Result<Vec<QueryInput>> {
        self.selection.source.first_round(self.handle, Aim::Stream)
    }

    /// Converts the first requests into the SDK's builders, which you can change and send yourself. Read the pages
    /// after the first ones yourself.
    ///
    /// # Errors
    ///
    /// Those of [`params`](Self::params).
    pub fn into_sdk(self) -> Result<Vec<QueryFluentBuilder>> {
        self.selection.source.first_round_sdk(self.handle, Aim::Stream)
    }

    async fn run(self) -> Result<(Option<A>, Stats)> {
        let mut running = Running::new(self.handle, &self.selection, Aim::Stream)?;
        let mut items = Vec::new();
        while let Some(item) = running.next().await.transpose()? {
            items.push(item?);
        }
        if items.is_empty() {
            return Ok((None, running.stats()));
        }
        let assembled = A::__assemble(items).map_err(|error| self.with_key(error))?;
        Ok((Some(assembled), running.stats()))
    }

    /// Adds the partition key to the error, or the first one if there are several.
    fn with_key(&self, error: Error) -> Error {
        let partition = self.selection.source.plan().ok().and_then(|plan| {
            let lane = plan.lanes().next()?;
            Some(plan.shown_partition(lane.partition_key()))
        });
        let error = error.on_index(self.selection.source.index());
        match partition {
            Some(partition) => error.at_key(partition),
            None => error,
        }
    }
}

impl<'a, A: Assembly, O: 'a> IntoFuture for Assembling<'a, A, O> {
    type Output = Result<O>;
    type IntoFuture = Sending<'a, O>;

    fn into_future(self) -> Self::IntoFuture {
        let (handle, output, call) = (self.handle, self.output, self.selection.source.call("query"));
        Box::pin(async move { call.run(handle, self.run()).await.map(|(assembled, stats)| output(assembled, stats)) })
    }
}

impl<A: Assembly, O> fmt::Debug for Assembling<'_, A, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assembling").field("collection", &self.selection.source.entity.name).finish_non_exhaustive()
    }
}
