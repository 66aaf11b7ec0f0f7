//! Reading a page of a scan, and counting all of it.

use std::{fmt, future::IntoFuture};

use futures_util::StreamExt as _;

use super::{
    Scan,
    page::{FailedSegment, PartialScanPage, ScanCount, ScanPage},
    running::{Aim, Running},
    selection::{OPERATION, Selection},
};
use crate::{
    Result, Table,
    client::{
        Checkpoint, Handle,
        call::{Sending, call},
    },
};

impl<T: Table, O> Scan<'_, T, O> {
    async fn run(self) -> Result<ScanPage<O>> {
        let mut running = Running::new(self.handle, &self.selection, Aim::Page)?;
        let items = all(&mut running).await?;
        Ok(ScanPage { items, checkpoint: next(&running), stats: running.stats() })
    }

    async fn run_partial(self) -> Result<PartialScanPage<O>> {
        let mut running = Running::new(self.handle, &self.selection, Aim::Page)?.partial();
        let items = all(&mut running).await?;
        let in_table =
            |failed: FailedSegment| FailedSegment { error: failed.error.in_table(self.handle.table_name()), ..failed };
        let failed = running.failed()?.into_iter().map(in_table).collect();
        Ok(PartialScanPage { items, failed, checkpoint: next(&running), stats: running.stats() })
    }
}

/// The items of a page.
async fn all<O>(running: &mut Running<O>) -> Result<Vec<O>> {
    let mut items = Vec::new();
    while let Some(item) = running.next().await.transpose()? {
        items.push(item);
    }
    Ok(items)
}

/// Where the next page begins, if there is one.
fn next<O>(running: &Running<O>) -> Option<Checkpoint> {
    Some(running.checkpoint()).filter(|checkpoint| !checkpoint.is_complete()).cloned()
}

impl<'a, T: Table, O: Send + 'static> IntoFuture for Scan<'a, T, O> {
    type Output = Result<ScanPage<O>>;
    type IntoFuture = Sending<'a, ScanPage<O>>;

    fn into_future(self) -> Self::IntoFuture {
        let entity = self.selection.entity.map(|entity| entity.name);
        Box::pin(async move { call(self.handle, OPERATION, entity, self.run()).await })
    }
}

/// A scan of which segments may fail, not sent yet: awaiting it reads one page. Made by [`Scan::partial`].
#[must_use = "a scan does nothing until it is awaited"]
pub struct PartialScan<'a, T, O>(pub(super) Scan<'a, T, O>);

impl<'a, T: Table, O: Send + 'static> IntoFuture for PartialScan<'a, T, O> {
    type Output = Result<PartialScanPage<O>>;
    type IntoFuture = Sending<'a, PartialScanPage<O>>;

    fn into_future(self) -> Self::IntoFuture {
        let entity = self.0.selection.entity.map(|entity| entity.name);
        Box::pin(async move { call(self.0.handle, OPERATION, entity, self.0.run_partial()).await })
    }
}

impl<T: Table, O> fmt::Debug for PartialScan<'_, T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PartialScan").field(&self.0).finish()
    }
}

/// A count that is not sent yet: awaiting it reads every item. Made by `count` of [`Scan`].
#[must_use = "a count does nothing until it is awaited"]
pub struct CountScan<'a, T> {
    pub(super) handle: &'a Handle<T>,
    pub(super) selection: Selection<()>,
}

impl<T: Table> CountScan<'_, T> {
    async fn run(self) -> Result<ScanCount> {
        let mut running = Running::new(self.handle, &self.selection, Aim::All)?;
        let mut items = 0;
        while let Some(()) = running.next().await.transpose()? {
            items += 1;
        }
        Ok(ScanCount { items, stats: running.stats() })
    }
}

impl<'a, T: Table> IntoFuture for CountScan<'a, T> {
    type Output = Result<ScanCount>;
    type IntoFuture = Sending<'a, ScanCount>;

    fn into_future(self) -> Self::IntoFuture {
        let entity = self.selection.entity.map(|entity| entity.name);
        Box::pin(async move { call(self.handle, OPERATION, entity, self.run()).await })
    }
}

impl<T: Table> fmt::Debug for CountScan<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entity = self.selection.entity.map(|entity| entity.name);
        f.debug_struct("CountScan").field("entity", &entity).finish_non_exhaustive()
    }
}
