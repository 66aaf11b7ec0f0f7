//! Wraps each call in its span, and completes its errors.

use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    sync::Arc,
    task::Poll,
};

use tracing::Span;

use super::meter::{Tally, tally::TALLY};
use crate::{
    Error, Result,
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
}

impl Call {
    /// A call by the keys of items, of one entity or of any.
    pub(crate) fn new(operation: &'static str, entity: Option<&'static str>) -> Self {
        Self { operation, entity, pattern: None, index: None }
    }

    /// A call of a query function of an entity or a collection, given the position of its key in the schema.
    pub(crate) fn query(operation: &'static str, entity: &'static EntitySchema, key: usize) -> Self {
        let key = entity.keys.get(key);
        Self {
            operation,
            entity: Some(entity.name),
            pattern: key.map(|key| key.query),
            index: key.and_then(|key| key.index),
        }
    }

    /// Opens the span.
    pub(crate) fn begin(self, table_name: &str) -> CallSpan {
        let Self { operation, entity, pattern, index } = self;
        let none = tracing::field::Empty;
        let span = tracing::debug_span!(
            "keywright",
            operation,
            table = table_name,
            entity,
            pattern,
            index,
            read_units = none,
            write_units = none,
            requests = none,
        );
        let tally = (!span.is_disabled()).then(Arc::default);
        CallSpan { span, tally }
    }

    /// Runs the call in its span, and adds the entity, the index and the key to its error.
    pub(crate) async fn run<O>(self, handle: &Connection, work: impl Future<Output = Result<O>>) -> Result<O> {
        let span = self.begin(handle.table_name());
        let mut work = pin!(work);
        match poll_fn(|context| span.poll(|| work.as_mut().poll(context))).await {
            Ok(answer) => Ok(answer),
            Err(error) => Err(self.named(handle, error)),
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
pub(crate) async fn call<O>(
    handle: &Connection,
    operation: &'static str,
    entity: Option<&'static str>,
    work: impl Future<Output = Result<O>>,
) -> Result<O> {
    Call::new(operation, entity).run(handle, work).await
}

/// The span of a call in progress. It records what the call consumed when it is dropped.
#[derive(Debug)]
pub(crate) struct CallSpan {
    span: Span,
    /// `None` if no subscriber records the span.
    tally: Option<Arc<Tally>>,
}

impl CallSpan {
    /// Polls the call's future inside the span.
    pub(crate) fn poll<O>(&self, mut poll: impl FnMut() -> Poll<O>) -> Poll<O> {
        let mut polled = Poll::Pending;
        self.enter(&mut || polled = poll());
        polled
    }

    /// Runs `work` inside the span. It takes a trait object, so that it is compiled once, not for each call.
    fn enter(&self, work: &mut dyn FnMut()) {
        match &self.tally {
            None => work(),
            Some(tally) => self.span.in_scope(|| TALLY.sync_scope(Arc::clone(tally), work)),
        }
    }
}

impl Drop for CallSpan {
    fn drop(&mut self) {
        let Some(tally) = &self.tally else { return };
        let consumed = tally.consumed();
        let nonzero = |units: f64| Some(units).filter(|units| *units > 0.0);
        self.span.record("requests", consumed.requests);
        self.span.record("read_units", nonzero(consumed.read_units()));
        self.span.record("write_units", nonzero(consumed.write_units()));
    }
}

/// Adds the name of the throttled index to the error, if an index was throttled.
pub(crate) fn on_throttled_index(table: &TableSchema, error: Error) -> Error {
    let index = error.throttles().iter().find_map(|throttle| table.index(throttle.index()?));
    error.on_index(index.map(|index| index.name))
}
