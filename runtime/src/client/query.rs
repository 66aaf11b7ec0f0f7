//! Sends queries over the SDK.
//!
//! A plan decides the requests and their order. This module sends the requests, with a bound on concurrency, and
//! decodes the answers.

mod any;
mod assembly;
mod collection;
mod count;
mod engine;
mod execution;
mod first_round;
mod hydrate;
mod in_flight;
mod project;
mod reading;
mod request;
mod selected;
mod settings;
mod stream;

use serde::de::DeserializeOwned;

use super::{Handle, transport::call::Call};
use crate::{
    Error, ErrorKind, Result, Table,
    entity::StoredIn,
    item::stored::schema,
    projection::ProjectedField,
    read::{Access, Query, SharedSpec, Whole, extract, extract::Extract},
    schema::EntitySchema,
};

pub use any::AnyQuery;
pub use assembly::Assembling;
pub use count::Counting;
pub use hydrate::{HydratedQuery, HydratedStream, Hydrating};
pub use reading::Reading;
pub use selected::SelectedQuery;
pub use stream::ItemStream;

/// The target and the settings of a query.
#[derive(Clone)]
struct Source {
    entity: &'static EntitySchema,
    /// The position of the key in the entity's keys.
    key: usize,
    spec: SharedSpec,
    /// The fields that are requested in addition to those in the item's keys. `None` for whole items.
    fields: Option<&'static [ProjectedField]>,
    /// Whether the keys of items decide which of them match, in an index that does not contain whole items.
    is_by_keys: bool,
}

/// A query, and the conversion of each item into the returned value.
struct Selection<O> {
    source: Source,
    extract: Extract<O>,
}

impl<O> Clone for Selection<O> {
    fn clone(&self) -> Self {
        Self { source: self.source.clone(), extract: self.extract }
    }
}

impl Source {
    /// Returns the index that is read. `None` for the table.
    fn index(&self) -> Option<&'static str> {
        self.entity.keys.get(self.key).and_then(|key| key.index)
    }

    /// Describes a call of this operation for its span.
    fn call(&self, operation: &'static str) -> Call {
        Call::query(operation, self.entity, self.key)
    }

    /// Rejects a query with a `scan_limit`, which would silently end a count or a stream before the last item.
    fn reject_scan_limit(&self) -> Result<()> {
        if self.spec.scan_limit.is_none() {
            return Ok(());
        }
        let message = "`scan_limit` ends a page early, and would silently cut a count or a stream short; leave it out";
        Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(self.entity.name))
    }
}

impl<A: Access, S, D, H> Query<A, S, D, H>
where
    A::Entity: DeserializeOwned,
{
    /// Binds the query to a table. Awaiting it reads one page.
    ///
    /// # Errors
    ///
    /// Before a request: `KeyValue`, `KeyTooLong`, `InvalidArgument`, `UnboundedRange`, `TooManyLanes`, and those of a
    /// cursor. After a request: `Throttled`, `Service`, `TableNotFound`, `Decode`; the error names the lane's key. An
    /// error of one lane fails the page: a page never omits items silently.
    pub fn send<T: Table>(self, handle: &Handle<T>) -> Reading<'_, A::Entity>
    where
        A::Entity: StoredIn<T>,
        A::Whole: Whole<A::Entity>,
    {
        Reading::new(handle.connection(), self.items())
    }

    /// Streams the items of all pages, one after the other, up to the limit.
    ///
    /// Each lane's next items are requested before its items run out. The stream can be dropped at any point, which
    /// drops its requests in flight. It ends after an error.
    pub fn stream<T: Table>(self, handle: &Handle<T>) -> ItemStream<A::Entity>
    where
        A::Entity: StoredIn<T>,
        A::Whole: Whole<A::Entity>,
    {
        ItemStream::new(handle.connection(), self.items())
    }

    /// Counts the items by reading all of them: a count costs as much as a query.
    ///
    /// In an index that does not contain whole items, a range over a field of which the keys contain only a part (a
    /// bucket, a precision) must begin and end with such a part, as with a whole day. Otherwise the count is an
    /// `InvalidArgument` error before a request.
    ///
    /// # Errors
    ///
    /// Those of [`send`](Self::send).
    pub fn count<T: Table>(self, handle: &Handle<T>) -> Counting<'_>
    where
        A::Entity: StoredIn<T>,
    {
        Counting::new(handle.connection(), self.select_by_keys(extract::counted::<A::Entity>))
    }

    fn items(self) -> Selection<A::Entity> {
        self.select(extract::whole, None)
    }

    fn select<O>(self, extract: Extract<O>, fields: Option<&'static [ProjectedField]>) -> Selection<O> {
        let (entity, key) = (schema::<A::Entity>(), A::KEY);
        Selection { source: Source { entity, key, spec: self.spec, fields, is_by_keys: false }, extract }
    }

    fn select_by_keys<O>(self, extract: Extract<O>) -> Selection<O> {
        let Selection { source, extract } = self.select(extract, Some(&[]));
        Selection { source: Source { is_by_keys: true, ..source }, extract }
    }
}
