//! What an audit found, as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    attribute::AttributeAudit,
    content::Source,
    finding::Finding,
    kind::Kind,
    shape::TableShape,
    slot::{Epoch, NumberForm},
};

/// The version of the report's JSON.
pub(crate) const VERSION: u32 = 1;

/// What an audit found. Its JSON is the input of `scaffold`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Audit {
    /// The version of this form.
    pub version: u32,
    /// The table's keys and indexes.
    pub table: TableShape,
    /// The character between the parts of keys.
    pub delimiter: char,
    /// Items with the table's key.
    pub items: u64,
    /// Their bytes as DynamoDB counts them.
    pub bytes: u64,
    /// Items without the table's key, which are in no pattern.
    #[serde(default)]
    pub keyless: u64,
    /// The share of the table that was read, where it was a sample. All counts are of the sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampled: Option<f64>,
    /// The table's keys by pattern, the most frequent first.
    pub patterns: Vec<PatternAudit>,
    /// The keys of indexes.
    #[serde(default)]
    pub indexes: Vec<IndexAudit>,
    /// The largest item collections: all items of a partition key.
    pub collections: Vec<CollectionAudit>,
    /// What to look at, the worst first.
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
    /// The items.
    pub items: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The largest item.
    pub largest: LargestItem,
    /// Items of more than four fifths of DynamoDB's 400 KB.
    pub near_limit: u64,
    /// Different partition keys.
    pub partition_keys: Estimate,
    /// The partition keys with the most items.
    pub top: Vec<TopKey>,
    /// The values in the key, in its order.
    pub parts: Vec<PartAudit>,
    /// The items' attributes, keys included.
    pub attributes: BTreeMap<String, AttributeAudit>,
    /// Whether items have more attributes than are listed.
    #[serde(default)]
    pub has_more_attributes: bool,
    /// The entries in indexes.
    #[serde(default)]
    pub entries: Vec<EntryAudit>,
    /// Items as they are stored, where they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Map<String, Value>>,
}

/// An attribute of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyAttributeAudit {
    /// Its name.
    pub name: String,
    /// Its parts; a delimiter stands between two of them.
    pub parts: Vec<KeyPart>,
}

/// What stands between two delimiters of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum KeyPart {
    /// The same text in every item.
    Literal(String),
    /// A value: its position among the pattern's `parts`.
    Value(usize),
}

/// The values of one part of a key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PartAudit {
    /// What they look like.
    pub kind: Kind,
    /// How they are written, where all are numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<NumberForm>,
    /// What they count from 1970, where they look like it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epoch: Option<Epoch>,
    /// Whether some are empty.
    #[serde(default)]
    pub has_empty: bool,
    /// How many different ones there are.
    pub distinct: Estimate,
    /// The least in the order of bytes.
    pub least: String,
    /// The greatest in the order of bytes.
    pub greatest: String,
    /// What else holds the same in every item.
    #[serde(default)]
    pub same_as: Vec<Source>,
}

/// A number of different values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The number, with a standard error of 1.6 % where it is not exact.
    pub estimate: u64,
    /// Whether it is exact.
    pub exact: bool,
}

/// A partition key with many items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TopKey {
    /// The key.
    pub key: String,
    /// At least as many items as it has.
    pub items: u64,
    /// How many of these may be other keys'.
    pub error: u64,
}

/// The largest item of a pattern.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LargestItem {
    /// Its bytes.
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
    /// At least as many bytes as its items have.
    pub bytes: u64,
    /// How many of these may be other keys'.
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
    /// How many of the attributes are the partition key.
    pub partition_attributes: usize,
    /// The entries.
    pub items: u64,
    /// Different partition keys.
    pub partition_keys: Estimate,
    /// The partition keys with the most entries.
    pub top: Vec<TopKey>,
    /// The values in the key, in its order.
    pub parts: Vec<PartAudit>,
}

/// The entries that items of one pattern have in one index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EntryAudit {
    /// The index, by its position in the report.
    pub index: usize,
    /// The pattern of the index's key, by its position there.
    pub pattern: usize,
    /// The entries.
    pub items: u64,
    /// For each value of the index's key, what else holds the same in every entry.
    pub same_as: Vec<Vec<Source>>,
}

impl Audit {
    /// Its JSON.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl PatternAudit {
    /// The pattern of items of which nothing but the key is known.
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
