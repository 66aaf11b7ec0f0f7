//! Wraps each call in its span, and completes its errors.

use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    sync::Arc,
    task::Poll,
};

use tokio::time::Instant;
use tracing::{Span, field::Empty};

#[cfg(feature = "metrics")]
use super::metrics::CallMetrics;
use super::{
    deadline::{DEADLINE, deadline},
    meter::{Tally, tally::TALLY},
};
use crate::{
    Error, ErrorKind, Result,
    client::Connection,
    schema::{EntitySchema, TableSchema},
};

/// A request in flight: the future that awaiting a call of [`Handle`](crate::client::Handle) polls.
pub type Sending<'a, O> = Pin<Box<dyn Future<Output = Result<O>> + Send + 'a>>;

/// Describes a call for its span.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    pub(crate) operation: &'static str,
    pub(crate) entity: Option<&'static str>,
    /// The query function, if the call is an access pattern.
    pub(crate) pattern: Option<&'static str>,
    /// The index that is read. `None` for the table.
    pub(crate) index: Option<&'static str>,
    /// Whether the call reads or writes a whole table: its time-out then bounds each of its requests.
    pub(crate) is_run: bool,
}

impl Call {
    /// Describes a call by the keys of items, of one entity or of any.
    pub(crate) fn new(operation: &'static str, entity: Option<&'static str>) -> Self {
        Self { operation, entity, pattern: None, index: None, is_run: false }
    }

    /// Describes a call of a query function of an entity or a collection, given the position of its key in the schema.
    pub(crate) fn query(operation: &'static str, entity: &'static EntitySchema, key: usize) -> Self {
        let key = entity.keys.get(key);
        Self {
            operation,
            entity: Some(entity.name),
            pattern: key.map(|key| key.query),
            index: key.and_then(|key| key.index),
            is_run: false,
        }
    }

    /// Opens the span.
    pub(crate) fn begin(self, handle: &Connection) -> CallSpan {
        let Self { operation, entity, pattern, index, .. } = self;
        let table_name = handle.table_name();
        let span = tracing::debug_span!(
            "keywright",
            otel.name = %format_args!("{operation} {}", pattern.or(entity).unwrap_or(table_name)),
            otel.kind = "client",
            otel.status_code = Empty,
            error.r#type = Empty,
            db.system.name = SYSTEM,
            db.operation.name = operation,
            db.collection.name = table_name,
            entity,
            pattern,
            index,
            read_units = Empty,
            write_units = Empty,
            requests = Empty,
            throttles = Empty,
        );
        let is_counted = !span.is_disabled();
        #[cfg(feature = "metrics")]
        let metrics = || Box::new(CallMetrics::begin(table_name, self.names()));
        #[cfg(feature = "metrics")]
        let metrics = handle.overrides().publishes_metrics.then(metrics);
        #[cfg(feature = "metrics")]
        let is_counted = is_counted || metrics.is_some();
        CallSpan {
            span,
            tally: is_counted.then(Arc::default),
            deadline: None,
            #[cfg(feature = "metrics")]
            metrics,
        }
    }

    /// Returns the names of the call, by their labels in metrics.
    #[cfg(feature = "metrics")]
    fn names(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let Self { operation, entity, pattern, index, .. } = self;
        let names = [
            ("db.system.name", Some(SYSTEM)),
            ("db.operation.name", Some(operation)),
            ("keywright.entity", entity),
            ("keywright.pattern", pattern),
            ("keywright.index", index),
        ];
        names.into_iter().filter_map(|(label, name)| Some((label, name?)))
    }

    /// Runs the call in its span and until its deadline, and adds the entity, the index and the key to its error.
    #[allow(clippy::manual_async_fn, reason = "the future of an `async fn` holds each argument twice")]
    pub(crate) fn run<O>(
        self,
        handle: &Connection,
        work: impl Future<Output = Result<O>>,
    ) -> impl Future<Output = Result<O>> {
        async move {
            let mut span = self.begin(handle);
            span.deadline = if self.is_run { None } else { deadline(handle.reads().retries().time_limit()) };
            let mut work = pin!(work);
            match poll_fn(|context| span.poll(|| work.as_mut().poll(context))).await {
                Ok(answer) => Ok(answer),
                Err(error) => {
                    span.record_failure(error.kind());
                    Err(self.named(handle, error))
                }
            }
        }
    }

