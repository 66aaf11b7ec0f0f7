//! Queries that return a part of each item.

use serde::de::DeserializeOwned;

use super::SelectedQuery;
use crate::{
    projection::{Holds, ProjectionOf, extract::projected},
    read::{Access, Query},
};

impl<A: Access, S, D, H> Query<A, S, D, H>
where
    A::Entity: DeserializeOwned,
{
    /// Returns only the fields of a [`Projection`](crate::Projection), in the order of the query.
    ///
    /// The requests name the attributes of these fields, of the keys and the discriminator. DynamoDB still reads whole
    /// items, so a page costs as much as one of whole items. Cursors can be exchanged between this query, other
    /// projections and whole items.
    ///
    /// A field that the index does not project is read from the table's or the index's key, if one of them contains it
    /// completely. A range over a field that the keys contain only in part is evaluated as for [`keys`](Self::keys), on
    /// the item's own field. Whole items are requested for it if the index contains them.
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
    pub fn project<P>(self) -> SelectedQuery<A, P>
    where
        P: ProjectionOf<A::Entity> + DeserializeOwned,
        A: Holds<P>,
    {
        SelectedQuery::new(self.select(projected::<A, P>, Some(P::FIELDS)))
    }
}
