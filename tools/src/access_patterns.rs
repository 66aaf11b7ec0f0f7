//! Documents every access pattern of a table: its keys, their risks, its reads and the cost of each.
//!
//! [`AccessPatterns`] is the model. Markdown, JSON and HTML are rendered from it without further computation.

pub(crate) mod attribute;
mod capacity;
pub(crate) mod command;
mod cost;
mod explained;
mod html;
mod json_schema;
mod markdown;
mod priced;
mod read;
mod read_types;
mod role;
pub(crate) mod samples;
mod table;
mod throttling;
mod trade;
mod write;

use keywright::{
    Schema, Table,
    schema::{EntitySchema, Regions, TableSchema},
};
use serde::Serialize;

use crate::bill::{Loads, Month};

pub use crate::at_worst::AtWorst;
pub use crate::prices::{Amount, Prices};
pub use attribute::{Attribute, Constant};
pub use capacity::Capacity;
pub use cost::Call;
pub use json_schema::{VERSION, json_schema};
pub use keywright::load::Risk;
pub use read::{Read, ReadKind};
pub use read_types::ReadType;
pub use role::{Role, Sentinel};
pub use samples::{Sample, Sampled, SampledCollection};
pub use table::Index;
pub use throttling::{EntityThrottling, ThrottledInterval, Throttling};
pub use trade::Trade;
pub use write::{OlderKey, Write};

/// The access patterns of a table: the model from which Markdown, JSON and HTML are rendered.
#[derive(Debug, Clone, Serialize)]
pub struct AccessPatterns {
    /// The version of the JSON format: [`VERSION`]. [`json_schema`] describes it.
    pub version: u32,
    /// The schema's name.
    pub schema: &'static str,
    /// Its doc comment.
    pub docs: &'static str,
    /// The table's name in the commands.
    pub table_name: String,
    /// The attributes of its key with their types, as in `PK (S)`: of the partition key and, if there is one, of the
    /// sort key.
    pub key: Vec<String>,
    /// The attribute that identifies an item's entity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discriminator: Option<&'static str>,
    /// The attribute with the time at which items expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl: Option<&'static str>,
    /// `strong` if replicas in other Regions are strongly consistent: conditions, versions and consistent reads see the
    /// writes of all Regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<&'static str>,
    /// Its indexes: the global ones, then the local ones.
    pub indexes: Vec<Index>,
    /// The units at the declared peaks, the warm throughput that the generated templates request, and the quota. First
    /// for the table, then for each global index.
    pub capacity: Vec<Capacity>,
    /// Its entities, in the order of the list.
    pub entities: Vec<EntityPatterns>,
    /// Sample items of the table, then of each index.
    pub samples: Vec<Sampled>,
    /// The prices, if they were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
    /// The cost of a month, if prices were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub month: Option<Month>,
    /// The declared loads, from which the month is computed.
    #[serde(skip)]
    pub(crate) loads: Loads,
    /// A simulated roll-over, if it was added. It is part of the HTML alone.
    #[serde(skip)]
    pub throttling: Option<Throttling>,
    /// Reads that return several entities, by the types that were added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<ReadType>,
    /// Reads that return a part of an entity, by the types that were added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub projections: Vec<ReadType>,
}

/// The access patterns of one entity.
#[derive(Debug, Clone, Serialize)]
pub struct EntityPatterns {
    /// The entity's name.
    pub entity: &'static str,
    /// Its doc comment.
    pub docs: &'static str,
    /// The value of the discriminator attribute on its items.
    pub discriminator: Option<String>,
    /// The stored size of one item in bytes, as used for costs.
    pub item_bytes: u64,
    /// Whether this size follows from a declared peak. Otherwise it is an assumed 1 KB.
    pub item_bytes_declared: bool,
    /// Why no item has a key that another entity can write, although the templates would allow it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may_overlap: Option<&'static str>,
    /// The attributes that hold its fields, in the order of the struct. Excludes key attributes, and fields that serde
    /// skips or flattens.
    pub attributes: Vec<Attribute>,
    /// Attributes with a constant text on every item.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constants: Vec<Constant>,
    /// The keys that one item writes: the table's, then one for each index.
    pub writes: Vec<Write>,
    /// The items written with it, one for each value of a unique field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sentinels: Vec<Sentinel>,
    /// The calls that write an item, and their costs.
    pub calls: Vec<Call>,
    /// The calls that add to its counters in place, each one request to one item.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub increments: Vec<String>,
    /// The attribute with the time at which an item expires, if items do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<&'static str>,
    /// The reads that the entity supports.
    pub reads: Vec<Read>,
}

