//! Every way into a table: what is written where, what it risks, how it is read, and what a read costs.

pub(crate) mod command;
mod markdown;
mod read;
mod write;

use keywright::{Schema, Table, schema::EntitySchema};
use serde::Serialize;

pub(crate) use command::bucket_name;
pub use read::Read;
pub use write::{Risk, Write};

/// The access patterns of a table, as a value: what the Markdown and the JSON are made from.
#[derive(Debug, Clone, Serialize)]
pub struct AccessPatterns {
    /// The schema's name.
    pub schema: &'static str,
    /// Its doc comment.
    pub docs: &'static str,
    /// The table's name in the commands.
    pub table_name: String,
    /// Its entities, in the order of the list.
    pub entities: Vec<EntityPatterns>,
}

/// The access patterns of one entity.
#[derive(Debug, Clone, Serialize)]
pub struct EntityPatterns {
    /// The entity's name.
    pub entity: &'static str,
    /// Its doc comment.
    pub docs: &'static str,
    /// What the discriminator attribute says on its items.
    pub discriminator: Option<String>,
    /// The stored bytes of one item that costs are reckoned with.
    pub item_bytes: u64,
    /// Whether these follow from a declared peak, or are a guess of 1 KB.
    pub item_bytes_declared: bool,
    /// What one item writes: the table's key, then one for each index.
    pub writes: Vec<Write>,
    /// The calls that add to its counters in place, each one request to one item.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub increments: Vec<String>,
    /// The attribute that says when an item expires, if items do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<&'static str>,
    /// What can be asked.
    pub reads: Vec<Read>,
}

/// Collects the access patterns of a schema. `table_name` stands in the commands.
pub fn access_patterns<S: Schema>(table_name: &str) -> AccessPatterns {
    let table = <S::Table as Table>::SCHEMA;
    AccessPatterns {
        schema: table.name,
        docs: table.docs,
        table_name: table_name.to_owned(),
        entities: S::ENTITIES.iter().map(|entity| entity_patterns(entity, table_name)).collect(),
    }
}

fn entity_patterns(entity: &'static EntitySchema, table_name: &str) -> EntityPatterns {
    let item_bytes = write::item_bytes(entity);
    EntityPatterns {
        entity: entity.name,
        docs: entity.docs,
        discriminator: entity.table.discriminator.map(|name| format!("{name} = {}", entity.discriminator)),
        item_bytes,
        item_bytes_declared: entity.peak.is_some(),
        writes: (0..entity.keys.len()).map(|key| write::write(entity, key)).collect(),
        increments: read::counters(entity)
            .map(|counter| format!("table.increment({}, 1).await?", read::counter_call(entity, counter)))
            .collect(),
        expires: entity.ttl_attribute(),
        reads: read::reads(entity, item_bytes, table_name),
    }
}

/// The access patterns in Markdown.
pub fn markdown<S: Schema>(table_name: &str) -> String {
    markdown::document(&access_patterns::<S>(table_name))
}

/// The access patterns in JSON.
pub fn json<S: Schema>(table_name: &str) -> serde_json::Value {
    serde_json::json!(access_patterns::<S>(table_name))
}
