//! Changes the items of an entity by a function.

mod sources;

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Serialize, de::DeserializeOwned};

use super::{Change, Copies, Decision, Kind, Sweep, Unchanged, derived, differs, unique_values::Sentinels};
use crate::{
    Entity, Error, ErrorKind, Item, Key, Result, Table,
    client::{
        Handle,
        unique::{Expiry, Sentinel, has_unique, sentinels, stored_sentinels},
    },
    entity::StoredIn,
    item::{
        decode::decode,
        encode::{encode_at, is_random},
        key_fields::{key_fields, sharding},
        locate::key_with_shard,
        names::is_entity_attribute,
        stamp::{Stamp, StampedValues, attributes_of, has_time},
        stored::schema,
        version::Version,
    },
    key::{ItemKey, parse},
    schema::Purpose,
};
use sources::sources;

impl<T: Table> Handle<T> {
    /// Changes every stored item of an entity with a function. The function returns the changed item, or `None` to
    /// leave the item unchanged.
    ///
    /// The table is scanned, and each changed item is written by one UpdateItem, on condition that it is unchanged
    /// since the function saw it. An item that was changed meanwhile is passed to the function again. Everything that
    /// depends on the fields is derived again: the keys of the indexes, the discriminator and the constants. Attributes
    /// of other writers are kept. An item that already has the desired form costs only its read.
    ///
    /// **The key does not change.** If the function changes a field of the table key, the item is reported in
    /// [`failed`](crate::client::SweepReport::failed). An item stays in its random shard, and under its older key
    /// (`legacy`). If it is also stored under a newer key, only that copy is passed to the function and changed: see
    /// [`superseded`](crate::client::SweepReport::superseded).
    ///
    /// If a field is the [version](crate::version), the next version is written, whatever value the function sets. If
    /// the function changes a [unique](crate::unique) value, or the expiry of such an item, the write is a transaction
    /// with the sentinels. A value that another item has is reported in `failed`.
    ///
    /// An item with more attributes than one expression compares (300 operators, 4 KB: about 120 to 150 attributes) is
    /// protected by its version instead, which each write of this library increments. Without a version it is reported
    /// in `failed`.
    ///
    /// A counter is stored in one item per shard, each of which holds a part of the count. No increment is lost when
    /// such an item is changed.
    ///
    /// **The function may see an item twice**: after a change by another writer, after a run is resumed from its last
    /// checkpoint, and in the next run. It should therefore return `None` for an item that it has already changed: "set
    /// the state to closed", not "add 1". [`Checkpoint`](crate::client::Checkpoint) describes the guarantees while
    /// items move.
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
    /// # struct Order { customer: String, id: u32, currency: Option<String> }
    /// # async fn example(client: aws_sdk_dynamodb::Client) -> keywright::Result<()> {
    /// let platform = Platform::open(client, "platform");
    /// let report = platform
    ///     .update_each(|order: Order| match order.currency {
    ///         None => Some(Order { currency: Some("EUR".into()), ..order }),
    ///         Some(_) => None,
    ///     })
    ///     .segments(8)
    ///     .checkpoint(|reached, _| { let _ = std::fs::write("orders.checkpoint", reached.to_string()); })
    ///     .await?;
    /// println!("{} written, {} skipped, {} failed", report.written, report.skipped, report.failures);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`backfill`](Self::backfill). The following items are left unchanged and reported in
    /// [`failed`](crate::client::SweepReport::failed): items that do not decode or encode, that would exceed 400 KB, or
    /// that have more than about 200 attributes, because a condition has at most 4 KB. If the response to an update was
    /// lost and another writer has changed the item since, the item is also reported there, as
    /// [`Unknown`](crate::Outcome::Unknown), unless the function now leaves it unchanged. An item that has the desired
    /// form after a lost response is counted as [`in_doubt`](crate::client::SweepReport::in_doubt), or as written if it
    /// has the call's [write id](crate::write_id).
    pub fn update_each<'a, E>(&'a self, mut update: impl FnMut(E) -> Option<E> + Send + 'a) -> Sweep<'a, E>
    where
        E: StoredIn<T> + Serialize + DeserializeOwned,
    {
        let decide = move |key: &ItemKey, stored: &Item| updated(&mut update, key, stored);
        Sweep::new(self.connection(), Kind::UpdateEach, Box::new(decide)).of_items(Copies::of::<E>())
    }
}

