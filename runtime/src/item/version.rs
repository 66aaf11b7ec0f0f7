//! The version of an item: the one that a write requires, and the one that it writes.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use super::{
    attributed::Attributed,
    encode::{Encoded, check_size, encode_at},
    functions::EntityFunctions,
    stamp::Stamp,
    stored::{key_text, schema, shown_of, type_name},
};
use crate::{
    Entity, Error, ErrorKind, Item, Result,
    entity::Held,
    error::VersionConflict,
    schema::{EntitySchema, Field, Purpose},
};

/// The version that a write requires, and the attribute that stores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    pub(crate) expected: u64,
    /// The field's name.
    name: &'static str,
    pub(crate) attribute: &'static str,
}

impl Version {
    /// Returns the version of a struct. `None` if no field is a version.
    pub(crate) fn of<E: Entity>(entity: &E) -> Result<Option<Self>> {
        match (version_field(schema::<E>()), entity.__version()) {
            (Some(field), Some(held)) => Self::of_field(field, held).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the version that a caller passes. `None` if no field is a version.
    pub(crate) fn given(entity: &'static EntitySchema, held: Option<Held>) -> Result<Option<Self>> {
        let given = version_field(entity).zip(held);
        given.map(|(field, held)| Self::of_field(field, held)).transpose()
    }

    fn of_field(field: &'static Field, held: Held) -> Result<Self> {
        let expected = held.read.ok_or_else(|| {
            let message = format!("version `{}` is below 0; write 0 for an item that was never stored", field.name);
            Error::new(ErrorKind::InvalidArgument, message)
        })?;
        Ok(Self { expected, name: field.name, attribute: field.attribute })
    }

    /// Returns the version of a stored item: 0 if it predates the version field, `None` if it is not an integer.
    pub(crate) fn stored(entity: &'static EntitySchema, item: &Item) -> Option<Self> {
        let field = version_field(entity)?;
        let expected = match item.get(field.attribute) {
            None => 0,
            Some(AttributeValue::N(digits)) => digits.parse().ok()?,
            Some(_) => return None,
        };
        Some(Self { expected, name: field.name, attribute: field.attribute })
    }

    /// Returns the version that a write of this struct stores.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if the struct has the maximum version of its type.
    pub(crate) fn next<E: Entity>(self, _: &E) -> Result<u64> {
        self.next_up_to(E::__MOST_VERSION)
    }

    fn next_up_to(self, most: u64) -> Result<u64> {
        let next = self.expected.checked_add(1).filter(|next| *next <= most);
        next.ok_or_else(|| last_version(self.name, &self.expected.to_string(), most))
    }

    /// Writes the next version into an item, in place of the struct's own.
    ///
    /// # Errors
    ///
    /// Those of [`next`](Self::next) and [`write_into`](Self::write_into), at the item's key.
    pub(crate) fn write_next(self, entity: EntityFunctions, encoded: &mut Encoded) -> Result<()> {
        let written = self.next_up_to(entity.max_version);
        let written = written.and_then(|next| self.write_into(entity.schema, next, encoded));
        written.map_err(|error| error.at_key(key_text(entity.schema, &encoded.key)))
    }

    /// Writes a version into an item, in place of the struct's own.
    pub(crate) fn write_into(self, entity: &'static EntitySchema, version: u64, encoded: &mut Encoded) -> Result<()> {
        let (name, value) = self.attribute(version);
        let written = encoded.item.insert(name, value);
        self.check(entity, written)?;
        encoded.bytes = check_size(entity, &encoded.item)?;
        Ok(())
    }

    /// Returns an error if the struct does not serialize its version as a number.
    fn check(self, entity: &'static EntitySchema, written: Option<AttributeValue>) -> Result<()> {
        if let Some(other) = written.filter(|written| !written.is_n() && !written.is_null()) {
            let message = format!(
                "version `{}` is serialized as {}, and dynamodb compares numbers; drop its `#[serde(with = \"..\")]`",
                self.name,
                type_name(&other)
            );
            return Err(Error::new(ErrorKind::Encode, message).of_entity(entity.name));
        }
        Ok(())
    }

    /// Writes the stored item's version into an item, in place of the struct's own.
    pub(crate) fn keep_stored(self, entity: &'static EntitySchema, stored: &Item, item: &mut Item) -> Result<()> {
        self.check(entity, item.remove(self.attribute))?;
        item.extend(stored.get(self.attribute).map(|version| (self.attribute.to_owned(), version.clone())));
        Ok(())
    }

    /// Returns the attribute for this version.
    pub(crate) fn attribute(self, version: u64) -> (String, AttributeValue) {
        (self.attribute.to_owned(), AttributeValue::N(version.to_string()))
    }

    /// Returns whether the stored item meets [`condition`](Self::condition).
    pub(crate) fn matches(self, entity: &'static EntitySchema, stored: Option<&Item>) -> bool {
        match stored {
            None => self.expected == 0,
            Some(stored) => Self::stored(entity, stored) == Some(self),
        }
    }

    /// Builds the error if another version is stored, or no item.
    pub(crate) fn conflict(self, entity: &'static EntitySchema, stored: Option<&Item>) -> Error {
        let expected = self.expected;
        let found = stored.and_then(|stored| Self::stored(entity, stored)).map(|found| found.expected);
        let message = match (stored, found) {
            (None, _) => format!(
                "version {expected} of the item is gone: it was deleted since it was read; write it with version 0, or \
                 leave it deleted"
            ),
            (Some(_), Some(found)) => format!(
                "the item has version {found}, and the write expects version {expected}: another write changed it; \
                 read it again and repeat the change"
            ),
            (Some(stored), None) => format!(
                "the item's version is {}, and the write expects {expected}; repair the item",
                shown_of(entity, self.attribute, stored.get(self.attribute))
            ),
        };
        let conflict = VersionConflict { expected, found, stored: stored.cloned() };
        Error::new(ErrorKind::VersionConflict, message).with_versions(conflict)
    }
}

/// Builds the error if the version has reached the maximum of its type.
pub(crate) fn last_version(name: &str, found: &str, most: u64) -> Error {
    let fix = match most < u64::from(u32::MAX).saturating_add(1) {
        true => "give the field the type `u64`",
        false => "no wider type exists: delete the item and create it again, from version 0",
    };
    let greatest = match found.parse() == Ok(most) {
        true => "the maximum of its type".to_owned(),
        false => format!("above {most}, the maximum of its type"),
    };
    let message = format!("version `{name}` is {found}, {greatest}; {fix}");
    Error::new(ErrorKind::OutOfRange, message)
}

/// Returns the version that a write of this struct stores. `None` if no field is a version.
pub(crate) fn next_version<E: Entity>(entity: &E) -> Result<Option<u64>> {
    Version::of(entity)?.map(|version| version.next(entity)).transpose()
}

/// Encodes the item that a write of this struct stores, with the version after the struct's.
pub(crate) fn encode_next<E: Entity + Serialize>(entity: &E, shard: Option<u32>, stamp: Stamp) -> Result<Encoded> {
    let mut encoded = encode_at(entity, shard, stamp)?;
    let version = Version::of(entity).map_err(|error| error.at_key(key_text(schema::<E>(), &encoded.key)))?;
    if let Some(version) = version {
        version.write_next(EntityFunctions::of::<E>(), &mut encoded)?;
    }
    Ok(encoded)
}

/// Returns the version field, if the entity has one.
pub(crate) fn version_field(entity: &'static EntitySchema) -> Option<&'static Field> {
    entity.fields.iter().find(|field| field.purpose == Purpose::Version)
}

/// Returns version 0 for an item that predates the version field, to be read with its attributes.
pub(crate) fn missing_version(
    entity: &'static EntitySchema,
    item: &impl Attributed,
) -> Option<(&'static str, AttributeValue)> {
    let field = version_field(entity).filter(|field| item.attribute(field.attribute).is_none())?;
    Some((field.attribute, AttributeValue::N("0".to_owned())))
}
