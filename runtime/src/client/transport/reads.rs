//! Sends a read until it has an answer: when it is sent, how often, and how its failures are handled.
//!
//! The reads of a handle share what they learn. A key that was throttled is read at its own [`pace`] by all reads, and
//! no other key waits for it. The handle limits how many requests are in flight. A late read may be sent a second time
//! ([`hedge`]). Transient failures are retried ([`super::retry`]).

mod hedge;
mod latency;
mod pace;
mod paces;
mod queue;
mod request_counts;
mod settings;

use std::{
    pin::{Pin, pin},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use aws_sdk_dynamodb::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    operation::query::{QueryOutput, builders::QueryFluentBuilder},
};
use futures_util::future::{Either, select};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::Instant,
};

use super::{
    account_pause::Pause,
    backoff::by_deadline,
    body::{Answered, Operation, keeping},
    failure::{exceeds, failure, sdk_error, throttles, timed_out},
    failure_class::Failure,
    lazy_task::spawn_current,
    meter::tally::record_throttles,
    once::{Once, send_once},
    retry::{RequestTries, Retries},
    throttled_keys::refusing,
};
use crate::{
    Error, ErrorKind, Result,
    item::{read_item::ReadItem, wire::Page},
    key::{KeyScalar, redaction::shown_partition},
    monitor::{Capacity, KeyUsage, Watch},
    physics::capacity::{Consistency, read_units},
    schema::EntitySchema,
    throttling::Limit,
};
use hedge::{Hedge, ReadKind};
use paces::{PacedKey, Paces};

pub(crate) use request_counts::RequestCounts;
pub(crate) use settings::Settings;

/// Sends the reads of a handle.
pub(crate) struct Reads {
    client: Client,
    retries: Retries,
    learned: Arc<Learned>,
}

/// Shared state that reads update. Handles that differ only in request settings share it.
struct Learned {
    settings: Settings,
    paces: Paces,
    pause: Pause,
    permits: Option<Semaphore>,
    hedge: Option<Mutex<Hedge>>,
    watch: Option<Watch>,
}

/// The result of one attempt of a read.
#[expect(clippy::large_enum_variant, reason = "moved once, from an attempt to the decision about the next")]
enum Attempted<O, E> {
    Answered(O),
    /// The request failed, and may be repeated.
    Failed(SdkError<E>),
    /// The request was not sent or has no answer, because the call ends.
    Unanswered(Error),
}

/// The keys that a read accesses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadKey<'a> {
    kind: ReadKind,
    index: Option<&'static str>,
    partitions: &'a [KeyScalar],
    of: Option<MonitoredKey>,
    is_background: bool,
}

/// The entity's key and the consistency of a read, for the counts of a monitor.
#[derive(Debug, Clone, Copy)]
struct MonitoredKey {
    entity: &'static EntitySchema,
    place: usize,
    consistency: Consistency,
}

impl<'a> ReadKey<'a> {
    /// Describes a read of one item of the table.
    pub(crate) fn get(partition: &'a KeyScalar) -> Self {
        Self {
            kind: ReadKind::Get,
            index: None,
            partitions: std::slice::from_ref(partition),
            of: None,
            is_background: false,
        }
    }

    /// Describes a batch read of items of the table with these partition keys.
    pub(crate) fn batch(partitions: &'a [KeyScalar]) -> Self {
        Self { kind: ReadKind::Batch, index: None, partitions, of: None, is_background: false }
    }

    /// Describes a transactional read of items of the table with these partition keys.
    pub(crate) fn transaction(partitions: &'a [KeyScalar]) -> Self {
        Self { kind: ReadKind::Transaction, index: None, partitions, of: None, is_background: false }
    }

    /// Describes a read of one page of a lane.
    pub(crate) fn query(index: Option<&'static str>, partition: &'a KeyScalar) -> Self {
        Self {
            kind: ReadKind::Query(index),
            index,
            partitions: std::slice::from_ref(partition),
            of: None,
            is_background: false,
        }
    }

    /// Describes a read of one page of a scan, of any partition keys.
    pub(crate) fn scan(index: Option<&'static str>) -> Self {
        Self { kind: ReadKind::Scan, index, partitions: &[], of: None, is_background: false }
    }

    /// Marks background work: its throttles are retried for minutes.
    pub(crate) fn in_background(self) -> Self {
        Self { is_background: true, ..self }
    }