    /// Adds the entity, the index and the key to the error.
    fn named(self, handle: &Connection, error: Error) -> Error {
        let error = on_throttled_index(handle.schema(), error.operation(self.operation).in_table(handle.table_name()));
        match self.entity {
            Some(entity) => error.of_entity(entity),
            None => error,
        }
    }
}

/// Runs a call by the keys of items, as [`Call::run`] does.
pub(crate) fn call<O>(
    handle: &Connection,
    operation: &'static str,
    entity: Option<&'static str>,
    work: impl Future<Output = Result<O>>,
) -> impl Future<Output = Result<O>> {
    Call::new(operation, entity).run(handle, work)
}

/// The span of a call in progress. When it is dropped, it records the requests and the consumed capacity of the call,
/// and publishes its metrics.
///
/// The names follow OpenTelemetry's [database conventions](https://opentelemetry.io/docs/specs/semconv/database/) where
/// these define one.
#[derive(Debug)]
pub(crate) struct CallSpan {
    span: Span,
    /// `None` if no subscriber records the span and no metrics are published.
    tally: Option<Arc<Tally>>,
    /// The end of the call, if it has an operation time-out. `None` for streams, whose time-out bounds each request.
    deadline: Option<Instant>,
    /// Boxed because few programs publish them, so that other calls' futures stay small.
    #[cfg(feature = "metrics")]
    metrics: Option<Box<CallMetrics>>,
}

/// The name of DynamoDB in OpenTelemetry's conventions.
const SYSTEM: &str = "aws.dynamodb";

impl CallSpan {
    /// Polls the call's future inside the span.
    pub(crate) fn poll<O>(&self, mut poll: impl FnMut() -> Poll<O>) -> Poll<O> {
        let mut polled = Poll::Pending;
        self.enter(&mut || polled = poll());
        polled
    }

    /// Polls a stream's next item inside the span. An error ends the stream, and fails the call.
    pub(crate) fn poll_item<O>(&mut self, poll: impl FnMut() -> Poll<Option<Result<O>>>) -> Poll<Option<Result<O>>> {
        let polled = self.poll(poll);
        if let Poll::Ready(Some(Err(error))) = &polled {
            self.record_failure(error.kind());
        }
        polled
    }

    /// Ends the span of a call that failed before it could send a request.
    pub(crate) fn refuse(mut self, error: &Error) {
        self.record_failure(error.kind());
    }

    /// Records that the call has failed.
    fn record_failure(&mut self, kind: ErrorKind) {
        self.span.record("otel.status_code", "ERROR");
        self.span.record("error.type", tracing::field::debug(kind));
        #[cfg(feature = "metrics")]
        if let Some(metrics) = &mut self.metrics {
            metrics.fail(kind);
        }
    }

    /// Runs `work` inside the span. It takes a trait object, so that it is compiled only once.
    fn enter(&self, work: &mut dyn FnMut()) {
        let mut work = || match self.deadline {
            None => work(),
            Some(deadline) => DEADLINE.sync_scope(deadline, &mut *work),
        };
        match &self.tally {
            None => work(),
            Some(tally) => self.span.in_scope(|| TALLY.sync_scope(Arc::clone(tally), work)),
        }
    }
}

impl Drop for CallSpan {
    fn drop(&mut self) {
        let Some(tally) = &self.tally else { return };
        let totals = tally.totals();
        let nonzero = |units: f64| Some(units).filter(|units| *units > 0.0);
        self.span.record("requests", totals.consumed.requests);
        self.span.record("read_units", nonzero(totals.consumed.read_units()));
        self.span.record("write_units", nonzero(totals.consumed.write_units()));
        self.span.record("throttles", Some(totals.throttled()).filter(|throttles| *throttles > 0));
        #[cfg(feature = "metrics")]
        if let Some(metrics) = &self.metrics {
            metrics.publish(&totals);
        }
    }
}

/// Adds the name of the throttled index to the error, if an index was throttled.
pub(crate) fn on_throttled_index(table: &TableSchema, error: Error) -> Error {
    let index = error.throttles().iter().find_map(|throttle| table.index(throttle.index()?));
    error.on_index(index.map(|index| index.name))
}
