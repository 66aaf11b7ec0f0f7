//! Deleting the items of an entity that a function picks.

use serde::de::DeserializeOwned;

use super::{Change, Copies, Decision, Kind, Sweep, Unchanged, unique_values::Sentinels};
use crate::{
    Item, Result, Table,
    client::{
        Handle,
        unique::{has_unique, sentinels},
    },
    entity::StoredIn,
    item::{decode::decode, stored::schema},
    key::ItemKey,
};

impl<T: Table> Handle<T> {
    /// Deletes every item of an entity for which the function returns `true`.
    ///
    /// The table is scanned, and each such item is deleted by one DeleteItem, on condition that it is still exactly as
    /// the function saw it: one that somebody changed in the meantime is shown to the function again. So it can run
    /// while the table is in use. What goes is the stored item, wherever it is: in its random shard, under an older key
    /// (`legacy`), and of a counter the shards one by one.
    ///
    /// An item that older keys hold as well as a newer one is one item: its newest copy is shown, and the older ones
    /// are deleted first, the oldest before the others, so that none comes back. That takes a read of each other key
    /// that the item can have. With random shards an item has no key of its own, and what is stored is gone over one by
    /// one.
    ///
    /// An item of more attributes than one expression compares (300 operators, 4 KB) is held by its version alone, and
    /// reported in [`failed`](crate::client::SweepReport::failed) where the entity has none.
    ///
    /// The item is deleted in the [version](crate::version) that the function saw, too. Where fields are
    /// [unique](crate::unique), each delete is a transaction, which gives their values up.
    ///
    /// Try it with [`dry_run`](Sweep::dry_run) first.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Platform;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32, paid: bool }
    /// # async fn example(client: aws_sdk_dynamodb::Client) -> keywright::Result<()> {
    /// let platform = Platform::open(client, "platform");
    /// let report = platform.delete_each(|order: &Order| !order.paid).segments(8).write_units_per_second(200).await?;
    /// println!("{} deleted, {} left, {} failed", report.written, report.skipped, report.failures);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`backfill`](Self::backfill). An item that does not decode is not shown to the function: it is reported
    /// in [`failed`](crate::client::SweepReport::failed) and stays. One that is gone after the answer to its delete was
    /// lost is counted as [`in_doubt`](crate::client::SweepReport::in_doubt), for another writer may have deleted it.
    pub fn delete_each<'a, E>(&'a self, mut is_to_go: impl FnMut(&E) -> bool + Send + 'a) -> Sweep<'a, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        let decide = move |_: &ItemKey, stored: &Item| -> Result<Decision> {
            let entity = schema::<E>();
            let decoded = decode::<E>(entity, stored.clone())?;
            if !is_to_go(&decoded) {
                return Ok(Decision::Skip);
            }
            let change = Change::delete(entity, stored, Unchanged::all(entity, stored));
            if !has_unique(entity) {
                return Ok(Decision::Write(change));
            }
            let given_up = sentinels(entity, &|field| decoded.__value(field))?;
            Ok(Decision::Write(change.with(entity, Sentinels { taken: Vec::new(), given_up, expires: None })))
        };
        Sweep::new(self.connection(), Kind::DeleteEach, Box::new(decide)).of_items(Copies::of::<E>())
    }
}
