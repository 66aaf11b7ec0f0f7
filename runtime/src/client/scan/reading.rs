//! Awaits one page of a scan, or the count of all items.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::scan::{ScanInput, builders::ScanFluentBuilder};
use futures_util::StreamExt as _;

use super::{
    Scan,
    execution::Running,
    page::{FailedSegment, PartialScanPage, ScanCount, ScanPage},
};
use crate::{
    Result,
    client::{
        Checkpoint,
        partial::{PartialRead, same_requests},
        transport::call::Sending,
    },
};

impl<O> Scan<'_, O> {
    async fn run(self) -> Result<ScanPage<O>> {
        let mut running = Running::new(self.handle, &self.selection)?;
        let items = all(&mut running).await?;
        Ok(ScanPage { items, checkpoint: next(&running), stats: running.stats() })
    }

    async fn run_partial(self) -> Result<PartialScanPage<O>> {
        let mut running = Running::new(self.handle, &self.selection)?.partial();
        let (mut items, mut undecodable) = (Vec::new(), Vec::new());
        while let Some(item) = running.next().await.transpose()? {
            match item {
                Ok(item) => items.push(item),
                Err(error) => undecodable.push(error.in_table(self.handle.table_name())),
            }
        }
        let in_table =
            |failed: FailedSegment| FailedSegment { error: failed.error.in_table(self.handle.table_name()), ..failed };
        let failed = running.failed()?.into_iter().map(in_table).collect();
        Ok(PartialScanPage { items, failed, undecodable, checkpoint: next(&running), stats: running.stats() })
    }
}

/// Collects the items of a page. Fails if an item does not decode.
async fn all<O>(running: &mut Running<O>) -> Result<Vec<O>> {
    let mut items = Vec::new();
    while let Some(item) = running.next().await.transpose()? {
        items.push(item?);
    }
    Ok(items)
}

/// Returns the checkpoint of the next page, if there is one.
fn next<O>(running: &Running<O>) -> Option<Checkpoint> {
    Some(running.checkpoint()).filter(|checkpoint| !checkpoint.is_complete()).cloned()
}

impl<'a, O: Send + 'static> IntoFuture for Scan<'a, O> {
    type Output = Result<ScanPage<O>>;
    type IntoFuture = Sending<'a, ScanPage<O>>;

    fn into_future(self) -> Self::IntoFuture {
        let call = self.selection.call(self.handle);
        Box::pin(async move { call.run(self.handle, self.run()).await })
    }
}

impl<'a, O: Send + 'static> PartialRead for Scan<'a, O> {
    type Output = PartialScanPage<O>;

    same_requests!(ScanInput, ScanFluentBuilder);

    fn __read_partially(self) -> Self::Future {
        let call = self.selection.call(self.handle);
        Box::pin(async move { call.run(self.handle, self.run_partial()).await })
    }
}

/// A count that is not sent yet. Awaiting it reads every item. Made by `count` of [`Scan`].
#[must_use = "a count does nothing until it is awaited"]
pub struct CountScan<'a>(pub(super) Scan<'a, ()>);

impl CountScan<'_> {
    /// Returns the first request to each segment, as [`Scan::params`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Scan::params`].
    pub fn params(&self) -> Result<Vec<ScanInput>> {
        self.0.params()
    }

    /// Converts the first requests into the SDK's builders, as [`Scan::into_sdk`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Scan::params`].
    pub fn into_sdk(self) -> Result<Vec<ScanFluentBuilder>> {
        self.0.into_sdk()
    }

    async fn run(self) -> Result<ScanCount> {
        let mut running = Running::new(self.0.handle, &self.0.selection)?;
        let mut items = 0;
        while let Some(()) = running.next().await.transpose()?.transpose()? {
            items += 1;
        }
        Ok(ScanCount { items, stats: running.stats() })
    }
}

impl<'a> IntoFuture for CountScan<'a> {
    type Output = Result<ScanCount>;
    type IntoFuture = Sending<'a, ScanCount>;

    fn into_future(self) -> Self::IntoFuture {
        let call = self.0.selection.call(self.0.handle);
        Box::pin(async move { call.run(self.0.handle, self.run()).await })
    }
}

impl fmt::Debug for CountScan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entity = self.0.selection.entity.map(|entity| entity.name);
        f.debug_struct("CountScan").field("entity", &entity).finish_non_exhaustive()
    }
}
