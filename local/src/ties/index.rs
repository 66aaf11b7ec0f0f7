use dynoxide::actions::query::QueryRequest;
use dynoxide::types::{AttributeValue, Item};
use dynoxide::{Database, DynoxideError};
use serde::Deserialize;
use serde_json::{Value, json};

use super::entry_position::{EntryPosition, Shuffle};
use crate::wire::{internal, unreadable};

/// The key attributes of the index that a Query reads, and of its table.
pub(super) struct Index {
    pub(super) name: String,
    pub(super) local: bool,
    key: Vec<KeyAttribute>,
    table_key: Vec<KeyAttribute>,
}

#[derive(Deserialize)]
struct KeyAttribute {
    #[serde(rename = "AttributeName")]
    name: String,
    #[serde(rename = "KeyType")]
    kind: String,
}

impl Index {
    /// Describes the index that a Query reads. `None` if the request reads the table itself.
    pub(super) fn describe(database: &Database, request: &QueryRequest) -> Result<Option<Self>, DynoxideError> {
        let Some(name) = &request.index_name else {
            return Ok(None);
        };
        let wanted =
            serde_json::from_value(json!({ "TableName": request.table_name })).map_err(|error| unreadable(&error))?;
        let answer = serde_json::to_value(database.describe_table(wanted)?).map_err(internal)?;
        let table = &answer["Table"];
        let find = |list: &str| {
            let mut indexes = table[list].as_array()?.iter();
            indexes.find(|index| index["IndexName"] == name.as_str())
        };
        let global = find("GlobalSecondaryIndexes");
        let local = find("LocalSecondaryIndexes");
        let Some(index) = global.or(local) else {
            return Err(internal(format_args!("index `{name}` answered a query and is not described")));
        };
        Ok(Some(Self {
            name: name.clone(),
            local: global.is_none(),
            key: key_schema(index)?,
            table_key: key_schema(table)?,
        }))
    }

    /// Returns the start key that resumes after `item` in the engine's own order.
    pub(super) fn key_of(&self, item: &Item) -> Item {
        self.key
            .iter()
            .chain(&self.table_key)
            .filter_map(|attribute| item.get_key_value(&attribute.name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    /// Returns the position of an item, or of a start key.
    pub(super) fn place(&self, item: &Item, shuffle: Shuffle) -> EntryPosition {
        let is_sort_key = |attribute: &&KeyAttribute| attribute.kind == "RANGE";
        EntryPosition {
            sort_key: canonical(self.key.iter().filter(is_sort_key), item),
            rank: shuffle.rank(self.table_key(item)),
        }
    }

    pub(super) fn table_key(&self, item: &Item) -> Vec<String> {
        canonical(self.table_key.iter(), item)
    }
}

fn key_schema(described: &Value) -> Result<Vec<KeyAttribute>, DynoxideError> {
    Vec::deserialize(&described["KeySchema"]).map_err(internal)
}

fn canonical<'a>(key: impl Iterator<Item = &'a KeyAttribute>, item: &Item) -> Vec<String> {
    key.filter_map(|attribute| item.get(&attribute.name)).filter_map(AttributeValue::to_key_string).collect()
}
