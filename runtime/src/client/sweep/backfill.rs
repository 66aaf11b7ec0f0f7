//! Writing into older items what today's schema adds to an item.

use serde::de::DeserializeOwned;

use super::{Change, Decision, Kind, Sweep, SweepReport, Unchanged, derived};
use crate::{
    Entity, Item, Result, Table,
    client::Handle,
    entity::{DecodeAs, StoredIn},
    item::{decode::decode, stored::schema},
    key::ItemKey,
};

/// A backfill that is not begun yet. Made by [`Handle::backfill`].
pub type Backfill<'a, E> = Sweep<'a, E>;

/// What became of the items of a backfill.
pub type BackfillReport = SweepReport;

impl<T: Table> Handle<T> {
    /// Writes into every stored item of an entity what today's schema derives from its fields: the keys of its indexes,
    /// the discriminator and the constants. A `#[gsi]` that is new finds no item that was written before it, until this
    /// has run: an index that is added to a table on AWS takes up the items that have its key attributes, and older
    /// items have none.
    ///
    /// The table is scanned. An item that has all its derived attributes costs its read only. Any other is changed by
    /// one conditional UpdateItem, which sets those attributes and nothing else: what other writers put into the item
    /// stays, an item under an older key (`legacy`) stays where it is, and an item that somebody changed or deleted in
    /// the meantime is judged again. So it can run while the table is in use, and repeating it is harmless.
    ///
    /// **First let every writer write by the new schema.** An item that an older program writes behind the scan is
    /// found by the next run only. Items of another discriminator are other entities' and are left alone; an item
    /// without one belongs to the entity if its key parses, also as a `legacy` key.
    ///
    /// An index which the entity does not declare any more is left alone, as its attributes may be other writers'.
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
    /// [`InvalidArgument`] for a setting of which no run can be made, and those of [`resume`](Sweep::resume): nothing
    /// was sent. Then [`TableNotFound`] and [`Service`], and [`Throttled`] where one request was throttled 100 times,
    /// about 4 minutes. After an error the last checkpoint goes on.
    ///
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`TableNotFound`]: crate::ErrorKind::TableNotFound
    /// [`Service`]: crate::ErrorKind::Service
    /// [`Throttled`]: crate::ErrorKind::Throttled
    pub fn backfill<E>(&self) -> Backfill<'_, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        let lacks = |key: &ItemKey, stored: &Item| lacks::<E>(decode::<E>, key, stored);
        Sweep::new(self.connection(), Kind::Backfill, Box::new(lacks))
    }
}

/// What a stored item lacks of what today's schema derives.
///
/// # Errors
///
/// An item that does not decode, a value that cannot be used in a key, and an item that would be over 400 KB.
fn lacks<E: Entity>(decode: DecodeAs<E>, key: &ItemKey, stored: &Item) -> Result<Decision> {
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
