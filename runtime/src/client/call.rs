//! What every call has in common.

use std::{future::Future, pin::Pin};

use tracing::Instrument as _;

use super::Handle;
use crate::{Error, Result, Table};

/// A request under way: what awaiting a call of [`Handle`] polls.
pub type Sending<'a, O> = Pin<Box<dyn Future<Output = Result<O>> + Send + 'a>>;

/// Runs one call in its span, and lets its error say what it happened to.
pub(crate) async fn call<T: Table, O>(
    handle: &Handle<T>,
    operation: &'static str,
    entity: Option<&'static str>,
    work: impl Future<Output = Result<O>>,
) -> Result<O> {
    let span = tracing::debug_span!("keywright", operation, table = handle.table_name(), entity);
    work.instrument(span).await.map_err(|error| {
        let error = on_throttled_index::<T>(error.operation(operation).in_table(handle.table_name()));
        match entity {
            Some(entity) => error.of_entity(entity),
            None => error,
        }
    })
}

/// An error that names the index which was throttled, if it was one.
pub(crate) fn on_throttled_index<T: Table>(error: Error) -> Error {
    let table = const { &T::SCHEMA };
    let index = error.throttles().iter().find_map(|throttle| table.index(throttle.index()?));
    error.on_index(index.map(|index| index.name))
}
