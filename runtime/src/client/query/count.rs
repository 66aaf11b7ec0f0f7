//! Counts the items of a query.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::query::{QueryInput, builders::QueryFluentBuilder};
use futures_util::StreamExt as _;

use super::{Selection, execution::Running};
use crate::{
    Result,
    client::{Connection, transport::call::Sending},
    read::{Aim, Count},
};

/// A count that is not sent yet. Awaiting it reads every item. Made by [`Query::count`](crate::read::Query::count).
#[must_use = "a count does nothing until it is awaited"]
pub struct Counting<'a> {
    handle: &'a Connection,
    selection: Selection<()>,
}

impl<'a> Counting<'a> {
    pub(super) fn new(handle: &'a Connection, selection: Selection<()>) -> Self {
        Self { handle, selection }
    }

    /// Returns the first requests as values that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// The errors of awaiting it that occur before a request.
    pub fn params(&self) -> Result<Vec<QueryInput>> {
        self.selection.source.first_round(self.handle, Aim::Count)
    }

    /// Converts the first requests into the SDK's builders, which you can change and send yourself. Read the pages
    /// after the first ones yourself.
    ///
    /// # Errors
    ///
    /// Those of [`params`](Self::params).
    pub fn into_sdk(self) -> Result<Vec<QueryFluentBuilder>> {
        self.selection.source.first_round_sdk(self.handle, Aim::Count)
    }

    async fn run(self) -> Result<Count> {
        self.selection.source.reject_scan_limit()?;
        let mut running = Running::new(self.handle, &self.selection, Aim::Count)?;
        let mut items = 0;
        while let Some(()) = running.next().await.transpose()?.transpose()? {
            items += 1;
        }
        Ok(Count { items, stats: running.stats() })
    }
}

impl<'a> IntoFuture for Counting<'a> {
    type Output = Result<Count>;
    type IntoFuture = Sending<'a, Count>;

    fn into_future(self) -> Self::IntoFuture {
        let call = self.selection.source.call("count");
        Box::pin(async move { call.run(self.handle, self.run()).await })
    }
}

impl fmt::Debug for Counting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counting").field("entity", &self.selection.source.entity.name).finish_non_exhaustive()
    }
}