fn updated<E>(update: &mut dyn FnMut(E) -> Option<E>, key: &ItemKey, stored: &Item) -> Result<Decision>
where
    E: Entity + Serialize + DeserializeOwned,
{
    let entity = schema::<E>();
    let before = decode::<E>(entity, stored.clone())?;
    let version = Version::of(&before)?;
    let shard = shard::<E>(key);
    // An item that does not encode may become one that does.
    let stamp = Stamp::now().change().with_call_id(entity);
    let encoded = encode_at(&before, shard, stamp).map(|encoded| encoded.item);
    let identity = key_with_shard(&before, None);
    let Some(after) = update(before) else { return Ok(Decision::Skip) };
    stays(&identity, &after)?;
    let mut wanted = encode_at(&after, shard, stamp)?.item;
    let stamped = StampedValues::of(&after, stamp)?;
    if let Some(version) = version {
        version.keep_stored(entity, stored, &mut wanted)?;
    }
    let sentinels = sentinels_of(stored, &after, &wanted)?;
    let is_written = |name: &str| encoded.as_ref().is_ok_and(|encoded| encoded.contains_key(name));
    let gone: Vec<_> =
        stored.keys().filter(|name| is_written(name) || is_entity_attribute(entity, name)).cloned().collect();
    let sources = sources::<E>(stored, encoded, &wanted, shard, stamp)?;
    let mut attributes: BTreeMap<String, Option<AttributeValue>> =
        gone.into_iter().chain(sources).map(|name| (name, None)).collect();
    attributes.extend(wanted.into_iter().map(|(name, value)| (name, Some(value))));
    // Uses the key under which the item is stored.
    let derived = derived(entity, &|field| stamped.value(field).or_else(|| after.__value(field)), key)?;
    attributes.extend(derived.into_iter().map(|(name, value)| (name.to_owned(), value)));
    attributes.remove(entity.table.partition_key.name);
    if let Some(sort) = entity.table.sort_key {
        attributes.remove(sort.name);
    }
    keep_missing_created(&after, stored, &mut attributes);
    // An update that changes only the time and the id of the write is not a change.
    let mut follow = attributes_of(entity, &[Purpose::Updated]);
    follow.extend(entity.table.write_id);
    if !differs(stored, attributes.iter().filter(|(name, _)| !follow.contains(&name.as_str()))) {
        return Ok(Decision::Unchanged);
    }
    if let Some(version) = version {
        let (name, next) = version.attribute(version.next(&after)?);
        attributes.insert(name, Some(next));
    }
    Ok(match Change::update(entity, stored, attributes, Unchanged::all(entity, stored))? {
        Some(change) => Decision::Write(match sentinels {
            Some(sentinels) => change.with(entity, sentinels),
            None => change,
        }),
        None => Decision::Unchanged,
    })
}

/// Returns the sentinels of an item whose unique values or expiry change.
fn sentinels_of<E: Entity>(stored: &Item, after: &E, wanted: &Item) -> Result<Option<Sentinels>> {
    let entity = schema::<E>();
    if !has_unique(entity) {
        return Ok(None);
    }
    let had = stored_sentinels::<E>(entity, stored)?;
    let taken = sentinels(entity, &|field| after.__value(field))?;
    let is_among = |of: &Sentinel, among: &[Sentinel]| among.iter().any(|other| other.key == of.key);
    let expires = Expiry::of(entity, wanted);
    if expires == Expiry::of(entity, stored) && taken.len() == had.len() && taken.iter().all(|one| is_among(one, &had))
    {
        return Ok(None);
    }
    let released = had.into_iter().filter(|one| !is_among(one, &taken)).collect();
    Ok(Some(Sentinels { taken, released, expires }))
}

/// Keeps `created` absent in an item that is older than this field, because this write did not create it.
fn keep_missing_created<E: Entity>(
    after: &E,
    stored: &Item,
    attributes: &mut BTreeMap<String, Option<AttributeValue>>,
) {
    let Some((place, field)) = schema::<E>().field_for(Purpose::Created) else { return };
    if !has_time(after.__value(place)) {
        attributes.insert(field.attribute.to_owned(), stored.get(field.attribute).cloned());
    }
}

/// Returns the random shard of an item. Under an older key, any shard will do for the comparison.
fn shard<E: Entity>(key: &ItemKey) -> Option<u32> {
    let entity = schema::<E>();
    let sharding = sharding(entity).filter(|_| is_random(entity))?;
    parse(entity, 0, key).map_or(Some(sharding.first), |parsed| parsed.shard)
}

/// Checks that an item keeps the fields of its key. Older keys consist of the same fields.
fn stays<E: Entity>(identity: &Key<E>, after: &E) -> Result<()> {
    let entity = schema::<E>();
    let moved = key_fields(entity).into_iter().find(|field| identity.value(*field) != after.__value(*field));
    let Some(field) = moved.and_then(|field| entity.fields.get(usize::from(field))) else { return Ok(()) };
    let message = format!(
        "the update changes `{}`, which is part of the table key, and an item's key cannot change; put the item under \
         its new key and delete the old one",
        field.name
    );
    Err(Error::new(ErrorKind::InvalidArgument, message))
}
