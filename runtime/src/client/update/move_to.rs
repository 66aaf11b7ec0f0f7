//! Moves an item to another key.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::get_item::GetItemInput;
use serde::{Serialize, de::DeserializeOwned};

use super::transfer::{actions, still_absent};
use crate::{
    Entity, Error, ErrorKind, Item, Result, Table, Transactional,
    client::{
        Connection, Handle,
        get::AnyGet,
        legacy::older_items::older_items,
        transport::{
            attempts::Attempts,
            call::{Sending, call},
            decoding::{Decoding, typed_answer},
        },
        unique::{
            Expiry, Foreign, SentinelWrite, StoredSentinels, Written, sentinels, stored_sentinels, unique_fields,
        },
    },
    entity::{DecodeAs, KnownKey, StoredIn},
    item::{
        any_key::{AnyKey, AnyValue, DecodeFound, decode_found},
        decode::decode,
        encode::{EncodeAt, Encoded, encode_at},
        expiry::is_expired,
        key_fields::key_fields,
        legacy::are_same,
        names::is_entity_attribute,
        stamp::{Stamp, keep_missing_created},
        stored::{key_text, schema, stored_key},
        version::Version,
    },
    key::{ItemKey, KeyValue},
    update::IntoKey,
};

/// The maximum number of reads of an item that changes meanwhile.
const MAX_READS: usize = 5;

impl<T: Table> Handle<T> {
    /// Changes an item and its key. Reads the item and passes it to `change`. One transaction then writes the item
    /// under its new key, which must be unused, and deletes it under the old key. A transactional read always sees the
    /// item exactly once. Returns the changed item.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32, cents: u64 }
    /// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
    /// let order = shop.move_to(Order::key("ann", 7_u32), |order| order.customer = "bob".into()).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// If another writer changes the item meanwhile, it is read and changed again, up to 5 times in total, so `change`
    /// may run more than once. After a lost response, the transaction is repeated with the same token, which makes it
    /// idempotent. If another writer intervenes, the outcome is [`Unknown`](crate::Outcome::Unknown): read both keys to
    /// find the item. Attributes of other writers and the sentinels of [unique](crate::unique) values are moved with
    /// the item. The [version](crate::version) is incremented by one, whatever value `change` sets. A move costs a
    /// strongly consistent read and, as AWS charges twice for transactions, two write units for each KB of both items.
    /// An item under older keys (`legacy`) is moved from there, unless another writer puts it under its current key
    /// meanwhile. This check costs two more write units.
    ///
    /// # Errors
    ///
    /// [`NotFound`](ErrorKind::NotFound). [`AlreadyExists`](ErrorKind::AlreadyExists) if an item has the new key.
    /// [`NotUnique`](ErrorKind::NotUnique) if another item has a value that `change` sets.
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) if the item is already stored under that key, and for an item
    /// with more attributes than one expression compares (300 operators, 4 KB) if the entity has no
    /// [version](crate::version). Also the errors of [`put`](Handle::put) for the changed item. Nothing was written.
    pub fn move_to<K, F>(&self, key: K, change: F) -> MoveTo<'_, K::Entity, F>
    where
        T: Transactional,
        K: IntoKey<Entity: StoredIn<T> + KnownKey + Serialize + DeserializeOwned>,
        F: FnMut(&mut K::Entity) + Send,
    {
        MoveTo {
            handle: self.connection(),
            key: AnyKey::of(key.into_key()),
            change,
            stamp: Stamp::now().change().with_call_id(schema::<K::Entity>()),
            functions: Functions::of(),
        }
    }
}

/// A move that has not been started. Created by [`Handle::move_to`]. Its writes depend on the stored item, so it does
/// not convert into a request of the SDK.
#[must_use = "a move does nothing until it is awaited"]
pub struct MoveTo<'a, E, F> {
    handle: &'a Connection,
    key: AnyKey,
    change: F,
    stamp: Stamp,
    functions: Functions<E>,
}

/// What a move needs of the type of its entity.
struct Functions<E> {
    decode_found: DecodeFound,
    sentinels: StoredSentinels,
    decode: DecodeAs<E>,
    encode: EncodeAt<E>,
    /// Decodes the changed item.
    finish: fn(Option<AnyValue>) -> Result<E>,
}

impl<E: Entity + Serialize + DeserializeOwned> Functions<E> {
    fn of() -> Self {
        Self {
            decode_found: decode_found::<E>,
            sentinels: stored_sentinels::<E>,
            decode: decode::<E>,
            encode: encode_at::<E>,
            finish: |answer| decode(schema::<E>(), typed_answer(answer)?),
        }
    }
}

impl<E: Entity, F: FnMut(&mut E) + Send> MoveTo<'_, E, F> {
    /// Returns the initial read as a printable value. Sends no request. The writes depend on the stored item.
    ///
    /// # Errors
    ///
    /// The errors of [`Handle::get`] that occur before a request.
    pub fn params(&self) -> Result<GetItemInput> {
        AnyGet::before_write(self.handle, self.key.clone(), self.functions.decode_found).params()
    }
}

/// The changed item.
struct Changed {
    /// With the next version.
    encoded: Encoded,
    /// The values of the fields that determine keys and sentinels.
    values: Vec<(u8, KeyValue<'static>)>,
}

impl Changed {
    fn value(&self, field: u8) -> Option<KeyValue<'_>> {
        self.values.iter().find(|(of, _)| *of == field).map(|(_, value)| value.borrowed())
    }
}

/// Decodes the stored item under this key, changes and encodes it.
type Change<'a> = Box<dyn FnMut(&Item, &ItemKey) -> Result<Changed> + Send + 'a>;

