//! Configured throughput: warm and provisioned.

use std::collections::HashMap;

use keywright::physics::limits::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Units per second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Throughput {
    #[serde(rename = "ReadUnitsPerSecond")]
    pub(crate) read: u64,
    #[serde(rename = "WriteUnitsPerSecond")]
    pub(crate) write: u64,
}

impl Throughput {
    /// Returns the number of partitions that serve it if all are used evenly.
    pub(crate) fn partitions(self) -> u64 {
        self.read.div_ceil(PARTITION_READ_UNITS).max(self.write.div_ceil(PARTITION_WRITE_UNITS))
    }
}

/// Returns the warm throughput in a CreateTable or UpdateTable request: the table's with the key `None`, those of
/// global secondary indexes with their names.
pub(super) fn requested(body: &[u8]) -> HashMap<Option<String>, Throughput> {
    let request: Request = serde_json::from_slice(body).unwrap_or_default();
    let updates = request.index_updates.into_iter().flat_map(HashMap::into_values);
    let indexes = request.indexes.into_iter().chain(updates);
    let indexes = indexes.filter_map(|index| Some((Some(index.name?), index.warm?)));
    request.warm.map(|warm| (None, warm)).into_iter().chain(indexes).collect()
}

/// Returns an UpdateTable request without its warm throughput, which the engine does not support. `None` if it sets
/// none. `protected` is the table's deletion protection, which is kept.
///
/// The engine rejects an index update without provisioned capacity, and a request that changes nothing.
pub(super) fn without(body: &[u8], protected: bool) -> Option<Vec<u8>> {
    if requested(body).is_empty() {
        return None;
    }
    let mut request: Map<String, Value> = serde_json::from_slice(body).ok()?;
    request.remove("WarmThroughput");
    if let Some(Value::Array(updates)) = request.get_mut("GlobalSecondaryIndexUpdates") {
        updates.retain(|update| {
            let update = update.get("Update");
            update.is_none_or(|update| {
                update.get("WarmThroughput").is_none() || update.get("ProvisionedThroughput").is_some()
            })
        });
        if updates.is_empty() {
            request.remove("GlobalSecondaryIndexUpdates");
        }
    }
    if request.keys().all(|name| name == "TableName") {
        request.insert("DeletionProtectionEnabled".to_owned(), protected.into());
    }
    serde_json::to_vec(&request).ok()
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Request {
    #[serde(rename = "WarmThroughput")]
    warm: Option<Throughput>,
    #[serde(rename = "GlobalSecondaryIndexes")]
    indexes: Vec<Index>,
    #[serde(rename = "GlobalSecondaryIndexUpdates")]
    index_updates: Vec<HashMap<String, Index>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Index {
    #[serde(rename = "IndexName")]
    name: Option<String>,
    #[serde(rename = "WarmThroughput")]
    warm: Option<Throughput>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warm_throughput_is_read_from_create_and_update_requests() {
        let warm = |read, write| Throughput { read, write };
        let create = br#"{"TableName":"t","WarmThroughput":{"ReadUnitsPerSecond":15000,"WriteUnitsPerSecond":6000},
            "GlobalSecondaryIndexes":[{"IndexName":"a","WarmThroughput":{"WriteUnitsPerSecond":9000}},{"IndexName":"b"}]}"#;
        let expected = HashMap::from([(None, warm(15_000, 6_000)), (Some("a".to_owned()), warm(0, 9_000))]);
        assert_eq!(requested(create), expected);
        let update = br#"{"GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"a",
            "WarmThroughput":{"ReadUnitsPerSecond":1}}},{"Delete":{"IndexName":"b"}}]}"#;
        assert_eq!(requested(update), HashMap::from([(Some("a".to_owned()), warm(1, 0))]));
        assert!(requested(b"[]").is_empty());
    }

    #[test]
    fn only_warm_throughput_is_removed_from_the_request() {
        let without = |body: &str| without(body.as_bytes(), true).map(|body| String::from_utf8(body).unwrap());
        let kept = r#"{"GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"b"}}],"TableName":"t"}"#;
        assert_eq!(without(kept), None);
        let update = r#"{"TableName":"t","WarmThroughput":{"ReadUnitsPerSecond":1},"GlobalSecondaryIndexUpdates":[
            {"Update":{"IndexName":"a","WarmThroughput":{"ReadUnitsPerSecond":1}}},{"Delete":{"IndexName":"b"}}]}"#;
        assert_eq!(without(update).as_deref(), Some(kept));
        let only = r#"{"TableName":"t","WarmThroughput":{"ReadUnitsPerSecond":1}}"#;
        assert_eq!(without(only).unwrap(), r#"{"DeletionProtectionEnabled":true,"TableName":"t"}"#);
    }

    #[test]
    fn the_larger_of_reads_and_writes_determines_the_partitions() {
        let partitions = |read, write| Throughput { read, write }.partitions();
        assert_eq!(partitions(0, 0), 0);
        assert_eq!(partitions(12_000, 4_000), 4);
        assert_eq!(partitions(12_001, 1), 5);
        assert_eq!(partitions(1, 50_000), 50);
    }
}
