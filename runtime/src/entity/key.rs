//! Represents the key of one item.

use std::{fmt, marker::PhantomData};

use crate::{
    Entity, Error, ErrorKind, Result,
    key::{
        ItemKey, KeyArg, KeyValue,
        design::written_design,
        item::item_key,
        lossy::{counts_by_part, first_value},
        parse::parse_written,
        redaction::ShownValue,
        shard::shard_of_values,
    },
    schema::{EntitySchema, Segment},
};

/// The table key of one item of `E`: the full values of the fields that its templates name.
///
/// If `E` has [counters](crate::counter), a field of which the key contains only a part has the first value of that
/// part, as in the item that the counters are in: midnight for `<at:day>`.
///
/// Returned by the generated `key(..)`, or by `key_in_shard(shard, ..)` if shards are random. The text of the key is
/// built and checked when a request needs it, or by [`to_item_key`](Self::to_item_key).
pub struct Key<E> {
    pub(crate) values: Vec<(u8, KeyValue<'static>)>,
    pub(crate) shard: Option<u32>,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> Key<E> {
    #[doc(hidden)]
    pub fn __new(shard: Option<u32>) -> Self {
        Self { values: Vec::new(), shard, entity: PhantomData }
    }

    #[doc(hidden)]
    pub fn __arg<F>(mut self, field: u8, value: impl KeyArg<F>) -> Self {
        let value = value.into_value().map(|value| match const { counts_by_part(&E::SCHEMA) } {
            true => first_value(const { &E::SCHEMA }, field, value),
            false => value,
        });
        self.values.extend(value.map(|value| (field, value)));
        self
    }

    #[doc(hidden)]
    pub fn __value(&self, field: u8) -> Option<KeyValue<'_>> {
        self.value(field)
    }

    /// Returns the key in the form in which the table's key attributes store it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::KeyValue`] for a value that cannot be used in the key, and for a key whose random shard is not
    /// known. [`ErrorKind::KeyTooLong`] for a partition key over 2,048 bytes or a sort key over 1,024 bytes.
    pub fn to_item_key(&self) -> Result<ItemKey> {
        let entity = const { &E::SCHEMA };
        let key = item_key(entity, 0, &|field| self.value(field), self.known_shard()?)?;
        key.ok_or_else(|| {
            let message = "a table key has a field without a value; declare the field without `Option`";
            Error::new(ErrorKind::KeyValue, message).of_entity(entity.name)
        })
    }

    /// Parses a stored key: the inverse of [`to_item_key`](Self::to_item_key).
    ///
    /// If the templates keep only a part of a field, such as its day, the key has the first value of that part.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::KeyMismatch`] if the entity does not write such a key. A returned key always encodes to the same
    /// bytes.
    pub fn from_item_key(stored: &ItemKey) -> Result<Self> {
        let parsed = parse_written(const { &E::SCHEMA }, 0, stored)?;
        let mut key = Self::__new(parsed.shard);
        for placed in &parsed.values {
            let known = key.values.iter().any(|(field, _)| *field == placed.field);
            if let Some(best) = parsed.value(placed.field).filter(|_| !known) {
                key.values.push((best.field, best.value.clone()));
            }
        }
        Ok(key)
    }

    /// Returns the given shard, or else the one that the values determine.
    fn known_shard(&self) -> Result<Option<u32>> {
        let entity = const { &E::SCHEMA };
        let (None, Some(key)) = (self.shard, entity.keys.first()) else { return Ok(self.shard) };
        match written_design(entity, key, &|field| self.value(field)) {
            (_, Some(sharding)) => shard_of_values(entity, key, sharding, &|field| self.value(field)),
            (_, None) => Ok(None),
        }
    }

    pub(crate) fn value(&self, field: u8) -> Option<KeyValue<'_>> {
        self.values.iter().find(|(of, _)| *of == field).map(|(_, value)| value.borrowed())
    }
}

impl<E> Clone for Key<E> {
    fn clone(&self) -> Self {
        Self { values: self.values.clone(), shard: self.shard, entity: PhantomData }
    }
}

/// Compares the values of the fields that the templates name, and the shards. The shard is the given one, or that of
/// the hashed fields.
impl<E: Entity> PartialEq for Key<E> {
    fn eq(&self, other: &Self) -> bool {
        let templates = E::SCHEMA.keys.first().map(|key| [Some(key.partition), key.sort]);
        let mut segments = templates.into_iter().flatten().flatten().flat_map(|template| template.segments);
        let same_values = segments.all(|segment| match segment {
            Segment::Field { field, .. } => self.value(*field) == other.value(*field),
            Segment::Literal(_) | Segment::Delimiter | Segment::NextAttribute(_) | Segment::Shard { .. } => true,
        });
        let shard = |key: &Self| key.known_shard().ok().flatten();
        same_values && shard(self) == shard(other)
    }
}

impl<E: Entity> Eq for Key<E> {}

/// Formats the key without the values of sensitive fields.
impl<E: Entity> fmt::Debug for Key<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_key(const { &E::SCHEMA }, &self.values, self.shard, f)
    }
}

/// Formats a key of any entity.
pub(crate) fn fmt_key(
    entity: &'static EntitySchema,
    values: &[(u8, KeyValue<'static>)],
    shard: Option<u32>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut debug = f.debug_struct(entity.name);
    for (field, value) in values {
        let name = entity.fields.get(usize::from(*field)).map_or("?", |field| field.name);
        debug.field(name, &ShownValue(entity, *field, value));
    }
    if let Some(shard) = shard {
        debug.field("shard", &shard);
    }
    debug.finish()
}

#[cfg(test)]
mod tests;
