//! The unique values of items in a transaction: those that an action takes and releases, and the actions that need to
//! read them first.

use super::action::Part;
use crate::{
    Error, ErrorKind, Result,
    client::unique::{Expiry, Sentinel, put, release_sentinel, unique_fields},
    item::{locate::key_item, size::item_bytes},
    key::{ItemKey, Timestamp, lossy::lossy_fields},
    schema::EntitySchema,
};

/// Rejects an action that needs to read the values that it releases.
pub(super) fn refuse(entity: &'static EntitySchema, name: &str) -> Result<()> {
    let Some(field) = entity.fields.iter().find(|field| field.unique.is_some()) else { return Ok(()) };
    let here = match name {
        "delete" => "`delete_item(&old)`",
        _ => "`create`, or `replace_item(&old, &new)`",
    };
    let message = format!(
        "`{}` is unique, and a {name} must first read which value the item releases, which a transaction cannot; use \
         `{name}` by itself, or here {here} with the item as it was read",
        field.name
    );
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

/// Takes the sentinels of the values that an item gets. Every call returns equal actions, so that a token can be used
/// again: expiry is evaluated at one fixed time.
pub(super) fn take_sentinels(
    table_name: &str,
    entity: &'static EntitySchema,
    sentinels: &[Sentinel],
    owner: &ItemKey,
    expires: Option<&Expiry>,
    now: Timestamp,
) -> Result<Vec<Part>> {
    let part = |sentinel: &Sentinel| {
        let item = sentinel.item(entity, owner, expires);
        let bytes = item_bytes(&item);
        let write = put(table_name, item, Some(Sentinel::is_free_by(entity, owner, now)))?;
        Ok(Part::new(sentinel.key.clone(), bytes, write))
    };
    sentinels.iter().map(part).collect()
}

/// Returns the fields whose stored values the action on an item compares with those of the item that was read: those of
/// its unique values, and those of which the key contains only a part.
pub(super) fn compared_fields(entity: &'static EntitySchema) -> Vec<u8> {
    let mut fields = lossy_fields(entity);
    fields.extend(unique_fields(entity));
    fields
}

/// Releases the sentinels of values that an item no longer has.
pub(super) fn release_sentinels(
    table_name: &str,
    entity: &'static EntitySchema,
    sentinels: &[Sentinel],
    owner: &ItemKey,
) -> Result<Vec<Part>> {
    let part = |sentinel: &Sentinel| {
        let bytes = item_bytes(&key_item(entity, &sentinel.key));
        let write = release_sentinel(table_name, entity, sentinel, owner)?;
        Ok(Part { released_by: Some(owner.clone()), ..Part::new(sentinel.key.clone(), bytes, write) })
    };
    sentinels.iter().map(part).collect()
}

/// Returns the message if a value that the item should release belongs to another item.
pub(super) fn foreign_owner_message(sentinel: &Sentinel) -> String {
    format!(
        "unique field `{}`: the value that this item releases belongs to another item; read it again, or write it by \
         itself",
        sentinel.field.name
    )
}

/// The message if the stored item no longer has the values that were read.
pub(super) const CHANGED: &str =
    "the stored item has other values in its unique fields than the one that was read; read it again and repeat";
