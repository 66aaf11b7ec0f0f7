//! Queries for a part of each item.

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
    /// Returns the fields of a [`Projection`](crate::Projection) only, in the same order.
    ///
    /// The requests name their attributes, those of the keys and the discriminator; each page reads, and costs, the
    /// same as one of whole items. Its cursors go on with whole items, or another projection, and theirs with this.
    ///
    /// A field that the index does not project is read from the table's or the index's key, where one of them holds it
    /// whole. A range over a field that the keys hold in part only is decided as for [`keys`](Self::keys): by the
    /// item's own field, for which whole items are asked, where the index holds them.
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
