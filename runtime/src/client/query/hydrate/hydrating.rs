//! Reads one page of a query whose items are read from the table.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::query::{QueryInput, builders::QueryFluentBuilder};

use super::items::{Hydrator, Settings};
use crate::{
    Entity, Result,
    client::{
        Connection,
        partial::{Partial, PartialRead, same_requests},
        query::{
            Selection,
            execution::Running,
            reading::{all, readable},
            request::LaneQuery,
        },
        transport::call::Sending,
    },
    read::{Aim, Page, PartialPage, extract::Entry},
};

/// A hydrated query bound to a table that is not sent yet. Awaiting it reads one page. Made by
/// [`HydratedQuery::send`](super::HydratedQuery::send).
#[must_use = "a query does nothing until it is awaited"]
pub struct Hydrating<'a, E, O> {
    pub(super) handle: &'a Connection,
    pub(super) selection: Selection<Entry>,
    pub(super) settings: Settings<E, O>,
}

impl<'a, E: Entity, O> Hydrating<'a, E, O> {
    /// Returns the requests of the query's first round as values that can be printed. Nothing is sent. The gets of the
    /// items depend on their answers.
    ///
    /// # Errors
    ///
    /// Those of [`Query::send`](crate::read::Query::send) that come before a request.
    pub fn params(&self) -> Result<Vec<QueryInput>> {
        self.selection.source.first_group(self.handle)?.into_iter().map(LaneQuery::into_input).collect()
    }

    /// Converts the requests of the query's first round into the SDK's builders, which you can change and send
    /// yourself. Get the items of the returned keys yourself.
    ///
    /// # Errors
    ///
    /// Those of [`params`](Self::params).
    pub fn into_sdk(self) -> Result<Vec<QueryFluentBuilder>> {
        let client = self.handle.reads().client();
        Ok(self
            .selection
            .source
            .first_group(self.handle)?
            .into_iter()
            .map(|request| request.into_sdk(client))
            .collect())
    }

    /// Continues if a lane of the index fails or an item does not decode, and reports both: see [`PartialPage`]. If the
    /// items of the other lanes cannot be read from the table, the page fails.
    pub fn partial(self) -> Partial<Self> {
        Partial(self)
    }

    async fn run(self) -> Result<Page<O>> {
        let mut running = Running::new(self.handle, &self.selection, Aim::Page)?;
        let entries = all(&mut running).await?;
        let (cursor, mut stats) = (running.cursor(), running.stats());
        let items = self.hydrator(&running).items(entries, &mut stats).await?;
        Ok(Page { items: items.into_iter().collect::<Result<_>>()?, cursor, stats })
    }

    async fn run_partial(self) -> Result<PartialPage<O>> {
        let mut running = Running::new(self.handle, &self.selection, Aim::Page)?.partial();
        let (entries, mut undecodable) = readable(&mut running, self.handle.table_name()).await?;
        let failed = running.failed(self.handle.table_name())?;
        let (cursor, mut stats) = (running.cursor(), running.stats());
        let mut items = Vec::with_capacity(entries.len());
        for item in self.hydrator(&running).items(entries, &mut stats).await? {
            match item {
                Ok(item) => items.push(item),
                Err(error) => undecodable.push(error.in_table(self.handle.table_name())),
            }
        }
        Ok(PartialPage { items, failed, undecodable, cursor, stats })
    }

    fn hydrator(&self, running: &Running<Entry>) -> Hydrator<E, O> {
        Hydrator { handle: self.handle.clone(), plan: running.plan(), settings: self.settings }
    }
}

impl<'a, E: Entity, O: Send + 'static> IntoFuture for Hydrating<'a, E, O> {
    type Output = Result<Page<O>>;
    type IntoFuture = Sending<'a, Page<O>>;

    fn into_future(self) -> Self::IntoFuture {
        let (handle, call) = (self.handle, self.selection.source.call("hydrate"));
        Box::pin(async move { call.run(handle, self.run()).await })
    }
}

impl<E, O> fmt::Debug for Hydrating<'_, E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hydrating").field("entity", &self.selection.source.entity.name).finish_non_exhaustive()
    }
}

impl<'a, E: Entity, O: Send + 'static> PartialRead for Hydrating<'a, E, O> {
    type Output = PartialPage<O>;

    same_requests!(QueryInput, QueryFluentBuilder);

    fn __read_partially(self) -> Self::Future {
        let (handle, call) = (self.handle, self.selection.source.call("hydrate"));
        Box::pin(async move { call.run(handle, self.run_partial()).await })
    }
}
