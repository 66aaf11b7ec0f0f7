//! Queries that return something other than whole items, such as keys or projections.

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

    /// Returns only the table keys of the items. Every index contains them.
    ///
    /// If the key contains only a part of a field (a bucket, a precision), the returned key has the first value of that
    /// part. A range over such a field is evaluated on the item's own field if the index contains whole items. In
    /// another index it must begin and end with such a part, otherwise the query is an `InvalidArgument` error before a
    /// request.
    pub fn keys(self) -> SelectedQuery<A, Key<A::Entity>> {
        SelectedQuery::new(self.select_by_keys(extract::key))
    }
}

/// A query that returns an `O` for each item. Made by [`Query::located`], [`Query::keys`] and [`Query::project`].
///
/// Set the values and ranges of the query before the call that makes this. All other settings (the order, filters,
/// limits, the cursor) can be set before or after.
#[must_use = "a query does nothing until it is sent: `.send(&table).await`"]
pub struct SelectedQuery<A, O> {
    selection: Selection<O>,
    access: PhantomData<fn() -> A>,
}

settings!(SelectedQuery<A, O>);

impl<A: Access, O> SelectedQuery<A, O> {
    fn plan(&self) -> Result<Plan> {
        self.selection.source.plan()
    }
}

impl<A: Access, O> SelectedQuery<A, O> {
    pub(super) fn new(selection: Selection<O>) -> Self {
        Self { selection, access: PhantomData }
    }

    /// Reads with strong consistency, at twice the cost.
    pub fn consistent(mut self) -> Self
    where
        A::Strong: Strong,
    {
        self.selection.source.spec.consistency = Consistency::Strong;
        self
    }

    /// Also returns items that have expired and that DynamoDB has not deleted yet: see [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.selection.source.spec.include_expired = true;
        self
    }

    /// Binds the query to a table. Awaiting it reads one page. See [`Query::send`].
    pub fn send<T: Table>(self, handle: &Handle<T>) -> Reading<'_, O>
    where
        A::Entity: StoredIn<T>,
    {
        Reading::new(handle.connection(), self.selection)
    }

    /// Streams the results of all pages. See [`Query::stream`].
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
