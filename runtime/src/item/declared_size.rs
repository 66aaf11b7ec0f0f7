//! Warns of items that are larger than their entity declares, because the compiler checked the load of that size.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use super::stored::key_text;
use crate::{key::ItemKey, physics::capacity::write_units, schema::EntitySchema};

/// The largest size that was reported, by table and entity. Has at most one entry for each entity of the program.
type Warned = HashMap<(&'static str, &'static str), u64>;

static WARNED: LazyLock<Mutex<Warned>> = LazyLock::new(Mutex::default);

/// Warns of an item that is larger than the declared `item_bytes`. Warns the first time, and again when an item is at
/// least twice as large as the last one reported.
pub(crate) fn compare(entity: &'static EntitySchema, bytes: u64, key: &ItemKey) {
    let Some(declared) = entity.item_bytes().filter(|declared| bytes > *declared) else { return };
    if !is_new_maximum(entity, bytes) {
        return;
    }
    tracing::warn!(
        entity = entity.name,
        key = key_text(entity, key),
        bytes,
        declared_bytes = declared,
        wcu = write_units(bytes),
        declared_wcu = write_units(declared),
        "an item is larger than declared; raise `item_bytes` in `#[peak(..)]`, or make the item smaller"
    );
}

fn is_new_maximum(entity: &EntitySchema, bytes: u64) -> bool {
    let mut warned = WARNED.lock().unwrap_or_else(PoisonError::into_inner);
    let last = warned.entry((entity.table.name, entity.name)).or_default();
    let is_new_maximum = bytes >= last.saturating_mul(2);
    if is_new_maximum {
        *last = bytes;
    }
    is_new_maximum
}
