//! Stored items whose key has the literals of an entity's key, but is a key of no listed entity.
//!
//! Without a discriminator, the keys decide which entity an item belongs to. Another program may have written such an
//! item: it belongs to an entity that is not listed, or its key has another form than the entity declares.

use std::{
    collections::HashSet,
    sync::{LazyLock, Mutex, PoisonError},
};

use super::{
    attributed::Attributed,
    stored::{has_discriminator, key_text, stored_key},
};
use crate::{
    Error, ErrorKind,
    key::{has_literals_of, is_key_of},
    schema::{Encoding, EntitySchema},
    unique::is_of_sentinel,
};

/// Returns the error for an item that is not of this entity, but whose key has the literals of the entity's key and is
/// a key of no listed entity.
///
/// `None` if the table has a discriminator and escaped keys, or does not list its entities: see [`unlisted`].
pub(crate) fn unparsed(entity: &'static EntitySchema, item: &impl Attributed) -> Option<Error> {
    if entity.table.entities.get().is_empty() { None } else { unparsed_key(entity, item) }
}

/// Like [`unparsed`], for a table that does not list its entities: the item may be of one of the others.
pub(crate) fn unlisted(entity: &'static EntitySchema, item: &impl Attributed) -> Option<Error> {
    if entity.table.entities.get().is_empty() { unparsed_key(entity, item) } else { None }
}

fn unparsed_key(entity: &'static EntitySchema, item: &impl Attributed) -> Option<Error> {
    let table = entity.table;
    // Otherwise, every item has a discriminator, or this library has written its key.
    let keys_decide = table.discriminator.is_none() || table.encoding == Encoding::Raw;
    if !keys_decide || has_discriminator(entity, item) {
        return None;
    }
    let key = stored_key(entity, 0, item)?;
    let mut entities = table.entities.get().iter().copied().chain([entity]);
    if is_of_sentinel(table, &key) || !has_literals_of(entity, &key) || entities.any(|entity| is_key_of(entity, &key)) {
        return None;
    }
    let of = entity.keys.first()?;
    let sort = of.sort.map_or_else(String::new, |sort| format!(" / {}", sort.source));
    let message = format!(
        "a stored item's key has the words of `{}{sort}`, but not the values, and is no key of another listed entity; \
         correct the template, list the item's entity, or read the other items with `.partial()`",
        of.partition.source,
    );
    Some(Error::new(ErrorKind::KeyMismatch, message).of_entity(entity.name).at_key(key_text(entity, &key)))
}

/// The tables and entities for which a warning was emitted. Has at most one entry for each entity of the program.
static WARNED: LazyLock<Mutex<HashSet<(&'static str, &'static str)>>> = LazyLock::new(Mutex::default);

/// Warns of an item that a read omits, the first time for each entity.
pub(crate) fn warn(entity: &'static EntitySchema, error: &Error) {
    let mut warned = WARNED.lock().unwrap_or_else(PoisonError::into_inner);
    if warned.insert((entity.table.name, entity.name)) {
        tracing::warn!(
            entity = entity.name,
            key = error.key(),
            "a read omits items whose keys have the words of the entity's keys, but are keys of no listed entity; \
             `unparsed` in the statistics of a scan counts them, and `.strict()` makes them errors"
        );
    }
}
