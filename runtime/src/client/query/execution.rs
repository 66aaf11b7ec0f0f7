//! Runs a plan: keeps requests in flight and returns items in order.

use std::{
    collections::VecDeque,
    future::poll_fn,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, ready},
};

use futures_util::Stream;

use super::{
    Selection, Source,
    engine::{Answer, Engine, Read},
    in_flight::InFlight,
};
use crate::{
    Error, ErrorKind, Result,
    client::{
        Connection,
        transport::{
            call::Sending,
            in_flight::SpawnedTask,
            lazy_task::LazyTask,
            meter::tally::{FanOut, record_fan_out},
        },
    },
    item::{any_key::AnyValue, read_item::ReadItem},
    key::ItemKey,
    read::{
        Aim, Classified, Classifier, Classify, Cursor, FailedLane, Lane, LaneRequest, Page, Paging, Plan, Stats, Step,
    },
};

/// The items of a query, as a stream. The inner error is that of an item that does not decode, after which the stream
/// goes on. It starts requests only when it is polled. Requests in flight continue between polls, and dropping the
/// stream drops them.
pub(super) struct Running<O> {
    /// Boxed, because a future that is larger than a kilobyte is slow to allocate.
    progress: Box<Progress>,
    classifier: Classifier<O>,
}

impl<O> Running<O> {
    pub(super) fn new(handle: &Connection, selection: &Selection<O>, aim: Aim) -> Result<Self> {
        let progress = Box::new(Progress::new(handle, &selection.source, aim)?);
        Ok(Self { progress, classifier: Classifier::new(selection.extract, &selection.source.spec) })
    }

    /// Continues if a lane fails.
    pub(super) fn partial(mut self) -> Self {
        self.progress.failures = Some(Vec::new());
        self
    }

    /// Returns the cursor of the next page.
    pub(super) fn cursor(&mut self) -> Option<Cursor> {
        self.progress.paging.cursor()
    }

    pub(super) fn plan(&self) -> Arc<Plan> {
        Arc::clone(&self.progress.engine.plan)
    }

    /// Returns the requests and capacity units so far.
    pub(super) fn stats(&self) -> Stats {
        self.progress.stats(self.classifier.expired())
    }

    /// Returns the lanes that failed and omitted items, or the first failure if no request was answered.
    pub(super) fn failed(&mut self, table_name: &str) -> Result<Vec<FailedLane>> {
        self.progress.failed(table_name)
    }
}

impl<O> Unpin for Running<O> {}

/// Classifies the items of a page, and collects them.
pub(super) trait Collect: Classify<ReadItem> + Send {
    /// Keeps the last accepted item. Returns the error of one that does not decode.
    fn keep(&mut self) -> Result<()>;

    /// Returns the number of expired items that were omitted.
    fn expired(&self) -> usize;

    /// Returns the [`Page`] of the items.
    fn into_page(self: Box<Self>, cursor: Option<Cursor>, stats: Stats) -> AnyValue;
}

struct Collected<O> {
    classifier: Classifier<O>,
    items: Vec<O>,
}

impl<O> Classify<ReadItem> for Collected<O> {
    fn classify(&mut self, plan: &Plan, lane: &Lane, raw: ReadItem) -> Result<Classified<()>> {
        self.classifier.classify(plan, lane, raw)
    }

    fn table_key(&self, plan: &Plan, raw: &ReadItem) -> Result<ItemKey> {
        self.classifier.table_key(plan, raw)
    }
}

impl<O: Send + 'static> Collect for Collected<O> {
    fn keep(&mut self) -> Result<()> {
        if let Some(item) = self.classifier.take() {
            self.items.push(item?);
        }
        Ok(())
    }

    fn expired(&self) -> usize {
        self.classifier.expired()
    }

    fn into_page(self: Box<Self>, cursor: Option<Cursor>, stats: Stats) -> AnyValue {
        Box::new(Page { items: self.items, cursor, stats })
    }
}

/// A page that is not read yet, without the type of its items: compiled once, not for each entity.
pub(super) struct AnyPage {
    source: Source,
    items: Box<dyn Collect>,
}

impl AnyPage {
    pub(super) fn new<O: Send + 'static>(selection: Selection<O>) -> Self {
        let classifier = Classifier::new(selection.extract, &selection.source.spec);
        Self { source: selection.source, items: Box::new(Collected { classifier, items: Vec::new() }) }
    }

    /// Sends the requests of the page. Fails if an item does not decode.
    pub(super) fn sending(self, handle: &Connection) -> Sending<'_, Option<AnyValue>> {
        let call = self.source.call("query");
        Box::pin(async move {
            // Pinned here: a future that is moved into another one takes its memory twice.
            let page = pin!(self.read(handle));
            call.run(handle, page).await
        })
    }

    async fn read(self, handle: &Connection) -> Result<Option<AnyValue>> {
        let Self { source, mut items } = self;
        let mut progress = Box::new(Progress::new(handle, &source, Aim::Page)?);
        while let Some(taken) = poll_fn(|context| progress.poll(context, &mut *items)).await {
            taken?;
            items.keep().map_err(|error| progress.engine.named(error))?;
        }
        let (cursor, stats) = (progress.paging.cursor(), progress.stats(items.expired()));
        Ok(Some(items.into_page(cursor, stats)))
    }
}

