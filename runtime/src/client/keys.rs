//! The keys of an entity as text.

use std::fmt;

use super::{encode::keys, stored::schema};
use crate::{Entity, Result, key::ItemKey, schema::EntitySchema, sensitive::shown_key};

/// A key that an item has: in the table, or in one of its indexes.
///
/// Its fields hold the key as it is stored. Its debug output leaves out the values of sensitive fields.
#[derive(Clone)]
#[non_exhaustive]
pub struct WrittenKey {
    /// The index, or `None` for the table.
    pub index: Option<&'static str>,
    /// The partition key.
    pub partition: String,
    /// The sort key, unless there is none.
    pub sort: Option<String>,
    /// The key without what is sensitive.
    shown: String,
}

/// Keys are equal if they are stored alike.
impl PartialEq for WrittenKey {
    fn eq(&self, other: &Self) -> bool {
        (self.index, &self.partition, &self.sort) == (other.index, &other.partition, &other.sort)
    }
}

impl Eq for WrittenKey {}

/// Without the values of sensitive fields.
impl fmt::Debug for WrittenKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrittenKey").field("index", &self.index).field("key", &self.shown).finish()
    }
}

/// The table's key first, then one for each index that the entity is in.
pub(crate) fn written_keys<E: Entity>(entity: &E) -> Result<Vec<WrittenKey>> {
    let schema = schema::<E>();
    let keys = keys(schema, &|field| entity.__value(field), None)?;
    let mut written = vec![written_key(schema, 0, &keys.table)];
    for (place, key) in &keys.indexes {
        written.extend(key.iter().map(|key| written_key(schema, *place, key)));
    }
    Ok(written)
}

fn written_key(entity: &'static EntitySchema, place: usize, key: &ItemKey) -> WrittenKey {
    WrittenKey {
        index: entity.keys.get(place).and_then(|key| key.index),
        partition: key.partition.to_string(),
        sort: key.sort.as_ref().map(ToString::to_string),
        shown: shown_key(entity, place, key),
    }
}
