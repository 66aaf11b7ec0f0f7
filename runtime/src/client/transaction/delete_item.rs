//! Deletes an item in a transaction, given the item itself.

use super::{
    action::{Part, TransactAction},
    keyed::delete,
    unique::{CHANGED, compared_fields, foreign_owner_message, release_sentinels},
};
use crate::{
    Error, ErrorKind, Item, Result,
    client::{
        condition::Condition,
        legacy::relocate::other_keys,
        put::request::collision,
        transport::cancellation::Refusal,
        unique::{Sentinel, Unchanged, has_unique, sentinels},
    },
    item::{
        encode::Encoded,
        locate::key_item,
        lossy::{has_other_texts_of, with_stored_texts_of},
        size::item_bytes,
        stamp::Stamp,
        writable::Writable,
    },
    key::{Timestamp, clock::now, lossy::lossy_fields},
    schema::EntitySchema,
};

/// Deletes an item whose fields are known.
pub(crate) struct DeleteItemAction<'a> {
    entity: &'a dyn Writable,
    /// The stored item, if it has the times of the key in other texts.
    stored_texts: Option<Item>,
    /// The time at which expiry is evaluated. It is taken once, because retries with the token must send an identical
    /// request.
    now: Timestamp,
}

impl<'a> DeleteItemAction<'a> {
    pub(crate) fn new(entity: &'a dyn Writable) -> Self {
        Self { entity, now: now(), stored_texts: None }
    }

    fn encoded(&self) -> Result<Encoded> {
        self.entity.encode(None, Stamp::now())
    }

    /// Returns the sentinels of its unique values.
    fn sentinels(&self) -> Result<Vec<Sentinel>> {
        sentinels(self.entity.schema(), &|field| self.entity.value(field))
    }
}

impl TransactAction for DeleteItemAction<'_> {
    fn name(&self) -> &'static str {
        "delete_item"
    }

    fn entity(&self) -> &'static EntitySchema {
        self.entity.schema()
    }

    fn parts(&self, table_name: &str) -> Result<Vec<Part>> {
        let entity = self.entity.schema();
        let Encoded { item, key, .. } = self.encoded()?;
        if !other_keys(entity, &key, &|field| self.entity.value(field))?.is_empty() {
            let message = "the item may be stored under an older key (`legacy`), which a delete must read first, and a \
                           transaction cannot; move it with `replace` and declare the end of its older keys with \
                           `until`, or use `delete`";
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        let lossy = lossy_fields(entity);
        let texts = with_stored_texts_of(entity, &compared_fields(entity), &item, self.stored_texts.as_ref());
        let same = (!lossy.is_empty())
            .then(|| Condition::absent(entity).or_same(entity, &lossy, &texts).or_expired(entity, self.now));
        let version = self.entity.version()?;
        let version = version.map(|version| version.condition().or_absent(entity).or_expired(entity, self.now));
        let unchanged = has_unique(entity).then(|| {
            let unchanged = Unchanged { entity, read: Some(&texts), with_end: false };
            unchanged.condition().or_absent(entity).or_expired(entity, self.now)
        });
        let condition = Condition::all([same, version, unchanged]);
        let stored = key_item(entity, &key);
        let bytes = item_bytes(&stored);
        let release_sentinels = release_sentinels(table_name, entity, &self.sentinels()?, &key)?;
        let item = Part::new(key, bytes, delete(table_name, stored, condition)?);
        Ok(std::iter::once(item).chain(release_sentinels).collect())
    }

    fn refused(&self, part: usize, stored: Option<&Item>) -> Option<Refusal> {
        if let Some(place) = part.checked_sub(1) {
            return self.sentinels().ok()?.get(place).map(|sentinel| foreign_owner_message(sentinel).into());
        }
        let (entity, ours) = (self.entity.schema(), self.encoded().ok()?.item);
        let collision = collision(entity, &ours, stored?);
        let version = self.entity.version().ok()?.filter(|version| !version.matches(entity, stored));
        let conflict = || version.map(|version| version.conflict(entity, stored));
        let other = collision.or_else(conflict).map(|error| error.to_string().into());
        other.or_else(|| has_unique(entity).then(|| CHANGED.into()))
    }

    fn has_other_texts(&self, part: usize, stored: &Item) -> bool {
        let entity = self.entity.schema();
        let has_other = |ours: Encoded| has_other_texts_of(entity, &compared_fields(entity), &ours.item, stored);
        part == 0 && self.encoded().is_ok_and(has_other)
    }

    fn keep_texts(&mut self, stored: &Item) {
        self.stored_texts = Some(stored.clone());
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
