//! Reads one page of a query.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::query::{QueryInput, builders::QueryFluentBuilder};
use futures_util::StreamExt as _;

use super::{
    Selection,
    execution::{AnyPage, Running},
    request::LaneQuery,
};
use crate::{
    Error, Result,
    client::{
        Connection,
        partial::{Partial, PartialRead, same_requests},
        transport::{
            call::Sending,
            decoding::{Decoding, typed_answer},
        },
    },
    read::{Aim, Page, PartialPage},
};

/// A query bound to a table that is not sent yet. Awaiting it reads one page. Made by
/// [`Query::send`](crate::read::Query::send).
///
/// It can be awaited directly. For `join!` and similar macros, call `into_future()`.
#[must_use = "a query does nothing until it is awaited"]
pub struct Reading<'a, O> {
    handle: &'a Connection,
    selection: Selection<O>,
}

impl<'a, O> Reading<'a, O> {
    pub(super) fn new(handle: &'a Connection, selection: Selection<O>) -> Self {
        Self { handle, selection }
    }

    /// Returns the requests of the first round as values that can be printed: one for each lane of the first group.
    /// Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Query::send`](crate::read::Query::send) that come before a request.
    pub fn params(&self) -> Result<Vec<QueryInput>> {
        self.selection.source.first_group(self.handle)?.into_iter().map(LaneQuery::into_input).collect()
    }

    /// Converts the requests of the first round into the SDK's builders, which you can change and send yourself. Read
    /// the pages after the first ones, and merge the lanes, yourself.
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

    /// Continues if a lane fails or an item does not decode, and reports both: see [`PartialPage`].
    ///
    /// ```no_run
    /// # use chrono::{DateTime, Utc};
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Platform;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "OPS_LOG#<at:day>")]
    /// # #[shard(random = 10)]
    /// # #[sk(template = "<at>#<call_id>")]
    /// # struct OpsLog { at: DateTime<Utc>, call_id: String }
    /// # async fn example(platform: Handle<Platform>, yesterday: DateTime<Utc>) -> keywright::Result<()> {
    /// let query = OpsLog::query().between(yesterday..).newest_first().limit(50);
    /// let page = query.clone().send(&platform).partial().await?;
    /// for lane in &page.failed {
    ///     eprintln!("{} is missing: {}", lane.partition_key, lane.error);
    /// }
    /// // First the items that the failed lanes omitted, then those after the page.
    /// let next = query.cursor(page.cursor).send(&platform).partial().await?;
    /// # Ok(()) }
    /// ```
    pub fn partial(self) -> Partial<Self> {
        Partial(self)
    }

    async fn run_partial(self) -> Result<PartialPage<O>> {
        let mut running = Running::new(self.handle, &self.selection, Aim::Page)?.partial();
        let (items, undecodable) = readable(&mut running, self.handle.table_name()).await?;
        let failed = running.failed(self.handle.table_name())?;
        Ok(PartialPage { items, failed, undecodable, cursor: running.cursor(), stats: running.stats() })
    }
}

/// Collects the items of a page. Fails if an item does not decode.
pub(super) async fn all<O>(running: &mut Running<O>) -> Result<Vec<O>> {
    let mut items = Vec::new();
    while let Some(item) = running.next().await.transpose()? {
        items.push(item?);
    }
    Ok(items)
}

/// Collects the items of a page, and the errors of those that do not decode.
pub(super) async fn readable<O>(running: &mut Running<O>, table_name: &str) -> Result<(Vec<O>, Vec<Error>)> {
    let (mut items, mut undecodable) = (Vec::new(), Vec::new());
    while let Some(item) = running.next().await.transpose()? {
        match item {
            Ok(item) => items.push(item),
            Err(error) => undecodable.push(error.in_table(table_name)),
        }
    }
    Ok((items, undecodable))
}

impl<'a, O: Send + 'static> IntoFuture for Reading<'a, O> {
    type Output = Result<Page<O>>;
    type IntoFuture = Decoding<'a, Page<O>>;

    fn into_future(self) -> Self::IntoFuture {
        Decoding::new(AnyPage::new(self.selection).sending(self.handle), typed_answer)
    }
}

impl<O> fmt::Debug for Reading<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading").field("entity", &self.selection.source.entity.name).finish_non_exhaustive()
    }
}

impl<'a, O: Send + 'static> PartialRead for Reading<'a, O> {
    type Output = PartialPage<O>;

    same_requests!(QueryInput, QueryFluentBuilder);

    fn __read_partially(self) -> Self::Future {
        let call = self.selection.source.call("query");
        Box::pin(async move { call.run(self.handle, self.run_partial()).await })
    }
}
