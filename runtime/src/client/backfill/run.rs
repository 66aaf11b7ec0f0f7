//! A backfill under way: the segments of its scan, side by side.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use aws_sdk_dynamodb::{
    operation::scan::{ScanOutput, builders::ScanFluentBuilder},
    types::{AttributeValue, ReturnConsumedCapacity},
};
use futures_util::{TryStreamExt as _, future::try_join_all, stream};

use super::{
    super::{
        Handle,
        decode::Decode,
        failure::sdk_error,
        locate::key_item,
        stored::{key_text, schema, stored_key},
    },
    BackfillReport, Checkpoint, FailedItem, Listener, Settings,
    checkpoint::Reached,
    pace::Pace,
    send::send,
};
use crate::{Entity, Error, ErrorKind, Result, Table, key::ItemKey, schema::EntitySchema};

/// Items of a page: what is judged between two checkpoints of a segment, and held in memory.
const PAGE_ITEMS: i32 = 100;

/// Updates of one segment on the wire.
const IN_FLIGHT: usize = 8;

/// What the segments share.
pub(super) struct Run<'a, T, E> {
    pub(super) handle: &'a Handle<T>,
    pub(super) entity: &'static EntitySchema,
    pub(super) decode: Decode<E>,
    pub(super) settings: Settings,
    pub(super) reads: Pace,
    pub(super) writes: Pace,
    pub(super) throttles: AtomicU64,
    progress: Mutex<Progress<'a>>,
}

struct Progress<'a> {
    checkpoint: Checkpoint,
    report: BackfillReport,
    listener: Option<Listener<'a>>,
}

impl Progress<'_> {
    fn tell(&mut self, throttles: u64) {
        self.report.throttles = throttles;
        if let Some(listener) = &mut self.listener {
            listener(&self.checkpoint, &self.report);
        }
    }
}

impl<'a, T: Table, E: Entity> Run<'a, T, E> {
    pub(super) fn new(
        handle: &'a Handle<T>,
        decode: Decode<E>,
        settings: Settings,
        checkpoint: Checkpoint,
        listener: Option<Listener<'a>>,
    ) -> Self {
        Self {
            handle,
            entity: schema::<E>(),
            decode,
            settings,
            reads: Pace::new(settings.read_units),
            writes: Pace::new(settings.write_units),
            throttles: AtomicU64::new(0),
            progress: Mutex::new(Progress { checkpoint, report: BackfillReport::default(), listener }),
        }
    }

    pub(super) async fn finish(self) -> Result<BackfillReport> {
        let reached = self.progress(|progress| progress.checkpoint.segments().to_vec());
        let total = reached.len();
        let segments = reached.into_iter().enumerate().filter_map(|(segment, reached)| match reached {
            Reached::Nothing => Some(self.segment(segment, total, None)),
            Reached::After(key) => Some(self.segment(segment, total, Some(key))),
            Reached::End => None,
        });
        if let Err(error) = try_join_all(segments).await {
            self.tell(|_| {});
            return Err(error);
        }
        let throttles = self.throttles.load(Ordering::Relaxed);
        let report = self.progress.into_inner().unwrap_or_else(PoisonError::into_inner).report;
        Ok(BackfillReport { throttles, ..report })
    }

    /// Reads one segment of the table to its end, and backfills its items.
    async fn segment(&self, segment: usize, total: usize, mut after: Option<ItemKey>) -> Result<()> {
        let request = self.request(segment, total)?;
        let mut expected = 1.0;
        loop {
            let start = after.as_ref().map(|key| key_item(self.entity, key));
            self.reads.turn(expected).await;
            let page = self.page(request.clone().set_exclusive_start_key(start)).await?;
            let cost = page.consumed_capacity.as_ref().and_then(|consumed| consumed.capacity_units).unwrap_or(expected);
            self.reads.settle(expected, cost);
            // The next page likely costs as much.
            expected = cost;
            self.count(|report| {
                report.scanned = report.scanned.saturating_add(u64::try_from(page.scanned_count).unwrap_or_default());
                report.rcu += cost;
            });
            let items = stream::iter(page.items.unwrap_or_default().into_iter().map(Ok));
            items.try_for_each_concurrent(IN_FLIGHT, |item| self.item(item)).await?;
            let reached = match page.last_evaluated_key {
                None => Reached::End,
                Some(last) => Reached::After(stored_key(self.entity, 0, &last).ok_or_else(|| {
                    let message = "a scan came without the table's key attributes; open the table with \
                                   `open_verified()`, which names every difference to its declaration";
                    Error::new(ErrorKind::TableMismatch, message)
                })?),
            };
            after = match &reached {
                Reached::After(key) => Some(key.clone()),
                Reached::Nothing | Reached::End => None,
            };
            self.tell(|checkpoint| checkpoint.reach(segment, reached));
            if after.is_none() {
                return Ok(());
            }
        }
    }

    /// The scan of a segment: the items of the entity, and those that do not say whose they are.
    fn request(&self, segment: usize, total: usize) -> Result<ScanFluentBuilder> {
        let number = |number: usize| {
            i32::try_from(number).map_err(|_| {
                Error::new(ErrorKind::InvalidArgument, format!("there is no segment {number}; give fewer segments"))
            })
        };
        let request = self
            .handle
            .client()
            .scan()
            .table_name(self.handle.table_name())
            .segment(number(segment)?)
            .total_segments(number(total)?)
            .limit(PAGE_ITEMS)
            .set_consistent_read(self.settings.consistent.then_some(true))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        Ok(match self.entity.table.discriminator {
            None => request,
            Some(name) => request
                .filter_expression("#d = :d OR attribute_not_exists(#d)")
                .expression_attribute_names("#d", name)
                .expression_attribute_values(":d", AttributeValue::S(self.entity.discriminator.to_owned())),
        })
    }

    async fn page(&self, request: ScanFluentBuilder) -> Result<ScanOutput> {
        let scan = |once| request.clone().customize().config_override(once).send();
        send(&self.throttles, scan).await.answer.map_err(sdk_error)
    }

    /// Counts an item that cannot be backfilled.
    ///
    /// # Errors
    ///
    /// That of the item, when there are too many of them.
    pub(super) fn failed(&self, key: ItemKey, error: Error) -> Result<()> {
        let error = error.operation("backfill").of_entity(self.entity.name).at_key(key_text(&key));
        tracing::warn!(entity = self.entity.name, key = key_text(&key), %error, "an item cannot be backfilled");
        let (kind, last, at) = (error.kind(), error.to_string(), key_text(&key));
        let failures = self.progress(|progress| {
            progress.report.failed.push(FailedItem { key, error });
            progress.report.failed.len()
        });
        if failures <= self.settings.max_failures {
            return Ok(());
        }
        let message = format!(
            "{failures} items cannot be backfilled, the last one: {last}; correct the schema or the items, or allow \
             more with `max_failures(..)`"
        );
        Err(Error::new(kind, message).at_key(at))
    }

    pub(super) fn count(&self, count: impl FnOnce(&mut BackfillReport)) {
        self.progress(|progress| count(&mut progress.report));
    }

    fn tell(&self, reach: impl FnOnce(&mut Checkpoint)) {
        let throttles = self.throttles.load(Ordering::Relaxed);
        self.progress(|progress| {
            reach(&mut progress.checkpoint);
            progress.tell(throttles);
        });
    }

    fn progress<O>(&self, with: impl FnOnce(&mut Progress<'a>) -> O) -> O {
        with(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
