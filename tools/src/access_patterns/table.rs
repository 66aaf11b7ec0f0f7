//! Describes the table: its key, its indexes with the entities that share them, and its TTL attribute.

use keywright::schema::{EntitySchema, IndexProjection, KeyAttribute, KeyAttributes, TableSchema};
use serde::Serialize;

use crate::infrastructure::letter;

/// An index of the table.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Index {
    /// Its name.
    pub name: &'static str,
    /// Whether it is a local index, which shares the table's partition key and supports strongly consistent reads.
    pub local: bool,
    /// The attributes of its partition key with their types, as in `GSI1PK (S)`.
    pub partition_key: Vec<String>,
    /// The attributes of its sort key. Empty if it has no sort key.
    pub sort_key: Vec<String>,
    /// The projected attributes: `all`, `keys_only`, or the names of the attributes in addition to the keys.
    pub projection: String,
    /// The entities whose items enter it.
    pub entities: Vec<&'static str>,
}

/// Returns the indexes of a table: the global ones, then the local ones.
pub(super) fn indexes(table: &TableSchema, entities: &[&EntitySchema]) -> Vec<Index> {
    let index = |name, local, partition, sort: Option<KeyAttributes>, projection: IndexProjection| Index {
        name,
        local,
        partition_key: attributes(partition),
        sort_key: sort.map(attributes).unwrap_or_default(),
        projection: projected(projection),
        entities: entities
            .iter()
            .filter(|entity| entity.every_key().any(|key| key.index == Some(name)))
            .map(|entity| entity.name)
            .collect(),
    };
    let global = table.indexes.iter().map(|of| index(of.name, false, of.partition_key, of.sort_key, of.projection));
    let partition = KeyAttributes::one(table.partition_key);
    let local = table
        .local_indexes
        .iter()
        .map(|of| index(of.name, true, partition, Some(KeyAttributes::one(of.sort_key)), of.projection));
    global.chain(local).collect()
}

/// Formats an attribute with its type, such as `PK (S)`.
pub(super) fn attribute(of: KeyAttribute) -> String {
    format!("{} ({})", of.name, letter(of.kind))
}

fn attributes(of: KeyAttributes) -> Vec<String> {
    of.iter().map(attribute).collect()
}

fn projected(projection: IndexProjection) -> String {
    match projection {
        IndexProjection::All => "all".to_owned(),
        IndexProjection::KeysOnly => "keys_only".to_owned(),
        IndexProjection::Include(attributes) => attributes.join(", "),
    }
}
