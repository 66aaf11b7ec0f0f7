//! Adds the attributes that the current schema derives to older items.

use serde::de::DeserializeOwned;

use super::{Change, Decision, Kind, Sweep, SweepReport, Unchanged, derived};
use crate::{
    Entity, Item, Result, Table,
    client::Handle,
    entity::{DecodeAs, StoredIn},
    item::{decode::decode, stored::schema},
    key::ItemKey,
};

/// A backfill that has not been started. Created by [`Handle::backfill`].
pub type Backfill<'a, E> = Sweep<'a, E>;

/// The report of a backfill.
pub type BackfillReport = SweepReport;

impl<T: Table> Handle<T> {
    /// Writes into every stored item of an entity the attributes that the current schema derives from its fields: the
    /// keys of its indexes, the discriminator and the constants. An index that is added to a table contains only items
    /// with its key attributes. Older items lack the attributes of a new `#[gsi]` until a backfill has run.
    ///
    /// The table is scanned. An item that has all its derived attributes costs only its read. Any other item is changed
    /// by one conditional UpdateItem, which sets only those attributes. Attributes of other writers are kept, and an
    /// item under an older key (`legacy`) stays under that key. An item that is changed or deleted meanwhile is
    /// processed again. A backfill can therefore run while the table is in use, and can be repeated safely.
    ///
    /// **First deploy the new schema to every writer.** An item that an older program writes after the scan has passed
    /// is only found by the next run. Items with another discriminator belong to other entities and are left unchanged.
    /// An item without a discriminator belongs to the entity if its key parses, also as a `legacy` key.
    ///
    /// Attributes of an index that the entity no longer declares are left unchanged, as they may belong to other
    /// writers.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    /// # struct Platform;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # #[gsi(index = "GSI1", query = by_product, pk = "PRODUCT#<product>", sk = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32, product: String }
    /// # async fn example(client: aws_sdk_dynamodb::Client) -> Result<(), Box<dyn std::error::Error>> {
    /// let platform = Platform::open(client, "platform");
    ///
    /// let would = platform.backfill::<Order>().dry_run().await?;
    /// println!("{} of {} items, {} WCU", would.written, would.matched, would.wcu);
    ///
    /// let saved = std::fs::read_to_string("orders.checkpoint").ok(); // of a run that was cut off
    /// let report = platform
    ///     .backfill::<Order>()
    ///     .segments(8)
    ///     .write_units_per_second(2_000)
    ///     .resume(saved.map(|text| text.parse()).transpose()?)
    ///     .checkpoint(|reached, so_far| {
    ///         let _ = std::fs::write("orders.checkpoint", reached.to_string());
    ///         println!("{} items written", so_far.written);
    ///     })
    ///     .await?;
    /// for failed in &report.failed {
    ///     eprintln!("{:?}: {}", failed.key, failed.error);
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`] for an invalid setting, and the errors of [`resume`](Sweep::resume), before any request.
    /// Then [`TableNotFound`] and [`Service`], and [`Throttled`] if one request was throttled 100 times, in about 4
    /// minutes. After an error, the run can be resumed from the last checkpoint.
    ///
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`TableNotFound`]: crate::ErrorKind::TableNotFound
    /// [`Service`]: crate::ErrorKind::Service
    /// [`Throttled`]: crate::ErrorKind::Throttled
    pub fn backfill<E>(&self) -> Backfill<'_, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        let decide_backfill = |key: &ItemKey, stored: &Item| decide_backfill::<E>(decode::<E>, key, stored);
        Sweep::new(self.connection(), Kind::Backfill, Box::new(decide_backfill))
    }
}

/// Returns the derived attributes of the current schema that a stored item lacks.
///
/// # Errors
///
/// An item that does not decode, a value that cannot be used in a key, and an item that would exceed 400 KB.
fn decide_backfill<E: Entity>(decode: DecodeAs<E>, key: &ItemKey, stored: &Item) -> Result<Decision> {
    let entity = schema::<E>();
    let decoded = decode(entity, stored.clone())?;
    let value = |field| decoded.__value(field);
    let wanted = derived(entity, &value, key)?.into_iter().map(|(name, wanted)| (name.to_owned(), wanted));
    let unchanged = Unchanged::of(entity, &value, stored);
    Ok(match Change::update(entity, stored, wanted, unchanged)? {
        Some(change) => Decision::Write(change),
        None => Decision::Unchanged,
    })
}