    /// Returns the first of its partition keys, with sensitive values redacted.
    fn shown_partition(&self) -> Option<String> {
        let of = self.of?;
        Some(shown_partition(of.entity, of.place, self.partitions.first()?))
    }

    /// Sets the entity, and the position of the key among the entity's keys.
    pub(crate) fn of(self, entity: &'static EntitySchema, place: usize, consistency: Consistency) -> Self {
        Self { of: Some(MonitoredKey { entity, place, consistency }), ..self }
    }
}

impl Reads {
    /// No read is hedged within this time after a throttle of any key of the handle: the table or the account may be at
    /// its limit, and another read would make it worse.
    const QUIET_PERIOD: Duration = Duration::from_secs(1);

    pub(crate) fn new(client: Client, retries: Retries, settings: Settings, watch: Option<Watch>) -> Self {
        let learned = Learned {
            paces: Paces::default(),
            pause: Pause::default(),
            permits: settings.permits().map(Semaphore::new),
            hedge: settings.hedge().map(Hedge::new).map(Mutex::new),
            settings,
            watch,
        };
        Self { client, retries, learned: Arc::new(learned) }
    }

    /// Returns these reads with other retries. They share what has been learned.
    pub(crate) fn with(&self, retries: Retries) -> Self {
        Self { client: self.client.clone(), retries, learned: Arc::clone(&self.learned) }
    }

