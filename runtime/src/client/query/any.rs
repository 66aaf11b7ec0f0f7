//! The trait bound of functions that accept any query.

use serde::de::DeserializeOwned;

use super::{ItemStream, Reading, SelectedQuery};
use crate::{
    Handle, Table,
    collection::{Collection, CollectionQuery},
    entity::{SameTable, StoredIn},
    read::{Access, Cursor, Query, Whole},
};

/// Any query of the table `T`: a generated query, [`keys`](Query::keys), [`located`](Query::located) or
/// [`project`](Query::project) of one, or the query of a collection.
///
/// Use it as the bound of a function that is generic over queries, such as one that pages them for an HTTP service:
///
/// ```no_run
/// use keywright::{Cursor, Handle, Result, Table, client::AnyQuery};
///
/// /// The next 50 items, and the text of the cursor after them.
/// async fn next<T: Table, Q: AnyQuery<T>>(
///     table: &Handle<T>,
///     query: Q,
///     after: Option<Cursor>,
/// ) -> Result<(Vec<Q::Item>, Option<String>)> {
///     let page = query.limit(50).cursor(after).send(table).await?;
///     Ok((page.items, page.cursor.map(|cursor| cursor.to_string())))
/// }
/// ```
///
/// Its methods are those of the queries; [`Query`] documents them.
pub trait AnyQuery<T: Table>: Sized {
    /// The type that the query returns for each item.
    type Item: Send + 'static;

    /// Limits the number of items. See [`Query::limit`].
    fn limit(self, items: usize) -> Self;

    /// Continues after this cursor. See [`Query::cursor`].
    fn cursor(self, cursor: Option<Cursor>) -> Self;

    /// Binds the query to a table. Awaiting it reads one page. See [`Query::send`].
    fn send(self, handle: &Handle<T>) -> Reading<'_, Self::Item>;

    /// Streams the items of all pages. See [`Query::stream`].
    fn stream(self, handle: &Handle<T>) -> ItemStream<Self::Item>;
}

/// Forwards to the methods of the query with the same names.
macro_rules! forward_to_query {
    () => {
        fn limit(self, items: usize) -> Self {
            self.limit(items)
        }

        fn cursor(self, cursor: Option<Cursor>) -> Self {
            self.cursor(cursor)
        }

        fn send(self, handle: &Handle<T>) -> Reading<'_, Self::Item> {
            self.send(handle)
        }

        fn stream(self, handle: &Handle<T>) -> ItemStream<Self::Item> {
            self.stream(handle)
        }
    };
}

impl<T: Table, A: Access, S, D, H> AnyQuery<T> for Query<A, S, D, H>
where
    A::Entity: StoredIn<T> + DeserializeOwned + Send + 'static,
    A::Whole: Whole<A::Entity>,
{
    type Item = A::Entity;

    forward_to_query!();
}

impl<T: Table, A: Access, O: Send + 'static> AnyQuery<T> for SelectedQuery<A, O>
where
    A::Entity: StoredIn<T>,
{
    type Item = O;

    forward_to_query!();
}

impl<T: Table, C: Collection + Send + 'static, D, S> AnyQuery<T> for CollectionQuery<C, D, S>
where
    C::Table: SameTable<T>,
{
    type Item = C;

    forward_to_query!();
}
