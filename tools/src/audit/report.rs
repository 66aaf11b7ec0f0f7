//! Represents the result of an audit as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    attribute::AttributeAudit,
    content::Source,
    finding::Finding,
    kind::Kind,
    shape::TableShape,
    slot::{Epoch, LikelyShards, NumberForm},
};

/// The version of the report's JSON format.
pub(crate) const VERSION: u32 = 1;

/// The result of an audit. Its JSON is the input of `scaffold`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Audit {
    /// The version of the JSON format.
    pub version: u32,
    /// The table's keys and indexes.
    pub table: TableShape,
    /// The character between the parts of keys.
    pub delimiter: char,
    /// Items with the table's key.
    pub items: u64,
    /// The size of the items in bytes, by DynamoDB's rules.
    pub bytes: u64,
    /// Items without the table's key. They belong to no pattern.
    #[serde(default)]
    pub keyless: u64,
    /// The share of the table that was read, if the input was a sample. All counts are those of the sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampled: Option<f64>,
    /// The table's keys by pattern, the most frequent first.
    pub patterns: Vec<PatternAudit>,
    /// The keys of indexes.
    #[serde(default)]
    pub indexes: Vec<IndexAudit>,
    /// The largest item collections: all items of a partition key.
    pub collections: Vec<CollectionAudit>,
    /// Findings, the worst first.
    pub findings: Vec<Finding>,
}

/// The items whose keys have one pattern.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PatternAudit {
    /// The pattern as templates, such as `CUSTOMER#<customer>  ORDER#<digits>`: the partition key, then the sort key.
    pub template: String,
    /// The parts of each attribute of the key, the partition key's first.
    pub key: Vec<KeyAttributeAudit>,
    /// The number of items.
    pub items: u64,
    /// The size of the items, in bytes.
    pub bytes: u64,
    /// The largest item.
    pub largest: LargestItem,
    /// Items larger than four fifths of DynamoDB's limit of 400 KB.
    pub near_limit: u64,
    /// The number of distinct partition keys.
    pub partition_keys: Estimate,
    /// The partition keys with the most items.
    pub top: Vec<TopKey>,
    /// The values in the key, in the order of the key.
    pub parts: Vec<PartAudit>,
    /// The items' attributes, including keys.
    pub attributes: BTreeMap<String, AttributeAudit>,
    /// Whether items have more attributes than are listed.
    #[serde(default)]
    pub has_more_attributes: bool,
    /// The items' entries in indexes.
    #[serde(default)]
    pub entries: Vec<EntryAudit>,
    /// Items as they are stored, if samples were requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Map<String, Value>>,
}

/// An attribute of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyAttributeAudit {
    /// The attribute's name.
    pub name: String,
    /// The parts of the attribute, separated by the delimiter.
    pub parts: Vec<KeyPart>,
}

/// A text between two delimiters of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum KeyPart {
    /// A text that is the same in every item.
    Literal(String),
    /// A value, by its position among the pattern's `parts`.
    Value(usize),
}

/// The values of one part of a key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PartAudit {
    /// The kind of the values.
    pub kind: Kind,
    /// The format of the numbers, if all values are numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<NumberForm>,
    /// The unit in which the values count from 1970, if they look like such times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epoch: Option<Epoch>,
    /// How the values look like shards of the key, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likely_shards: Option<LikelyShards>,
    /// Whether some values are empty.
    #[serde(default)]
    pub has_empty: bool,
    /// The number of distinct values.
    pub distinct: Estimate,
    /// The least value in byte order.
    pub least: String,
    /// The greatest value in byte order.
    pub greatest: String,
    /// The places that hold the same value in every item.
    #[serde(default)]
    pub same_as: Vec<Source>,
}

/// A number of distinct values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The number, with a standard error of 1.6 % if it is not exact.
    pub estimate: u64,
    /// Whether the number is exact.
    pub exact: bool,
}

/// A partition key with many items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TopKey {
    /// The key.
    pub key: String,
    /// An upper bound of the number of its items.
    pub items: u64,
    /// The part of this number that may belong to other keys.
    pub error: u64,
}

/// The largest item of a pattern.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LargestItem {
    /// Its size, in bytes.
    pub bytes: u64,
    /// Its key.
    pub key: String,
}

/// All items of a partition key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CollectionAudit {
    /// The partition key.
    pub key: String,
    /// An upper bound of the size of its items, in bytes.
    pub bytes: u64,
    /// The part of this size that may belong to other keys.
    pub error: u64,
}

/// The entries of an index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct IndexAudit {
    /// The index's name.
    pub name: String,
    /// Its keys by pattern.
    pub patterns: Vec<IndexPatternAudit>,
}

/// The entries of an index whose keys have one pattern.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct IndexPatternAudit {
    /// The pattern as templates: the partition key, then the sort key.
    pub template: String,
    /// The parts of each attribute of the key, the partition key's first.
    pub key: Vec<KeyAttributeAudit>,
    /// The number of attributes that form the partition key.
    pub partition_attributes: usize,
    /// The number of entries.
    pub items: u64,
    /// The number of distinct partition keys.
    pub partition_keys: Estimate,
    /// The partition keys with the most entries.
    pub top: Vec<TopKey>,
    /// The values in the key, in the order of the key.
    pub parts: Vec<PartAudit>,
}

/// The entries that items of one pattern have in one index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EntryAudit {
    /// The index, as its position in the report.
    pub index: usize,
    /// The pattern of the index's key, as its position in the index's patterns.
    pub pattern: usize,
    /// The number of entries.
    pub items: u64,
    /// For each value of the index's key, the places that hold the same value in every entry.
    pub same_as: Vec<Vec<Source>>,
}

impl Audit {
    /// Returns the audit as JSON.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl PatternAudit {
    /// Creates a pattern for items of which only the key is known.
    pub(crate) fn unknown(key: Vec<KeyAttributeAudit>) -> Self {
        Self {
            template: String::new(),
            key,
            items: 0,
            bytes: 0,
            largest: LargestItem::default(),
            near_limit: 0,
            partition_keys: Estimate { estimate: 0, exact: true },
            top: Vec::new(),
            parts: Vec::new(),
            attributes: BTreeMap::new(),
            has_more_attributes: false,
            entries: Vec::new(),
            samples: Vec::new(),
        }
    }
}