    pub(crate) fn retries(&self) -> &Retries {
        &self.retries
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn settings(&self) -> Settings {
        self.learned.settings
    }

    /// Reads a page of a lane.
    ///
    /// `request` builds the request each time it is sent. Most reads send it once, so a copy for a retry would be a
    /// waste.
    pub(crate) async fn query(
        &self,
        key: &ReadKey<'_>,
        sent: &RequestCounts,
        request: impl Fn(&Client) -> QueryFluentBuilder,
    ) -> Result<Answered<QueryOutput>> {
        let send = |once: Once| async {
            let request = request(once.client());
            let (mut output, page) = self.keeping(Operation::Query, send_once!(request, once)).await?;
            let items = ReadItem::all(page, output.items.take().unwrap_or_default());
            Ok(Answered { output, items })
        };
        self.send(key, sent, send).await
    }

    /// Awaits one request of this operation. Returns its items separately if they were kept.
    pub(crate) async fn keeping<O, E>(
        &self,
        operation: Operation,
        request: impl Future<Output = Result<O, E>>,
    ) -> Result<(O, Option<Page>), E> {
        if self.settings().sdk_items {
            return Ok((request.await?, None));
        }
        let (output, page) = keeping(operation, request).await;
        Ok((output?, page))
    }

    /// Sends a read until it has an answer or has failed finally. It can be dropped at any point, which drops its
    /// requests in flight as well.
    ///
    /// `request` builds the request each time. It must send it with the given [`Once`], which switches the SDK's own
    /// retries off.
    pub(crate) async fn send<O, E, F>(
        &self,
        key: &ReadKey<'_>,
        sent: &RequestCounts,
        request: impl Fn(Once) -> F,
    ) -> Result<O>
    where
        F: Future<Output = Result<O, SdkError<E>>>,
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    {
        self.learned.settings.check()?;
        let mut tries = if key.is_background { self.retries.begin_background() } else { self.retries.begin() };
        // Pinned here: a future that is moved into another one takes its memory twice.
        let first = {
            let attempt = pin!(self.attempt(key, sent, &mut tries, &request));
            attempt.await
        };
        let failed = match first {
            Attempted::Answered(output) => return Ok(output),
            Attempted::Unanswered(error) => return Err(error),
            Attempted::Failed(failed) => failed,
        };
        // Boxed because few reads are repeated, so that other reads' futures stay small.
        Box::pin(self.repeat(key, sent, tries, failed, &request)).await
    }

    /// Repeats a read whose first request failed, until it has an answer or has failed finally.
    async fn repeat<O, E, F>(
        &self,
        key: &ReadKey<'_>,
        sent: &RequestCounts,
        mut tries: RequestTries,
        mut failed: SdkError<E>,
        request: &impl Fn(Once) -> F,
    ) -> Result<O>
    where
        F: Future<Output = Result<O, SdkError<E>>>,
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    {
        loop {
            let judged = failure(&failed);
            // A limit that sheds load is not retried.
            if judged == Failure::Throttled && exceeds(&throttles(&failed), Limit::MaxOnDemand) {
                return Err(sdk_error(failed));
            }
            let Some(wait) = tries.wait_after(judged) else { return Err(sdk_error(failed)) };
            if judged == Failure::Throttled {
                let partition = key.shown_partition();
                tracing::debug!(index = key.index, key = partition, keys = key.partitions.len(), ?wait, "throttled");
            }
            if !tries.waits.wait(wait).await {
                return Err(sdk_error(failed));
            }
            match self.attempt(key, sent, &mut tries, request).await {
                Attempted::Answered(output) => return Ok(output),
                Attempted::Failed(error) => failed = error,
                Attempted::Unanswered(_) => return Err(sdk_error(failed)),
            }
        }
    }

    /// Records that these keys of the table were throttled in the answer to a request that was sent at `sent`.
    pub(crate) fn throttled(&self, partitions: &[KeyScalar], sent: Instant) {
        let keys = partitions.iter().map(|partition| self.learned.paces.key(None, partition));
        self.learned.paces.throttled(keys, &[], sent);
    }

    /// Returns the counter of this handle's requests, if it has a monitor.
    pub(crate) fn watch(&self) -> Option<&Watch> {
        self.learned.watch.as_ref()
    }

    /// Reports an answered read of these partition keys to the monitor, with the units that it consumed of each.
    pub(crate) fn consumed<'a>(&self, key: &ReadKey<'_>, units: impl IntoIterator<Item = (&'a KeyScalar, f64)>) {
        let Some((watch, of)) = self.learned.watch.as_ref().zip(key.of) else { return };
        let usages = units.into_iter().map(|(partition, units)| of.usage(partition, units, false));
        watch.record(Capacity::Read, usages);
    }

    /// Reports a throttled read of these partition keys to the monitor. It counts the smallest cost of such a read.
    pub(crate) fn refused(&self, key: &ReadKey<'_>, partitions: &[KeyScalar]) {
        let Some((watch, of)) = self.learned.watch.as_ref().zip(key.of) else { return };
        let units = read_units(0, of.consistency);
        watch.record(Capacity::Read, partitions.iter().map(|partition| of.usage(partition, units, true)));
    }

    /// Waits until a request may be sent.
    async fn turn(&self, key: &ReadKey<'_>, tries: &mut RequestTries) -> Result<Option<SemaphorePermit<'_>>> {
        if !self.learned.pause.wait(&mut tries.waits).await {
            let message = "the account's limit was exceeded, and the read may not wait until it is sent again";
            return Err(Error::new(ErrorKind::Throttled, message));
        }
        if self.needs_task() {
            spawn_current();
        }
        if !self.learned.paces.is_empty() {
            for key in self.paced(key) {
                let (start, until) = (Instant::now(), tries.waits.until());
                // Boxed because few reads wait, so that other reads' futures stay small.
                let turn = Box::pin(self.learned.paces.turn(key, tries.begun(), until)).await;
                tries.waits.waited_since(start);
                turn?;
            }
        }
        // Other reads are not retries, so that only the deadline bounds the wait for them.
        match &self.learned.permits {
            None => Ok(None),
            Some(permits) => match by_deadline(tries.waits.deadline(), permits.acquire()).await {
                // `acquire` fails only if the semaphore is closed, and it never is.
                Some(permit) => Ok(permit.ok()),
                None => Err(timed_out()),
            },
        }
    }

    /// Sends one request when that is allowed, and possibly a second copy.
    async fn attempt<O, E, F>(
        &self,
        key: &ReadKey<'_>,
        sent: &RequestCounts,
        tries: &mut RequestTries,
        request: &impl Fn(Once) -> F,
    ) -> Attempted<O, E>
    where
        F: Future<Output = Result<O, SdkError<E>>>,
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        let permit = match self.turn(key, tries).await {
            Ok(_) if tries.waits.are_over() => return Attempted::Unanswered(timed_out()),
            Ok(permit) => permit,
            Err(error) => return Attempted::Unanswered(error),
        };
        let deadline = tries.waits.deadline();
        let start = Instant::now();
        let hedge = self.hedge().filter(|_| key.kind != ReadKind::Scan);
        let late = hedge.and_then(|mut hedge| hedge.begin(key.kind));
        // Pinned here: a future that is moved into another one takes its memory twice.
        let request_of_first = pin!(request(self.retries.sender()));
        let first = pin!(self.copy(key, sent, permit, request_of_first));
        let answer = match late {
            None => by_deadline(deadline, first).await,
            Some(late) => by_deadline(deadline, Box::pin(self.hedged(key, sent, late, first, request))).await,
        };
        let Some(answer) = answer else { return Attempted::Unanswered(timed_out()) };
        if answer.is_ok()
            && key.kind != ReadKind::Scan
            && let Some(mut hedge) = self.hedge()
        {
            hedge.answered(key.kind, start.elapsed());
        }
        match answer {
            Ok(output) => Attempted::Answered(output),
            Err(failed) => Attempted::Failed(failed),
        }
    }

    /// Awaits the first copy, and sends a second one if it is late. The first success wins and the other copy is
    /// dropped. If both fail, the first failure is returned.
    async fn hedged<O, E, F>(
        &self,
        key: &ReadKey<'_>,
        sent: &RequestCounts,
        late: Duration,
        mut first: Pin<&mut impl Future<Output = Result<O, SdkError<E>>>>,
        request: &impl Fn(Once) -> F,
    ) -> Result<O, SdkError<E>>
    where
        F: Future<Output = Result<O, SdkError<E>>>,
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        if let Ok(answer) = tokio::time::timeout(late, &mut first).await {
            return answer;
        }
        let Some(permit) = self.second(key) else { return first.await };
        sent.hedge();
        // Boxed because few reads need it, so that other reads' futures stay small.
        let second = Box::pin(self.copy(key, sent, permit, request(self.retries.sender())));
        match select(first, second).await {
            Either::Left((Err(failed), other)) => other.await.map_err(|_| failed),
            Either::Right((Err(failed), other)) => other.await.map_err(|_| failed),
            Either::Left((answer, _)) | Either::Right((answer, _)) => answer,
        }
    }

