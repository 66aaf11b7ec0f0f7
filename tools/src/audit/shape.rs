//! Determines which attributes are keys of the table and of its indexes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::item::StoredItem;

/// A table's key attributes and indexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TableShape {
    /// The table's name, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The partition key.
    pub partition_key: String,
    /// The sort key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort_key: Option<String>,
    /// The indexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indexes: Vec<IndexShape>,
    /// The types of key attributes that are known without items, as DynamoDB's type descriptors.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<String, String>,
}

/// An index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct IndexShape {
    /// Its name.
    pub name: String,
    /// Whether it is a local secondary index.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub local: bool,
    /// The attributes of its partition key.
    pub partition_key: Vec<String>,
    /// The attributes of its sort key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sort_key: Vec<String>,
    /// `ALL`, `KEYS_ONLY` or `INCLUDE`.
    #[serde(default = "all")]
    pub projection: String,
    /// The attributes that an `INCLUDE` projection names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub included: Vec<String>,
}

fn all() -> String {
    "ALL".to_owned()
}

/// The error for a description of a table that lacks its keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoTable(pub(crate) String);

impl fmt::Display for NoTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoTable {}

impl TableShape {
    /// Creates a table with these key attributes and without indexes.
    pub fn new(partition_key: impl Into<String>, sort_key: Option<String>) -> Self {
        Self { name: None, partition_key: partition_key.into(), sort_key, indexes: Vec::new(), types: BTreeMap::new() }
    }

    /// Reads the table that a JSON document describes. The document is the input of `CreateTable`, or the output of
    /// `aws dynamodb describe-table`.
    ///
    /// # Errors
    ///
    /// If the document has no `KeySchema`.
    pub fn described(document: &Value) -> Result<Self, NoTable> {
        let table = ["Table", "TableDescription"].iter().find_map(|name| document.get(name)).unwrap_or(document);
        let missing = || NoTable("no `KeySchema`: this is not the input of CreateTable, or a description".to_owned());
        let (mut partition, mut sort) = key_schema(table);
        if partition.is_empty() {
            return Err(missing());
        }
        let partition_key = partition.remove(0);
        let sort_key = (!sort.is_empty()).then(|| sort.remove(0));
        let listed = |name: &str| table.get(name).and_then(Value::as_array).into_iter().flatten();
        let global = listed("GlobalSecondaryIndexes").filter_map(|index| IndexShape::described(index, false));
        let local = listed("LocalSecondaryIndexes").filter_map(|index| IndexShape::described(index, true));
        let name = table.get("TableName").and_then(Value::as_str).map(str::to_owned);
        let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let types = listed("AttributeDefinitions")
            .filter_map(|attribute| Some((text(attribute, "AttributeName")?, text(attribute, "AttributeType")?)));
        Ok(Self { name, partition_key, sort_key, indexes: global.chain(local).collect(), types: types.collect() })
    }

    /// Guesses the key attributes from items. The table's key is `PK` and `SK`, or the only attribute that all items
    /// have. Indexes are recognized by names such as `GSI1PK`.
    ///
    /// # Errors
    ///
    /// If the names do not determine the keys.
    pub(crate) fn guessed<'a>(items: impl Iterator<Item = &'a StoredItem> + Clone) -> Result<Self, NoTable> {
        let names: BTreeSet<&str> =
            items.clone().flat_map(|item| item.attributes().keys()).map(String::as_str).collect();
        let in_all = |name: &&&str| items.clone().all(|item| item.scalar(name).is_some());
        let keys: Vec<_> = names.iter().filter(in_all).copied().collect();
        let called = |words: &[&str]| keys.iter().find(|name| words.contains(&plain(name).as_str())).copied();
        let partition = called(&["pk", "partitionkey", "hashkey"]);
        let sort = called(&["sk", "sortkey", "rangekey"]);
        let indexes = IndexShape::guessed(&names);
        match (partition, sort, &keys[..]) {
            (Some(partition), sort, _) => Ok(Self { indexes, ..Self::new(partition, sort.map(str::to_owned)) }),
            (None, None, [only]) => Ok(Self { indexes, ..Self::new(*only, None) }),
            _ => Err(NoTable(format!(
                "which attributes are the table's key?\nfix   --pk NAME --sk NAME, or --table FILE with the output of \
                 `aws dynamodb describe-table`\nnote  every item has {}",
                if keys.is_empty() { "no attribute in common".to_owned() } else { format!("`{}`", keys.join("`, `")) }
            ))),
        }
    }

    /// Returns the attributes of all keys.
    pub(crate) fn key_attributes(&self) -> BTreeSet<&str> {
        let of_indexes = self.indexes.iter().flat_map(|index| index.partition_key.iter().chain(&index.sort_key));
        let own = std::iter::once(&self.partition_key).chain(&self.sort_key);
        own.chain(of_indexes).map(String::as_str).collect()
    }

    /// Returns whether the table has a local index, which limits the size of its item collections.
    pub(crate) fn has_local_indexes(&self) -> bool {
        self.indexes.iter().any(|index| index.local)
    }
}

impl IndexShape {
    fn described(index: &Value, local: bool) -> Option<Self> {
        let (partition_key, sort_key) = key_schema(index);
        let projection = index.get("Projection");
        let word = projection.and_then(|projection| projection.get("ProjectionType")).and_then(Value::as_str);
        let included = projection.and_then(|projection| projection.get("NonKeyAttributes")).and_then(Value::as_array);
        Some(Self {
            name: index.get("IndexName")?.as_str()?.to_owned(),
            local,
            partition_key,
            sort_key,
            projection: word.unwrap_or("ALL").to_owned(),
            included: included.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect(),
        })
    }

    /// Guesses indexes from names of attributes, such as `GSI1PK` and `GSI1SK`, or `gsi1_pk`.
    fn guessed(names: &BTreeSet<&str>) -> Vec<Self> {
        let word = |name: &str| plain(name);
        let parts = names.iter().filter_map(|name| {
            let index = word(name).strip_suffix("pk")?.to_owned();
            let digits = index.strip_prefix("gsi")?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then_some((index, *name))
        });
        parts
            .map(|(index, partition)| {
                let sort = names.iter().find(|name| word(name) == format!("{index}sk"));
                Self {
                    name: index.to_uppercase(),
                    local: false,
                    partition_key: vec![partition.to_owned()],
                    sort_key: sort.map(|name| (*name).to_owned()).into_iter().collect(),
                    projection: all(),
                    included: Vec::new(),
                }
            })
            .collect()
    }
}

/// Returns the partition key attributes and the sort key attributes of a key schema.
fn key_schema(of: &Value) -> (Vec<String>, Vec<String>) {
    let elements = of.get("KeySchema").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let named = |wanted: &str| {
        let is_wanted = |element: &&Value| element.get("KeyType").and_then(Value::as_str) == Some(wanted);
        let name = |element: &Value| element.get("AttributeName").and_then(Value::as_str).map(str::to_owned);
        elements.iter().filter(is_wanted).filter_map(name).collect()
    };
    (named("HASH"), named("RANGE"))
}

/// Normalizes a name, so that differences in case and separators do not matter.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
