//! Runs a sweep: processes the segments of its scan concurrently.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use futures_util::{TryStreamExt as _, future::try_join_all, stream};
use tokio::time::Instant;

use super::{Copies, Decide, Decision, FailedItem, Kind, Listener, PAGE_ITEMS, Saving, Settings, SweepReport};
use crate::{
    Error, Item, Result,
    client::{
        Checkpoint, Connection,
        scan::{
            PageRequest, Pages,
            checkpoint::{Reached, StartKey},
        },
        transport::rate::Rate,
        unique::StoredSentinels,
    },
    item::stored::key_text,
    key::ItemKey,
    schema::EntitySchema,
};

/// The number of writes in flight per segment.
const IN_FLIGHT: usize = 8;

/// The state that the segments share.
pub(super) struct Run<'a> {
    pub(super) handle: &'a Connection,
    pub(super) entity: &'static EntitySchema,
    pub(super) stored_sentinels: StoredSentinels,
    pub(super) kind: Kind,
    pub(super) settings: Settings,
    pub(super) pages: Pages,
    pub(super) writes: Rate,
    /// The number of writes that DynamoDB throttled.
    pub(super) throttles: AtomicU64,
    pub(super) copies: Option<Copies>,
    saving: Option<Saving<'a>>,
    /// The time at which the run ends, even if segments are left.
    end: Option<Instant>,
    decide: Mutex<Decide<'a>>,
    progress: Mutex<Progress<'a>>,
}

/// The position of the sweep, and its listener.
pub(super) struct Progress<'a> {
    checkpoint: Checkpoint,
    report: SweepReport,
    listener: Option<Listener<'a>>,
}

impl<'a> Progress<'a> {
    pub(super) fn from(checkpoint: Checkpoint, listener: Option<Listener<'a>>, resumed: bool) -> Self {
        let count = |segments| u64::try_from(segments).unwrap_or(u64::MAX);
        let report = SweepReport {
            total_segments: count(checkpoint.total_segments()),
            owned_segments: count(checkpoint.segments().len()),
            resumed,
            ..SweepReport::default()
        };
        Self { checkpoint, report, listener }
    }

    fn notify(&mut self, throttles: u64) {
        self.report.throttles = throttles;
        if let Some(listener) = &mut self.listener {
            listener(&self.checkpoint, &self.report);
        }
    }
}

impl<'a> Run<'a> {
    pub(super) fn new(
        handle: &'a Connection,
        (entity, stored_sentinels): (&'static EntitySchema, StoredSentinels),
        pages: Pages,
        kind: Kind,
        decide: Decide<'a>,
        settings: Settings,
        progress: Progress<'a>,
    ) -> Self {
        Self {
            handle,
            entity,
            stored_sentinels,
            kind,
            settings,
            pages,
            writes: Rate::new(settings.write_units as f64),
            throttles: AtomicU64::new(0),
            copies: None,
            saving: None,
            end: None,
            decide: Mutex::new(decide),
            progress: Mutex::new(progress),
        }
    }

    pub(super) fn of_items(self, copies: Option<Copies>) -> Self {
        Self { copies, ..self }
    }

    pub(super) fn saving(self, saving: Option<Saving<'a>>) -> Self {
        Self { saving, ..self }
    }

    pub(super) fn until(self, end: Option<Instant>) -> Self {
        Self { end, ..self }
    }

    pub(super) async fn finish(self) -> Result<SweepReport> {
        let start = self.progress(|progress| progress.checkpoint.clone());
        let segments = start.reached().filter_map(|(segment, reached)| match reached {
            Reached::Nothing => Some(self.segment(segment, None)),
            Reached::After(place) => Some(self.segment(segment, Some(place.clone()))),
            Reached::End => None,
        });
        if let Err(error) = try_join_all(segments).await {
            self.notify(|_| {});
            if let Some(saving) = &self.saving {
                let checkpoint = self.progress(|progress| progress.checkpoint.clone());
                saving.save_all(&checkpoint, self.kind.operation()).await;
            }
            return Err(error);
        }
        let throttles = self.throttled();
        let Progress { checkpoint, report, .. } = self.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        let unfinished = checkpoint.reached().filter(|(_, reached)| **reached != Reached::End).count();
        Ok(SweepReport { throttles, unfinished_segments: u64::try_from(unfinished).unwrap_or(u64::MAX), ..report })
    }

    /// Reads one segment of the table to its end, and processes its items.
    async fn segment(&self, segment: usize, mut start: Option<StartKey>) -> Result<()> {
        let mut saved = Instant::now();
        loop {
            let page = self.pages.page(&PageRequest { segment, start, limit: Some(PAGE_ITEMS) }).await?;
            self.count(|report| {
                report.scanned = report.scanned.saturating_add(u64::try_from(page.evaluated).unwrap_or_default());
                report.rcu += page.rcu;
            });
            start = page.next();
            let items = stream::iter(page.items.into_iter().map(|item| Ok(item.into_item())));
            items.try_for_each_concurrent(IN_FLIGHT, |item| self.item(item)).await?;
            self.notify(|checkpoint| checkpoint.reach(segment, page.reached));
            let is_last = start.is_none() || self.end.is_some_and(|end| Instant::now() >= end);
            if let Some(saving) = self.saving.as_ref().filter(|saving| is_last || saving.is_due(saved)) {
                let part = self.progress(|progress| progress.checkpoint.part(segment..segment + 1));
                saving.save(part).await?;
                saved = Instant::now();
            }
            if is_last {
                return Ok(());
            }
        }
    }

    pub(super) fn decide(&self, key: &ItemKey, stored: &Item) -> Result<Decision> {
        let mut decide = self.decide.lock().unwrap_or_else(PoisonError::into_inner);
        decide(key, stored)
    }

    /// Counts an item that cannot be written.
    ///
    /// # Errors
    ///
    /// The error of the item, if too many items have failed.
    pub(super) fn failed(&self, key: ItemKey, error: Error) -> Result<()> {
        let (operation, at) = (self.kind.operation(), key_text(self.entity, &key));
        let error = error.operation(operation).of_entity(self.entity.name).at_key(at.clone());
        tracing::warn!(operation, entity = self.entity.name, key = at, %error, "an item is not written");
        let (kind, last) = (error.kind(), error.to_string());
        let failures = self.progress(|progress| {
            let report = &mut progress.report;
            report.failures += 1;
            if report.failed.len() < SweepReport::MAX_FAILED_ITEMS {
                report.failed.push(FailedItem { key, error });
            }
            report.failures
        });
        if usize::try_from(failures).is_ok_and(|failures| failures <= self.settings.max_failures) {
            return Ok(());
        }
        let message = format!(
            "{failures} items cannot be {}, the last one: {last}; correct the schema or the items, or allow more with \
             `max_failures(..)`",
            self.kind.done()
        );
        Err(Error::new(kind, message).at_key(at))
    }

    pub(super) fn count(&self, count: impl FnOnce(&mut SweepReport)) {
        self.progress(|progress| count(&mut progress.report));
    }

    fn throttled(&self) -> u64 {
        let reads = u64::try_from(self.pages.sent.throttles()).unwrap_or(u64::MAX);
        reads.saturating_add(self.throttles.load(Ordering::Relaxed))
    }

    fn notify(&self, reach: impl FnOnce(&mut Checkpoint)) {
        let throttles = self.throttled();
        self.progress(|progress| {
            reach(&mut progress.checkpoint);
            progress.notify(throttles);
        });
    }

    fn progress<O>(&self, with: impl FnOnce(&mut Progress<'a>) -> O) -> O {
        with(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