impl<O> Stream for Running<O> {
    type Item = Result<Result<O>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self { progress, classifier } = &mut *self;
        loop {
            match ready!(progress.poll(context, classifier)) {
                Some(Ok(())) => {
                    if let Some(item) = classifier.take() {
                        return Poll::Ready(Some(Ok(item.map_err(|error| progress.engine.named(error)))));
                    }
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }
}

/// The requests of a query and their answers, independent of what it returns: compiled once, not for each entity.
struct Progress {
    engine: Arc<Engine>,
    paging: Paging<ReadItem>,
    waiting: VecDeque<LaneRequest>,
    in_flight: InFlight<Answer>,
    rcu: f64,
    /// The requests that failed, if failures are allowed. Otherwise the first failure ends the query.
    failures: Option<Vec<(LaneRequest, Error)>>,
    /// Whether items are taken while requests are in flight. Otherwise the read is awaited to its end.
    is_stream: bool,
}

impl Progress {
    fn new(handle: &Connection, source: &Source, aim: Aim) -> Result<Self> {
        let engine = Arc::new(source.engine(handle, aim)?);
        Ok(Self {
            paging: Paging::new(Arc::clone(&engine.plan), aim),
            engine,
            waiting: VecDeque::new(),
            in_flight: InFlight::new(),
            rcu: 0.0,
            failures: None,
            is_stream: aim == Aim::Stream,
        })
    }

    fn stats(&self, expired: usize) -> Stats {
        Stats {
            buckets: self.paging.buckets(),
            lanes: self.paging.lanes_read(),
            rounds: self.paging.rounds(),
            items_read: self.paging.evaluated(),
            superseded: self.paging.superseded(),
            unknown: self.paging.unknown(),
            vanished: 0,
            changed: 0,
            expired,
            requests: self.engine.sent.requests(),
            hedges: self.engine.sent.hedges(),
            throttles: self.engine.sent.throttles(),
            rcu: self.rcu,
        }
    }

    fn failed(&mut self, table_name: &str) -> Result<Vec<FailedLane>> {
        let left_out = self.paging.incomplete_lanes();
        let mut failures = self.failures.take().unwrap_or_default();
        if self.paging.rounds() == 0 && !failures.is_empty() {
            return Err(failures.swap_remove(0).1);
        }
        failures.retain(|(lane_request, _)| left_out.contains(&(lane_request.at, lane_request.lane)));
        let failed = failures.into_iter().filter_map(|(lane_request, error)| {
            let partition_key = lane_request.group.lanes().get(lane_request.lane)?.partition_key().clone();
            Some(FailedLane { partition_key, error: error.in_table(table_name) })
        });
        Ok(failed.collect())
    }

    /// Polls until the classifier holds the next item, or the query has ended.
    fn poll(&mut self, context: &mut Context<'_>, classifier: &mut dyn Classify<ReadItem>) -> Poll<Option<Result<()>>> {
        loop {
            // Polls the requests in flight, also while buffered items are being taken.
            let is_pending = match self.in_flight.poll_next(context) {
                Poll::Ready(Some(answer)) => {
                    if let Err(error) = self.take(answer) {
                        return Poll::Ready(Some(Err(error)));
                    }
                    self.start();
                    continue;
                }
                Poll::Ready(None) => false,
                Poll::Pending => true,
            };
            let step = self.paging.step(classifier);
            self.wait_for_turn();
            let has_started = self.start();
            return match step {
                Ok(Step::Item) => Poll::Ready(Some(Ok(()))),
                Ok(Step::Done) => Poll::Ready(None),
                // A new request must be polled before it can wake the task.
                Ok(Step::Wait) if has_started => continue,
                Ok(Step::Wait) if is_pending => Poll::Pending,
                Ok(Step::Wait) => {
                    let message = "the query waits for requests that were never sent; report this";
                    Poll::Ready(Some(Err(self.engine.named(Error::new(ErrorKind::Service, message)))))
                }
                Err(error) => Poll::Ready(Some(Err(self.engine.named(error)))),
            };
        }
    }

    fn take(&mut self, answer: Answer) -> Result<()> {
        let Answer { lane_request, outcome } = answer;
        match (outcome, &mut self.failures) {
            (Ok(Read { fetched, rcu }), _) => {
                self.rcu += rcu;
                self.paging.feed(lane_request.at, lane_request.lane, lane_request.round, fetched);
                record_fan_out(FanOut { lanes: self.paging.lanes_read(), rounds: self.paging.rounds() });
            }
            (Err(error), Some(failures)) if is_of_one_lane(&error) => {
                self.paging.fail(lane_request.at, lane_request.lane);
                failures.push((lane_request, error));
            }
            (Err(error), _) => return Err(error),
        }
        Ok(())
    }

    /// Queues the requests of the last step.
    fn wait_for_turn(&mut self) {
        let requests = self.paging.take_requests();
        match self.waiting.is_empty() {
            true => self.waiting = requests.into(),
            false => self.waiting.extend(requests),
        }
    }

    /// Starts waiting requests, up to the bound. Returns whether it started any.
    fn start(&mut self) -> bool {
        let before = self.in_flight.len();
        // A single request that is awaited gains nothing from a task of its own.
        let is_awaited_alone = !self.is_stream && before == 0 && self.waiting.len() == 1;
        while self.in_flight.len() < self.engine.plan.in_flight {
            let Some(lane_request) = self.waiting.pop_front() else { break };
            let engine = Arc::clone(&self.engine);
            let fetch = Box::pin(engine.fetch(lane_request));
            self.in_flight.push(match is_awaited_alone {
                true => LazyTask::Unspawned(fetch),
                false => LazyTask::Spawned(SpawnedTask::begin(fetch)),
            });
        }
        self.in_flight.len() > before
    }
}

/// Whether a failure affects only one lane: the table exists, and its answer was understood.
fn is_of_one_lane(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Throttled | ErrorKind::Service)
}
