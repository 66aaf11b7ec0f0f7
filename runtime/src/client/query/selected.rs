//! Queries that return something else than the whole item: its key, or a part of it.

use std::{fmt, marker::PhantomData};

use serde::de::DeserializeOwned;

use super::{ItemStream, Reading, Selection, settings::settings};
use crate::{
    Handle, Key, Result, Table,
    entity::StoredIn,
    expression::Condition,
    item::located::Located,
    physics::capacity::Consistency,
    read::{Access, Plan, Query, Strong, Whole, extract},
};

impl<A: Access, S, D, H> Query<A, S, D, H>
where
    A::Entity: DeserializeOwned,
{
    /// Returns each item with the key under which it is stored, shard included.
    pub fn located(self) -> SelectedQuery<A, Located<A::Entity>>
    where
        A::Whole: Whole<A::Entity>,
    {
        SelectedQuery::new(self.select(extract::located, None))
    }

    /// Returns the table keys of the items only: all that an index which projects a part of each item can answer.
    ///
    /// Where the keys hold a field in part only (a bucket, a precision), the key has the first value that is written
    /// so. A range over such a field is decided by the item's own field where the index holds whole items, else by
    /// the value in the key.
    pub fn keys(self) -> SelectedQuery<A, Key<A::Entity>> {
        SelectedQuery::new(self.select(extract::key, Some(&[])))
    }
}

/// A query that returns an `O` of each item. Made by [`Query::located`], [`Query::keys`] and [`Query::project`].
///
/// What the query asks for is said before: its values and ranges. Everything else may be said before or after, and
/// means the same: the order, filters, limits, the cursor.
#[must_use = "a query does nothing until it is sent: `.send(&table).await`"]
pub struct SelectedQuery<A, O> {
    selection: Selection<O>,
    access: PhantomData<fn() -> A>,
}

settings!(SelectedQuery<A, O>);

impl<A: Access, O> SelectedQuery<A, O> {
    pub(super) fn new(selection: Selection<O>) -> Self {
        Self { selection, access: PhantomData }
    }

    /// Reads what every successful write before has written, at twice the price.
    pub fn consistent(mut self) -> Self
    where
        A::Strong: Strong,
    {
        self.selection.source.spec.consistency = Consistency::Strong;
        self
    }

    /// Returns expired items too, which DynamoDB has not deleted yet: see [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.selection.source.spec.include_expired = true;
        self
    }

    /// Binds the query to a table; awaiting it reads one page. See [`Query::send`].
    pub fn send<T: Table>(self, handle: &Handle<T>) -> Reading<'_, O>
    where
        A::Entity: StoredIn<T>,
    {
        Reading::new(handle.connection(), self.selection)
    }

    /// What it returns of all pages. See [`Query::stream`].
    pub fn stream<T: Table>(self, handle: &Handle<T>) -> ItemStream<O>
    where
        A::Entity: StoredIn<T>,
    {
        ItemStream::new(handle.connection(), self.selection)
    }
}

impl<A, O> Clone for SelectedQuery<A, O> {
    fn clone(&self) -> Self {
        Self { selection: self.selection.clone(), access: PhantomData }
    }
}

impl<A: Access, O> fmt::Debug for SelectedQuery<A, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SelectedQuery").field("entity", &self.selection.source.entity.name).finish_non_exhaustive()
    }
}
