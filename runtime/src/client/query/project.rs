//! Queries for a part of each item.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::{ItemStream, Reading, Selection, extract};
use crate::{
    Handle, Table,
    entity::StoredIn,
    projection::{Holds, ProjectionOf},
    read::{Access, Cursor, Query},
};

impl<A: Access, S, D, H> Query<A, S, D, H>
where
    A::Entity: DeserializeOwned,
{
    /// Returns the fields of a [`Projection`](crate::Projection) only, in the same order.
    ///
    /// The requests name their attributes, those of the keys and the discriminator; each page reads, and costs, the same as
    /// one of whole items. Its cursors go on with whole items, or another projection, and theirs with this.
    ///
    /// A field that the index does not project is read from the table's or the index's key, where one of them holds it
    /// whole. A range over a field that the keys hold in part only is decided as for [`keys`](Self::keys): by the item's own
    /// field, for which whole items are asked, where the index holds them.
    ///
    /// ```
    /// # #[cfg(feature = "client")] mod example {
    /// # use keywright::{Entity, Handle, Projection, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32, total: u64, notes: String }
    /// #[derive(Projection, Deserialize)]
    /// #[projection(of = Order)]
    /// struct OrderTotal {
    ///     id: u32,
    ///     total: u64,
    /// }
    ///
    /// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
    /// let page = Order::query("ann").newest_first().project::<OrderTotal>().limit(50).send(&shop).await?;
    /// # Ok(()) }
    /// # }
    /// ```
    pub fn project<P>(self) -> ProjectedQuery<A, P>
    where
        P: ProjectionOf<A::Entity> + DeserializeOwned,
        A: Holds<P>,
    {
        ProjectedQuery { selection: self.select(extract::projected::<A, P>, Some(P::FIELDS)), access: PhantomData }
    }
}

/// A query for a part of each item. Made by [`Query::project`].
#[must_use = "a query does nothing until it is sent"]
pub struct ProjectedQuery<A, P> {
    selection: Selection<P>,
    access: PhantomData<fn() -> A>,
}

impl<A: Access, P> ProjectedQuery<A, P> {
    /// Returns at most this many items. See [`Query::limit`].
    pub fn limit(mut self, items: usize) -> Self {
        self.selection.spec.limit = Some(items);
        self
    }

    /// Reads about this many items at most. See [`Query::scan_limit`].
    pub fn scan_limit(mut self, items: usize) -> Self {
        self.selection.spec.scan_limit = Some(items);
        self
    }

    /// Goes on after a page. See [`Query::cursor`].
    pub fn cursor(mut self, cursor: impl Into<Option<Cursor>>) -> Self {
        self.selection.spec.cursor = cursor.into();
        self
    }

    /// Binds the query to a table; awaiting it reads one page. See [`Query::send`].
    pub fn send<T: Table>(self, handle: &Handle<T>) -> Reading<'_, T, P>
    where
        A::Entity: StoredIn<T>,
    {
        Reading::new(handle, self.selection)
    }

    /// The items of all pages. See [`Query::stream`].
    pub fn stream<T: Table>(self, handle: &Handle<T>) -> ItemStream<P>
    where
        A::Entity: StoredIn<T>,
    {
        ItemStream::new(handle, self.selection)
    }
}