/// Collects the access patterns of a schema. `table_name` is used in the commands.
///
/// A table does not list its collections and projections: add them with [`collection`](AccessPatterns::collection),
/// [`assembly`](AccessPatterns::assembly) and [`projection`](AccessPatterns::projection).
pub fn access_patterns<S: Schema>(table_name: &str) -> AccessPatterns {
    access_patterns_of(&<S::Table as Table>::SCHEMA, S::ENTITIES, table_name)
}

/// Collects the access patterns of a table's entities.
pub(crate) fn access_patterns_of(
    table: &TableSchema,
    entities: &[&'static EntitySchema],
    table_name: &str,
) -> AccessPatterns {
    AccessPatterns {
        version: VERSION,
        schema: table.name,
        docs: table.docs,
        table_name: table_name.to_owned(),
        key: std::iter::once(table.partition_key).chain(table.sort_key).map(table::attribute).collect(),
        discriminator: table.discriminator,
        ttl: table.ttl,
        regions: (table.regions == Regions::Strong).then_some("strong"),
        indexes: table::indexes(table, entities),
        capacity: capacity::capacity(table, entities),
        entities: entities.iter().map(|entity| entity_patterns(entity, table_name, entities)).collect(),
        samples: samples::samples(table, entities),
        prices: None,
        month: None,
        loads: Loads::of(table, entities),
        throttling: None,
        collections: Vec::new(),
        projections: Vec::new(),
    }
}

fn entity_patterns(
    entity: &'static EntitySchema,
    table_name: &str,
    entities: &[&'static EntitySchema],
) -> EntityPatterns {
    let item_bytes = write::item_bytes(entity);
    EntityPatterns {
        entity: entity.name,
        docs: entity.docs,
        discriminator: entity.table.discriminator.map(|name| format!("{name} = {}", entity.discriminator)),
        item_bytes,
        item_bytes_declared: entity.peak.is_some(),
        may_overlap: entity.may_overlap,
        attributes: attribute::attributes(entity),
        constants: attribute::constants(entity),
        writes: entity.every_key().enumerate().map(|(place, key)| write::write(entity, place, key)).collect(),
        sentinels: role::sentinels(entity),
        calls: cost::calls(entity),
        increments: read::counters(entity)
            .map(|counter| format!("table.increment({}, 1).await?", read::counter_call(entity, counter)))
            .collect(),
        expires: entity.ttl_attribute(),
        reads: read::reads(entity, item_bytes, table_name, None, entities),
    }
}

/// Returns the access patterns in Markdown.
pub fn markdown<S: Schema>(table_name: &str) -> String {
    access_patterns::<S>(table_name).to_markdown()
}

/// Returns the access patterns in HTML.
pub fn html<S: Schema>(table_name: &str) -> String {
    access_patterns::<S>(table_name).to_html()
}

/// Returns the access patterns in JSON.
pub fn json<S: Schema>(table_name: &str) -> serde_json::Value {
    access_patterns::<S>(table_name).to_json()
}

impl AccessPatterns {
    /// Renders the documentation as Markdown.
    pub fn to_markdown(&self) -> String {
        markdown::document(self)
    }

    /// Renders the documentation as one HTML file, which loads no other files and is complete without JavaScript.
    pub fn to_html(&self) -> String {
        html::document(self)
    }

    /// Renders the documentation as JSON, in the format that [`json_schema`] describes.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!(self)
    }
}
