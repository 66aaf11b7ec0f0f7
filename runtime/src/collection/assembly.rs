//! Assembles a parent and its children from one query.

use std::fmt;

use super::{Collection, CollectionQuery, InBuckets};
use crate::{
    Entity, Error, ErrorKind, Result,
    read::{BucketRange, NoBucket, Plan, Strong},
};

/// A struct of the entities under one partition key. Derived with `#[derive(Collection)]`.
///
/// A field with an entity's type is required (a parent), an `Option` can be absent, and a `Vec` has all items (the
/// children).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not assembled from a collection",
    note = "derive it: `#[derive(keywright::Collection)] struct {Self} {{ customer: Customer, orders: Vec<Order> }}`"
)]
pub trait Assembly: Sized + Send + 'static {
    /// An enum of these entities.
    #[doc(hidden)]
    type Items: Collection;

    /// Assembles at least one item.
    #[doc(hidden)]
    fn __assemble(items: Vec<Self::Items>) -> Result<Self>;
}

/// A query for a parent and its children: all items under one partition key, assembled.
///
/// Created by the function that `#[derive(Collection)]` generates on a struct. It reads all pages, so the result is
/// complete and is held in memory at once. The children of a field are in the order of their sort keys.
///
/// ```
/// # #[cfg(feature = "client")] mod example {
/// # use keywright::{Collection, Entity, Handle, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # struct Shop;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop)]
/// # #[pk(template = "CUSTOMER#<id>")]
/// # #[sk(template = "CUSTOMER")]
/// # struct Customer { id: String, name: String }
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop)]
/// # #[pk(template = "CUSTOMER#<customer>")]
/// # #[sk(template = "ORDER#<number>")]
/// # struct Order { customer: String, number: u32 }
/// #[derive(Collection)]
/// #[collection(query(id))]
/// struct CustomerWithOrders { customer: Customer, orders: Vec<Order> }
///
/// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
/// if let Some(ann) = CustomerWithOrders::query("ann").send(&shop).await? {
///     println!("{}: {} orders", ann.customer.name, ann.orders.len());
/// }
/// # Ok(()) }
/// # }
/// ```
#[must_use = "a query does nothing until it is sent: `.send(&table).await`"]
pub struct AssemblyQuery<A: Assembly, D = NoBucket>(pub(crate) CollectionQuery<A::Items, D>);

impl<A: Assembly, D> AssemblyQuery<A, D> {
    #[doc(hidden)]
    pub fn __new(items: CollectionQuery<A::Items, D>) -> Self {
        Self(items)
    }

    /// Matches items for which the field of the buckets is in a range. See [`CollectionQuery::during`].
    pub fn during<R>(self, range: R) -> Self
    where
        D: InBuckets,
        R: BucketRange<D>,
    {
        Self(self.0.during(range))
    }

    /// Omits items of entities that the struct does not name. See [`CollectionQuery::skip_unknown`].
    pub fn skip_unknown(self) -> Self {
        Self(self.0.skip_unknown())
    }

    /// Also returns expired items. See [`CollectionQuery::include_expired`].
    pub fn include_expired(self) -> Self {
        Self(self.0.include_expired())
    }

    /// Returns the children with the highest sort key first.
    pub fn newest_first(self) -> Self {
        Self(self.0.newest_first())
    }

    /// Returns the children with the highest sort key first, like [`newest_first`](Self::newest_first).
    pub fn descending(self) -> Self {
        self.newest_first()
    }

    /// Reads with strong consistency, at twice the cost.
    pub fn consistent(self) -> Self
    where
        <A::Items as Collection>::Strong: Strong,
    {
        Self(self.0.consistent())
    }

    /// Sends at most this many requests concurrently. The default is 64.
    pub fn in_flight(self, requests: usize) -> Self {
        Self(self.0.in_flight(requests))
    }

    /// Reads at most this many lanes. See [`CollectionQuery::max_lanes`].
    pub fn max_lanes(self, lanes: usize) -> Self {
        Self(self.0.max_lanes(lanes))
    }

    /// Plans the query without sending it.
    ///
    /// # Errors
    ///
    /// The errors of `send` that need no request.
    pub fn explain(&self) -> Result<Plan> {
        self.0.explain()
    }
}

impl<A: Assembly, D> Clone for AssemblyQuery<A, D> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<A: Assembly, D> fmt::Debug for AssemblyQuery<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AssemblyQuery").field(&self.0).finish()
    }
}

/// Returns the only entity of a field.
#[doc(hidden)]
pub fn one<E: Entity>(field: &str, entities: Vec<E>) -> Result<E> {
    at_most_one(field, entities)?.ok_or_else(|| {
        let entity = E::SCHEMA.name;
        let message = format!(
            "there are items under this partition key, but none is the `{entity}` that `{field}` holds; write \
             it, or make the field an `Option<{entity}>`"
        );
        Error::new(ErrorKind::MissingParent, message).of_entity(entity)
    })
}

/// Returns the entity of a field, if there is one.
#[doc(hidden)]
pub fn at_most_one<E: Entity>(field: &str, entities: Vec<E>) -> Result<Option<E>> {
    let (entity, count) = (E::SCHEMA.name, entities.len());
    let mut entities = entities.into_iter();
    let first = entities.next();
    if count <= 1 {
        return Ok(first);
    }
    let message = format!(
        "`{field}` is one `{entity}`, and {count} are under this partition key; make the field a `Vec<{entity}>`"
    );
    Err(Error::new(ErrorKind::Ambiguous, message).of_entity(entity))
}
