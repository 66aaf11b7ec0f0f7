//! Deletes the items of an entity that a function selects.

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
    /// The table is scanned, and each selected item is deleted by one DeleteItem, on condition that it is unchanged
    /// since the function saw it. An item that was changed meanwhile is passed to the function again. The run is
    /// therefore safe while the table is in use. It deletes the stored item at its own location: in its random shard,
    /// under an older key (`legacy`), and, for a counter, one shard at a time.
    ///
    /// An item that is stored under older keys and a newer one is treated as one item. Its newest copy is passed to the
    /// function. The older copies are deleted first, starting with the oldest, so that none reappears. This takes a
    /// read of each other key that the item can have. With random shards, the stored items are processed separately,
    /// because an item has no key of its own.
    ///
    /// An item with more attributes than one expression compares (300 operators, 4 KB) is protected by its version
    /// alone. If the entity has no version, it is reported in [`failed`](crate::client::SweepReport::failed).
    ///
    /// The item must also have the [version](crate::version) that the function saw. If fields are
    /// [unique](crate::unique), each delete is a transaction, which also releases their values.
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
    /// Those of [`backfill`](Self::backfill). An item that does not decode is not passed to the function. It is
    /// reported in [`failed`](crate::client::SweepReport::failed) and kept. An item that is absent after the response
    /// to its delete was lost is counted as [`in_doubt`](crate::client::SweepReport::in_doubt), because another writer
    /// may have deleted it.
    pub fn delete_each<'a, E>(&'a self, mut should_delete: impl FnMut(&E) -> bool + Send + 'a) -> Sweep<'a, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        let decide = move |_: &ItemKey, stored: &Item| -> Result<Decision> {
            let entity = schema::<E>();
            let decoded = decode::<E>(entity, stored.clone())?;
            if !should_delete(&decoded) {
                return Ok(Decision::Skip);
            }
            let change = Change::delete(entity, stored, Unchanged::all(entity, stored));
            if !has_unique(entity) {
                return Ok(Decision::Write(change));
            }
            let released = sentinels(entity, &|field| decoded.__value(field))?;
            Ok(Decision::Write(change.with(entity, Sentinels { taken: Vec::new(), released, expires: None })))
        };
        Sweep::new(self.connection(), Kind::DeleteEach, Box::new(decide)).of_items(Copies::of::<E>())
    }
}