fn changed<E: Entity>(
    (stored, key): (&Item, &ItemKey),
    functions: &Functions<E>,
    stamp: Stamp,
    change: &mut impl FnMut(&mut E),
) -> Result<Changed> {
    let entity = schema::<E>();
    let mut moved = (functions.decode)(entity, stored.clone())?;
    let version = Version::of(&moved)?;
    change(&mut moved);
    let mut encoded = (functions.encode)(&moved, None, stamp)?;
    if let Some(version) = version {
        let applied = version.next(&moved).and_then(|next| version.write_into(entity, next, &mut encoded));
        applied.map_err(|error| error.at_key(key_text(entity, key)))?;
    }
    keep_missing_created(&moved, stored, &mut encoded.item);
    let fields = key_fields(entity).into_iter().chain(unique_fields(entity));
    let values = fields.filter_map(|field| Some((field, moved.__value(field)?.into_owned()))).collect();
    Ok(Changed { encoded, values })
}

/// A [`MoveTo`] without the type of its entity.
struct AnyMove<'a> {
    handle: &'a Connection,
    key: AnyKey,
    change: Change<'a>,
    stamp: Stamp,
    decode_found: DecodeFound,
    sentinels: StoredSentinels,
}

impl<'a> AnyMove<'a> {
    /// Sends the requests of the call. The answer is the changed item.
    fn sending(self) -> Sending<'a, Option<AnyValue>> {
        let (handle, entity) = (self.handle, self.key.entity());
        Box::pin(call(handle, "move_to", Some(entity.name), async move {
            let attempts = Attempts::default();
            let moved = self.moved(&attempts).await.map_err(|error| attempts.in_doubt(error))?;
            Ok(Some(Box::new(moved) as AnyValue))
        }))
    }

    async fn moved(mut self, attempts: &Attempts) -> Result<Item> {
        let (entity, now) = (self.key.entity(), self.stamp.at);
        let key = self.key.item_key()?;
        let get = AnyGet::before_write(self.handle, self.key.clone(), self.decode_found);
        let mut foreign = Foreign::default();
        for _ in 0..MAX_READS {
            let copies = get.stored_copies().await.map_err(|error| error.at_key(key_text(entity, &key)))?;
            let alive = |newest: &&Item| !is_expired(entity, newest, now);
            let Some(newest) = copies.first().filter(alive).cloned() else {
                let message = "the item does not exist, and cannot move; create it under its new key";
                return Err(Error::new(ErrorKind::NotFound, message).at_key(key_text(entity, &key)));
            };
            let changed = (self.change)(&newest, &key)?;
            let encoded = &changed.encoded;
            let to = key_text(entity, &encoded.key);
            if copies.iter().any(|copy| stored_key(entity, 0, copy).as_ref() == Some(&encoded.key)) {
                let message = "the change does not change the item's key; use `update` or `replace`";
                return Err(Error::new(ErrorKind::InvalidArgument, message).at_key(to));
            }
            let mut item = newest.clone();
            item.retain(|name, _| !is_entity_attribute(entity, name));
            item.extend(encoded.item.clone());
            let in_the_way = older_items(self.handle, entity, &|field| changed.value(field), true).await?;
            // The old item is not a conflict: an item under an older key may keep its fields.
            let is_left = |other: &Item| {
                let key = stored_key(entity, 0, other);
                copies.iter().any(|copy| stored_key(entity, 0, copy) == key)
            };
            let other = in_the_way.iter().find(|other| are_same(entity, &item, other) && !is_left(other));
            if other.is_some_and(|newest| alive(&newest)) {
                return Err(exists().at_key(to));
            }
            let taken = sentinels(entity, &|field| changed.value(field))?;
            let released = foreign.released((self.sentinels)(entity, &newest)?, &taken);
            let mut actions = actions(self.handle, entity, &item, &copies)?;
            actions.extend(still_absent(self.handle, entity, (&key, &encoded.key), &copies)?);
            let write = SentinelWrite {
                handle: self.handle,
                entity,
                key: &encoded.key,
                previous_key: &key,
                item: actions,
                expires: Expiry::of(entity, &item),
                taken: &taken,
                released: &released,
                sentinels: self.sentinels,
            };
            match write.send(attempts).await.map_err(|error| error.at_key(to.clone()))? {
                Written::Applied => return Ok(item),
                Written::Item(0, _) => return Err(exists().at_key(to)),
                Written::Item(..) if attempts.lost() => return Err(attempts.concurrent_change_error().at_key(to)),
                Written::Item(..) => {}
                Written::Sentinel(sentinel, stored) => {
                    let resolved = foreign.resolve(entity, &taken, (sentinel, stored), attempts);
                    resolved.map_err(|error| error.at_key(to))?;
                }
            }
        }
        let message = format!("the item changed {MAX_READS} times during the move; wait and repeat");
        Err(Error::new(ErrorKind::Service, message).at_key(key_text(entity, &key)))
    }
}

fn exists() -> Error {
    let message = "an item has the new key already; delete it first, or choose another key";
    Error::new(ErrorKind::AlreadyExists, message)
}

impl<'a, E: Entity, F: FnMut(&mut E) + Send + 'a> IntoFuture for MoveTo<'a, E, F> {
    type Output = Result<E>;
    type IntoFuture = Decoding<'a, E>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { handle, key, mut change, stamp, functions } = self;
        let Functions { decode_found, sentinels, finish, .. } = functions;
        let change: Change<'a> = Box::new(move |stored, key| changed((stored, key), &functions, stamp, &mut change));
        let moving = AnyMove { handle, key, change, stamp, decode_found, sentinels };
        Decoding::new(moving.sending(), finish)
    }
}

impl<E: Entity, F> fmt::Debug for MoveTo<'_, E, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveTo").field("key", &self.key).finish_non_exhaustive()
    }
}
