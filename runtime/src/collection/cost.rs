//! The certificate of a collection's query.

use super::{Collection, shared::Shared};
use crate::{QueryCost, entity::Table};

impl QueryCost {
    /// Returns the certificate of the query of a collection.
    ///
    /// ```
    /// # use keywright::{Collection, Entity, QueryCost, Table, physics::Consistency};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[entities(Customer, Order)]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<id>")]
    /// # #[sk(template = "CUSTOMER")]
    /// # #[peak(creates = 10, item_bytes = 300)]
    /// # struct Customer { id: String, name: String }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<number>")]
    /// # #[peak(creates = 100, item_bytes = 800)]
    /// # struct Order { customer: String, number: u32 }
    /// #[derive(Collection)]
    /// #[collection(query = of_customer(id))]
    /// enum CustomerItem { Customer(Customer), Order(Order) }
    ///
    /// // 50 items of 800 bytes are ten blocks of 4 KB, at half a unit each.
    /// const PAGE: QueryCost = QueryCost::of_collection::<CustomerItem>();
    /// assert_eq!(PAGE.page(50, 1, Consistency::Eventual).unwrap().units, Some(5.0));
    /// ```
    #[must_use]
    pub const fn of_collection<C: Collection>() -> Self {
        let listed = match <C::Table as Table>::LISTED {
            Some(listed) => listed,
            None => &[],
        };
        Self::of_members(const { &Shared::<C>::SCHEMA }, Shared::<C>::KEY, C::SCHEMA.entities, listed)
    }
}
