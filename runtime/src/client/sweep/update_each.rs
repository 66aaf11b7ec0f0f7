//! Changing the items of an entity by a function.

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
        encode::{encode_at, is_ours, is_random},
        key_fields::{key_fields, sharding},
        locate::key_with,
        stamp::{Stamp, Stamped, attributes_of, has_time},
        stored::schema,
        version::Version,
    },
    key::{ItemKey, parse},
    schema::Purpose,
};
use sources::sources;

impl<T: Table> Handle<T> {
    /// Changes every stored item of an entity as the function says: it returns the item as it shall be, or `None` to
    /// leave it.
    ///
    /// The table is scanned, and each such item is changed by one UpdateItem, on condition that it is still exactly as
    /// the function saw it: one that somebody changed in the meantime is shown to the function again. All that follows
    /// from the fields is derived again: the keys of the indexes, the discriminator, the constants. What other writers
    /// added to the item stays. An item that is as the function wants it already costs its read only.
    ///
    /// **The key stays.** A function that changes a field of the table key has the item reported in
    /// [`failed`](crate::client::SweepReport::failed). An item stays in its random shard, and under its older key
    /// (`legacy`). Where a newer key holds it too, only that copy is shown and changed: see
    /// [`superseded`](crate::client::SweepReport::superseded).
    ///
    /// Where a field is the [version](crate::version), the next one is written; what the function does to it is of no
    /// account. A function that changes a [unique](crate::unique) value, or when such an item expires, makes it a
    /// transaction with the sentinels; a value that another item has is reported in `failed`.
    ///
    /// An item of more attributes than one expression compares (300 operators, 4 KB: about 120 to 150 attributes) is
    /// held by its version instead, which each write of this library counts. Without a version it is reported in
    /// `failed`.
    ///
    /// A counter's item is that of one shard and holds a part of the count; no increment is lost when it is changed.
    ///
    /// **The function may see an item twice**: after a change by another writer, after an error when a run goes on from
    /// its last checkpoint, and of course in the next run. So it should say of an item that it has changed already
    /// `None`: "set the state to closed", not "add 1". [`Checkpoint`](crate::client::Checkpoint) says what is promised
    /// while items move.
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
    /// Those of [`backfill`](Self::backfill). Reported in [`failed`](crate::client::SweepReport::failed), and left as
    /// they are, are items that do not decode or encode, that would be over 400 KB, and those of more than about 200
    /// attributes, for a condition has at most 4 KB. An update whose answer was lost, of an item that another writer
    /// has changed since, is reported there too, as [`Unknown`](crate::Outcome::Unknown), unless the function leaves
    /// the item as it is then. An item that is found as the run leaves it after a lost answer is counted as
    /// [`in_doubt`](crate::client::SweepReport::in_doubt), or as written where it carries the call's [write
    /// id](crate::write_id).
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
    // One that does not encode may be changed to one that does.
    let stamp = Stamp::now().change().of_call(entity);
    let encoded = encode_at(&before, shard, stamp).map(|encoded| encoded.item);
    let identity = key_with(&before, None);
    let Some(after) = update(before) else { return Ok(Decision::Skip) };
    stays(&identity, &after)?;
    let mut wanted = encode_at(&after, shard, stamp)?.item;
    let stamped = Stamped::of(&after, stamp)?;
    if let Some(version) = version {
        version.keep(entity, stored, &mut wanted)?;
    }
    let sentinels = sentinels_of(stored, &after, &wanted)?;
    let is_written = |name: &str| encoded.as_ref().is_ok_and(|encoded| encoded.contains_key(name));
    let gone: Vec<_> = stored.keys().filter(|name| is_written(name) || is_ours(entity, name)).cloned().collect();
    let sources = sources::<E>(stored, encoded, &wanted, shard, stamp)?;
    let mut attributes: BTreeMap<String, Option<AttributeValue>> =
        gone.into_iter().chain(sources).map(|name| (name, None)).collect();
    attributes.extend(wanted.into_iter().map(|(name, value)| (name, Some(value))));
    // By the key that the item has.
    let derived = derived(entity, &|field| stamped.value(field).or_else(|| after.__value(field)), key)?;
    attributes.extend(derived.into_iter().map(|(name, value)| (name.to_owned(), value)));
    attributes.remove(entity.table.partition_key.name);
    if let Some(sort) = entity.table.sort_key {
        attributes.remove(sort.name);
    }
    keep_missing_created(&after, stored, &mut attributes);
    // The time and the id of the write alone are not a change.
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

/// The sentinels of an item whose unique values change, or when it expires.
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
    let given_up = had.into_iter().filter(|one| !is_among(one, &taken)).collect();
    Ok(Some(Sentinels { taken, given_up, expires }))
}

/// An item that predates its `created` field was not created by this write.
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

/// The random shard in which an item is; under an older key, any will do for what is compared.
fn shard<E: Entity>(key: &ItemKey) -> Option<u32> {
    let entity = schema::<E>();
    let sharding = sharding(entity).filter(|_| is_random(entity))?;
    parse(entity, 0, key).map_or(Some(sharding.first), |parsed| parsed.shard)
}

/// Whether an item keeps the fields of its key. Older keys are made of the same fields.
fn stays<E: Entity>(identity: &Key<E>, after: &E) -> Result<()> {
    let entity = schema::<E>();
    let moved = key_fields(entity).into_iter().find(|field| identity.value(*field) != after.__value(*field));
    let Some(field) = moved.and_then(|field| entity.fields.get(usize::from(field))) else { return Ok(()) };
    let message = format!(
        "the update changes `{}`, of which the table key is made, and the key of an item stays; put the item under its \
         new key and delete the old one",
        field.name
    );
    Err(Error::new(ErrorKind::InvalidArgument, message))
}
