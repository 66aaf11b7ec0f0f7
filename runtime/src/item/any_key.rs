//! The key of one item, and what is stored under it, for code that is not generic.

use std::{any::Any, fmt};

use serde::de::DeserializeOwned;

use super::{
    decode::decode_read,
    encode::table_key,
    functions::EntityFunctions,
    key_fields::key_fields,
    legacy::ValueOf,
    locate::shard_is_known,
    lossy::lossy_fields,
    read_item::ReadItem,
    stored::{belongs, wrong_entity},
};
use crate::{
    Entity, Error, ErrorKind, Key, Result,
    entity::fmt_key,
    key::{ItemKey, KeyValue},
    schema::EntitySchema,
};

/// A [`Key`] without the type of its entity.
#[derive(Clone)]
pub(crate) struct AnyKey {
    functions: &'static EntityFunctions,
    values: Vec<(u8, KeyValue<'static>)>,
    pub(crate) shard: Option<u32>,
}

impl AnyKey {
    pub(crate) fn of<E: Entity>(key: Key<E>) -> Self {
        Self { functions: const { &EntityFunctions::of::<E>() }, values: key.values, shard: key.shard }
    }

    /// Returns the key of the entity that it was made of.
    pub(crate) fn typed<E: Entity>(&self) -> Key<E> {
        let mut key = Key::__new(self.shard);
        key.values.clone_from(&self.values);
        key
    }

    pub(crate) fn functions(&self) -> EntityFunctions {
        *self.functions
    }

    pub(crate) fn entity(&self) -> &'static EntitySchema {
        self.functions.schema
    }

    pub(crate) fn value(&self, field: u8) -> Option<KeyValue<'_>> {
        self.values.iter().find(|(of, _)| *of == field).map(|(_, value)| value.borrowed())
    }

    /// Builds the table key.
    pub(crate) fn item_key(&self) -> Result<ItemKey> {
        shard_is_known(self.entity(), self.shard)?;
        table_key(self.entity(), &|field| self.value(field), self.shard)
    }

    /// Returns whether an item with these values is the one that the key identifies. Under the current key, only the
    /// fields are compared of which the key contains a part.
    pub(crate) fn identifies(&self, age: Age, value: ValueOf<'_, '_>) -> bool {
        let fields = match age {
            Age::Current => lossy_fields(self.entity()),
            Age::Older => key_fields(self.entity()),
        };
        fields.into_iter().all(|field| self.value(field) == value(field))
    }
}

impl fmt::Debug for AnyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_key(self.entity(), &self.values, self.shard, f)
    }
}

/// Whether an item was found under the current key or under one of an older design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Age {
    Current,
    Older,
}

/// A value of the caller's type: an entity or a projection.
pub(crate) type AnyValue = Box<dyn Any + Send>;

/// Decodes an item that was found under a key. `None` if the key does not identify it.
///
/// # Errors
///
/// [`WrongEntity`](ErrorKind::WrongEntity) for an item of another entity under the current key, and
/// [`Decode`](ErrorKind::Decode).
pub(crate) type DecodeFound = fn(&AnyKey, ReadItem, Age) -> Result<Option<AnyValue>>;

/// Decodes an item as an entity: a [`DecodeFound`].
pub(crate) fn decode_found<E: Entity + DeserializeOwned>(
    key: &AnyKey,
    found: ReadItem,
    age: Age,
) -> Result<Option<AnyValue>> {
    let entity = key.entity();
    if age == Age::Current && !belongs(entity, &found) {
        return Err(wrong_entity(entity, &found.into_item()));
    }
    let decoded = decode_read::<E>(entity, found)?;
    let is_it = key.identifies(age, &|field| decoded.__value(field));
    Ok(is_it.then(|| Box::new(decoded) as AnyValue))
}

/// Converts a value to the caller's type, as which it was decoded.
pub(crate) fn typed<O: 'static>(value: AnyValue) -> Result<O> {
    let wrong = |_| Error::new(ErrorKind::Decode, "the item was decoded as a value of another type");
    value.downcast().map(|value| *value).map_err(wrong)
}
