//! Moves the items under older keys (`legacy`) to the keys under which today's schema writes them.

use serde::de::DeserializeOwned;

use super::{Change, Copies, Decision, Kind, Sweep, derived};
use crate::{
    Entity, Error, ErrorKind, Item, Result, Table,
    client::{Handle, unique::has_unique},
    entity::StoredIn,
    item::{
        decode::decode,
        encode::{is_random, table_key},
        stored::{insert_key, schema},
    },
    key::{ItemKey, parse},
    schema::{EntitySchema, Field},
};

impl<T: Table> Handle<T> {
    /// Moves every item of an entity that is stored under an older key (`legacy`) to the key under which the schema
    /// writes it today. Before [`since`](crate::schema::KeySchema::since), that is itself an older key, and the item
    /// stays.
    ///
    /// The table is scanned. An item under its own key costs only its read. Any other item is moved by one transaction,
    /// which deletes it, on condition that it is unchanged, and puts it under its own key, on condition that there is
    /// none. All its attributes are kept; the keys of its indexes are derived again. An older copy of an item that
    /// also has a newer one is deleted, on condition that the newer one still exists
    /// ([`superseded`](crate::client::SweepReport::superseded)). A move can therefore run while the table is in use,
    /// and can be repeated and resumed safely. A transaction costs twice the write units.
    ///
    /// A get finds the item under either key at any time, if it has this schema. **First deploy it to every reader and
    /// every writer.** A query does not read all its keys at one instant: it can miss an item that moves while it runs.
    ///
    /// When a run from the beginning to the end finds every item under its own key
    /// ([`is_settled`](crate::client::SweepReport::is_settled)), no item is left under the older ones, and `legacy` can
    /// be removed from the schema. Items that have expired are moved only with
    /// [`include_expired`](Sweep::include_expired).
    ///
    /// ```no_run
    /// # use keywright::{Entity, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Platform;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>", legacy(template = "USER#<customer>"))]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32 }
    /// # async fn example(client: aws_sdk_dynamodb::Client) -> Result<(), Box<dyn std::error::Error>> {
    /// let platform = Platform::open(client, "platform");
    /// let saved = std::fs::read_to_string("orders.checkpoint").ok(); // of a run that was cut off
    /// let moved = platform
    ///     .rekey::<Order>()
    ///     .segments(8)
    ///     .write_units_per_second(200)
    ///     .resume(saved.map(|text| text.parse()).transpose()?)
    ///     .checkpoint(|reached, _| { let _ = std::fs::write("orders.checkpoint", reached.to_string()); })
    ///     .await?;
    /// println!("{} moved, {} under their own key", moved.written, moved.unchanged);
    ///
    /// let proof = platform.rekey::<Order>().consistent().include_expired().dry_run().await?;
    /// assert!(proof.is_settled());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`backfill`](Self::backfill), and [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for an entity
    /// with unique fields or counters. Items that do not decode, or have no key by today's schema, are left unchanged
    /// and reported in [`failed`](crate::client::SweepReport::failed).
    pub fn rekey<E>(&self) -> Sweep<'_, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        let decide = |key: &ItemKey, stored: &Item| moved::<E>(key, stored);
        Sweep::new(self.connection(), Kind::Rekey, Box::new(decide)).of_items(Copies::of::<E>())
    }
}

/// Checks that items of an entity can be moved one by one.
pub(super) fn check_movable(entity: &'static EntitySchema) -> Result<()> {
    let message = if has_unique(entity) {
        "the sentinels of unique values name the key of their item, which a move changes; `replace` each item"
    } else if entity.fields.iter().any(Field::is_counter) {
        "a count is the sum of the items under all keys, and increments leave those under older keys where they are: \
         to move one would overwrite or delete a part of the count; keep `legacy`"
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name))
}

/// Decides to move an item to the key under which it is written today, unless it is already there.
fn moved<E: Entity + DeserializeOwned>(key: &ItemKey, stored: &Item) -> Result<Decision> {
    let entity = schema::<E>();
    // Every random shard is a key of the item.
    if is_random(entity) && parse(entity, 0, key).is_ok() {
        return Ok(Decision::Unchanged);
    }
    let decoded = decode::<E>(entity, stored.clone())?;
    let value = |field| decoded.__value(field);
    let own = table_key(entity, &value, None)?;
    if own == *key {
        return Ok(Decision::Unchanged);
    }
    let mut after = stored.clone();
    for (name, wanted) in derived(entity, &value, &own)? {
        match wanted {
            Some(wanted) => after.insert(name.to_owned(), wanted),
            None => after.remove(name),
        };
    }
    insert_key(entity, 0, &own, &mut after);
    Change::relocate(entity, stored, after).map(Decision::Write)
}
