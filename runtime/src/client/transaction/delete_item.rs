//! Deleting an item in a transaction by the item itself.

use serde::Serialize;

use super::{
    super::{
        Item,
        condition::Condition,
        encode::{Encode, Encoded, encode},
        locate::key_item,
        lossy::lossy_fields,
        moving::other_places,
        put_item::collision,
        size::item_bytes,
        stored::schema,
        version::Version,
    },
    action::{Part, TransactAction},
    keyed::delete,
    unique::refuse,
};
use crate::{Entity, Error, ErrorKind, Result, key::Timestamp, read::now, schema::EntitySchema};

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

impl<E: Entity> TransactAction for DeleteItemAction<'_, E> {
    fn name(&self) -> &'static str {
        "delete_item"
    }

    fn entity(&self) -> &'static EntitySchema {
        schema::<E>()
    }

    fn parts(&self, table_name: &str) -> Result<Vec<Part>> {
        let entity = schema::<E>();
        refuse(entity, self.name())?;
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
        let condition = Condition::all([same, version]);
        let stored = key_item(entity, &key);
        let bytes = item_bytes(&stored);
        Ok(vec![Part { key, bytes, write: delete(table_name, stored, condition)? }])
    }

    fn refused(&self, _: usize, stored: Option<&Item>) -> Option<String> {
        let (entity, ours) = (schema::<E>(), (self.encode)(self.entity, None).ok()?.item);
        let collision = collision(entity, &ours, stored?);
        let conflict = || Some(Version::of(self.entity).ok()??.conflict(entity, stored));
        Some(collision.or_else(conflict)?.to_string())
    }
}
