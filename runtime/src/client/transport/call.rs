//! What every call has in common.

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

/// A request in flight: what awaiting a call of [`Handle`](crate::client::Handle) polls.
pub type Sending<'a, O> = Pin<Box<dyn Future<Output = Result<O>> + Send + 'a>>;

/// A call, as its span names it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    pub(crate) operation: &'static str,
    pub(crate) entity: Option<&'static str>,
    /// The query function, where an access pattern has one.
    pub(crate) pattern: Option<&'static str>,
    /// The index that is read; `None` for the table.
    pub(crate) index: Option<&'static str>,
}

impl Call {
    /// Of one entity or of any, by the keys of items.
    pub(crate) fn new(operation: &'static str, entity: Option<&'static str>) -> Self {
        Self { operation, entity, pattern: None, index: None }
    }

    /// By a query function of the entity's, or of the collection's: that of this place among its keys.
    pub(crate) fn query(operation: &'static str, entity: &'static EntitySchema, key: usize) -> Self {
        let key = entity.keys.get(key);
        Self {
            operation,
            entity: Some(entity.name),
            pattern: key.map(|key| key.query),
            index: key.and_then(|key| key.index),
        }
    }

    /// Opens its span.
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

    /// Runs it in its span, and lets its error say what it happened to.
    pub(crate) async fn run<O>(self, handle: &Connection, work: impl Future<Output = Result<O>>) -> Result<O> {
        let span = self.begin(handle.table_name());
        let mut work = pin!(work);
        match poll_fn(|context| span.poll(|| work.as_mut().poll(context))).await {
            Ok(answer) => Ok(answer),
            Err(error) => Err(self.named(handle, error)),
        }
    }

    /// The error with what it happened to.
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
    /// `None` where nobody records the span.
    tally: Option<Arc<Tally>>,
}

impl CallSpan {
    /// Polls work of the call within the span.
    pub(crate) fn poll<O>(&self, mut poll: impl FnMut() -> Poll<O>) -> Poll<O> {
        let mut polled = Poll::Pending;
        self.enter(&mut || polled = poll());
        polled
    }

    /// Runs `work` within the span. It takes a trait object, so that it is compiled once and not for each call.
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
        let told = |units: f64| Some(units).filter(|units| *units > 0.0);
        self.span.record("requests", consumed.requests);
        self.span.record("read_units", told(consumed.read_units()));
        self.span.record("write_units", told(consumed.write_units()));
    }
}

/// An error that names the index which was throttled, if it was one.
pub(crate) fn on_throttled_index(table: &TableSchema, error: Error) -> Error {
    let index = error.throttles().iter().find_map(|throttle| table.index(throttle.index()?));
    error.on_index(index.map(|index| index.name))
}
