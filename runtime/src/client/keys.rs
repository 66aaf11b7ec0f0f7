//! The keys of an entity as text.

use super::{encode::keys, stored::schema};
use crate::{Entity, Result, key::ItemKey};

/// A key that an item has: in the table, or in one of its indexes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenKey {
    /// The index, or `None` for the table.
    pub index: Option<&'static str>,
    /// The partition key.
    pub partition: String,
    /// The sort key, unless there is none.
    pub sort: Option<String>,
}

/// The table's key first, then one for each index that the entity is in.
pub(crate) fn written_keys<E: Entity>(entity: &E) -> Result<Vec<WrittenKey>> {
    let schema = schema::<E>();
    let keys = keys(schema, &|field| entity.__value(field), None)?;
    let mut written = vec![written_key(None, &keys.table)];
    for (place, key) in &keys.indexes {
        let index = schema.keys.get(*place).and_then(|key| key.index);
        written.extend(key.iter().map(|key| written_key(index, key)));
    }
    Ok(written)
}

fn written_key(index: Option<&'static str>, key: &ItemKey) -> WrittenKey {
    WrittenKey { index, partition: key.partition.to_string(), sort: key.sort.as_ref().map(ToString::to_string) }
}
