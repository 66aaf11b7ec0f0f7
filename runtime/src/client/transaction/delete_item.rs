//! Deleting an item in a transaction by the item itself.

use serde::Serialize;

use super::{
    action::{Part, TransactAction},
    keyed::delete,
    unique::{CHANGED, gives_up, not_ours},
};
use crate::{
    Entity, Error, ErrorKind, Item, Result,
    client::{
        condition::Condition,
        legacy::relocate::other_places,
        put::request::collision,
        unique::{Sentinel, Unchanged, has_unique, sentinels},
    },
    item::{
        encode::{Encode, Encoded, encode},
        locate::key_item,
        size::item_bytes,
        stored::schema,
        version::Version,
    },
    key::{Timestamp, clock::now, lossy::lossy_fields},
    schema::EntitySchema,
};

/// An item to be deleted, whose fields are known.
pub(crate) struct DeleteItemAction<'a, E> {
    entity: &'a E,
    encode: Encode<E>,
    /// By which time an item has expired: once for all repetitions, for the token stands for it too.
    now: Timestamp,
}

impl<'a, E: Entity + Serialize> DeleteItemAction<'a, E> {
    pub(crate) fn new(entity: &'a E) -> Self {
        Self { entity, encode: encode::<E>, now: now() }
    }
}

impl<E: Entity> DeleteItemAction<'_, E> {
    /// The sentinels of its values.
    fn sentinels(&self) -> Result<Vec<Sentinel>> {
        sentinels(schema::<E>(), &|field| self.entity.__value(field))
    }
}

impl<E: Entity> TransactAction for DeleteItemAction<'_, E> {
    fn name(&self) -> &'static str {
        "delete_item"
    }

    fn entity(&self) -> &'static EntitySchema {
        schema::<E>()
    }

    fn parts(&self, table_name: &str) -> Result<Vec<Part>> {
        let entity = schema::<E>();
        let Encoded { item, key, .. } = (self.encode)(self.entity, None)?;
        if !other_places(entity, &key, &|field| self.entity.__value(field))?.is_empty() {
            let message = "the item can be under an older key (`legacy`), which a delete has to read first, and \
                           transactions do not; move it with `replace` and say when its older keys ended with `until`, \
                           or use `delete`";
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        let lossy = lossy_fields(entity);
        let same = (!lossy.is_empty())
            .then(|| Condition::absent(entity).or_same(entity, &lossy, &item).or_expired(entity, self.now));
        let version = Version::of(self.entity)?;
        let version = version.map(|version| version.condition().or_absent(entity).or_expired(entity, self.now));
        let unchanged = has_unique(entity).then(|| {
            let unchanged = Unchanged { entity, read: Some(&item), with_end: false };
            unchanged.condition().or_absent(entity).or_expired(entity, self.now)
        });
        let condition = Condition::all([same, version, unchanged]);
        let stored = key_item(entity, &key);
        let bytes = item_bytes(&stored);
        let gives_up = gives_up(table_name, entity, &self.sentinels()?, &key)?;
        let item = Part::new(key, bytes, delete(table_name, stored, condition)?);
        Ok(std::iter::once(item).chain(gives_up).collect())
    }

    fn refused(&self, part: usize, stored: Option<&Item>) -> Option<String> {
        if let Some(place) = part.checked_sub(1) {
            return self.sentinels().ok()?.get(place).map(not_ours);
        }
        let (entity, ours) = (schema::<E>(), (self.encode)(self.entity, None).ok()?.item);
        let collision = collision(entity, &ours, stored?);
        let version = Version::of(self.entity).ok()?.filter(|version| !version.is_of(entity, stored));
        let conflict = || version.map(|version| version.conflict(entity, stored));
        let other = collision.or_else(conflict).map(|error| error.to_string());
        other.or_else(|| has_unique(entity).then(|| CHANGED.to_owned()))
    }

    fn set_time(&mut self, at: Timestamp) {
        self.now = at;
    }

    fn unique_field(&self, part: usize) -> Option<&'static str> {
        let sentinels = self.sentinels().ok()?;
        sentinels.get(part.checked_sub(1)?).map(|sentinel| sentinel.field.name)
    }

    fn is_sentinel(&self, part: usize) -> bool {
        part > 0
    }
}
