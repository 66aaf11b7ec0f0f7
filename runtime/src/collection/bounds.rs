//! Bounds a collection's sort keys by queries of its entities.

use super::{Collection, CollectionQuery};
use crate::{
    entity::Entity,
    read::{Access, Query, SortBound},
};

impl<C: Collection, D, S> CollectionQuery<C, D, S> {
    /// Matches items whose sort key is in the range of this query of one of the entities. It uses the query's values
    /// and range of the sort key. An item must meet all bounds that are set.
    ///
    /// Items of other entities in that range are returned too. If the entity's key contains a time rounded down, the
    /// entity's own items are compared by their field, and other items by their keys.
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
    /// # #[derive(Collection)]
    /// # #[collection(query = of_customer(id))]
    /// # enum CustomerItem { Customer(Customer), Order(Order) }
    /// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
    /// // Orders 100 to 199.
    /// let orders = CustomerItem::of_customer("ann").sort_within(Order::query("ann").between(100..200));
    /// // The customer, all items that sort after it, and orders up to 199.
    /// let query = CustomerItem::of_customer("ann");
    /// let query = query.sort_from(Customer::query("ann")).sort_to(Order::query("ann").between(..200));
    /// # Ok(()) }
    /// # }
    /// ```
    ///
    /// Sending the query is an [`InvalidArgument`](crate::ErrorKind::InvalidArgument) error if the bound is a query of
    /// an entity that is not in the collection, if it is a query of another key or partition key than the one that is
    /// read, or if it restricts more than sort keys: with a filter, a limit, or a range of buckets.
    pub fn sort_within<A: Access, P, B, H>(self, query: Query<A, P, B, H>) -> Self {
        self.bounded(query, true, true)
    }

    /// Matches items whose sort key is not before the range of this query of one of the entities. See
    /// [`sort_within`](Self::sort_within).
    pub fn sort_from<A: Access, P, B, H>(self, query: Query<A, P, B, H>) -> Self {
        self.bounded(query, true, false)
    }

    /// Matches items whose sort key is not after the range of this query of one of the entities. See
    /// [`sort_within`](Self::sort_within).
    pub fn sort_to<A: Access, P, B, H>(self, query: Query<A, P, B, H>) -> Self {
        self.bounded(query, false, true)
    }

    fn bounded<A: Access, P, B, H>(mut self, query: Query<A, P, B, H>, is_lower: bool, is_upper: bool) -> Self {
        let entity = const { &<A::Entity as Entity>::SCHEMA };
        self.spec.bounds.push(SortBound { entity, key: A::KEY, spec: query.spec, is_lower, is_upper });
        self
    }
}
