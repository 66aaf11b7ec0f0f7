//! Bounds of a collection's sort keys, said by the queries of its entities.

use super::{Collection, CollectionQuery};
use crate::{
    entity::Entity,
    read::{Access, Query, SortBound},
};

impl<C: Collection, D, S> CollectionQuery<C, D, S> {
    /// Only items whose sort key lies where this query of one of the entities looks: the values and the range that it
    /// has for the sort key. Of several bounds, all hold.
    ///
    /// Items of other entities that lie there are returned too. Where the entity's key holds a time rounded down, the
    /// entity's items are decided by their own field, and others by their keys.
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
    /// // The customer, all that sorts behind it, and orders up to 199.
    /// let query = CustomerItem::of_customer("ann");
    /// let query = query.sort_from(Customer::query("ann")).sort_to(Order::query("ann").between(..200));
    /// # Ok(()) }
    /// # }
    /// ```
    ///
    /// Sending it is an [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for the query of an entity that is not
    /// of the collection's, of another key or partition key than is read, and for one that asks for more than sort
    /// keys: a filter, a limit, a range of buckets.
    pub fn sort_within<A: Access, P, B, H>(self, query: Query<A, P, B, H>) -> Self {
        self.bounded(query, true, true)
    }

    /// Only items whose sort key is not before those for which this query of one of the entities looks. See
    /// [`sort_within`](Self::sort_within).
    pub fn sort_from<A: Access, P, B, H>(self, query: Query<A, P, B, H>) -> Self {
        self.bounded(query, true, false)
    }

    /// Only items whose sort key is not behind those for which this query of one of the entities looks. See
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