    /// Sends one request.
    async fn copy<O, E>(
        &self,
        key: &ReadKey<'_>,
        sent: &RequestCounts,
        permit: Option<SemaphorePermit<'_>>,
        request: impl Future<Output = Result<O, SdkError<E>>>,
    ) -> Result<O, SdkError<E>>
    where
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        let start = Instant::now();
        sent.request();
        let answer = request.await;
        drop(permit);
        match &answer {
            Ok(_) if self.learned.paces.is_empty() => {}
            Ok(_) => self.learned.paces.succeeded(self.paced(key), start),
            Err(failed) if failure(failed) == Failure::Throttled => {
                sent.throttle();
                let throttles = throttles(failed);
                record_throttles(&throttles);
                if exceeds(&throttles, Limit::Account) {
                    self.learned.pause.begin(start);
                }
                if refusing(failed).is_by(key.index) {
                    self.refused(key, key.partitions);
                }
                self.learned.paces.throttled(self.paced(key), &throttles, start);
            }
            Err(_) => {}
        }
        answer
    }

    /// Grants a second copy if nothing is throttled, another request may be in flight, and the budget allows it.
    #[allow(
        clippy::option_option,
        reason = "the outer option grants the copy, the inner one is its permit if there is a limit"
    )]
    fn second(&self, key: &ReadKey<'_>) -> Option<Option<SemaphorePermit<'_>>> {
        if !self.learned.paces.are_unthrottled(self.paced(key), Self::QUIET_PERIOD) {
            return None;
        }
        let permit = match &self.learned.permits {
            None => None,
            Some(permits) => Some(permits.try_acquire().ok()?),
        };
        self.hedge().is_some_and(|mut hedge| hedge.take()).then_some(permit)
    }

    /// Whether a read must continue while it is not polled: others may wait for its permit or for its turn of a
    /// throttled key, or its second copy must be sent on time.
    fn needs_task(&self) -> bool {
        self.learned.permits.is_some() || self.learned.hedge.is_some() || !self.learned.paces.is_empty()
    }

    fn hedge(&self) -> Option<MutexGuard<'_, Hedge>> {
        self.learned.hedge.as_ref().map(|hedge| hedge.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn paced<'a>(&'a self, key: &'a ReadKey<'a>) -> impl Iterator<Item = PacedKey> + 'a {
        key.partitions.iter().map(move |partition| self.learned.paces.key(key.index, partition))
    }
}

impl MonitoredKey {
    fn usage(self, partition: &KeyScalar, units: f64, is_refused: bool) -> KeyUsage<'_> {
        KeyUsage { entity: self.entity, place: self.place, partition, units, is_refused }
    }
}

#[cfg(test)]
mod tests;
