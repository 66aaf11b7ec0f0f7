use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde::de::IgnoredAny;

pub(crate) const REMEMBERED: usize = 10_000;

/// One request that reached the engine, from [`Local::operations`](crate::Local::operations).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// The operation as DynamoDB names it: `PutItem`, `Query`, `TransactWriteItems`.
    pub name: String,
    /// The tables it names, each once, sorted. Empty for PartiQL and for `ListTables`.
    pub tables: Vec<String>,
    /// The index a `Query` or `Scan` reads.
    pub index: Option<String>,
}

impl Operation {
    pub(crate) fn read(name: &str, body: &[u8]) -> Self {
        let Targets { table, index, batch, transaction } = serde_json::from_slice(body).unwrap_or_default();
        let actions = transaction.into_iter().flat_map(BTreeMap::into_values);
        let tables: BTreeSet<String> =
            table.into_iter().chain(batch.into_keys()).chain(actions.filter_map(|action| action.table)).collect();
        Self { name: name.to_owned(), tables: tables.into_iter().collect(), index }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Targets {
    #[serde(rename = "TableName")]
    table: Option<String>,
    #[serde(rename = "IndexName")]
    index: Option<String>,
    #[serde(rename = "RequestItems")]
    batch: BTreeMap<String, IgnoredAny>,
    #[serde(rename = "TransactItems")]
    transaction: Vec<BTreeMap<String, Action>>,
}

#[derive(Deserialize)]
struct Action {
    #[serde(rename = "TableName")]
    table: Option<String>,
}

/// The requests of one engine.
#[derive(Debug, Default)]
pub(crate) struct Log {
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    requests: u64,
    latest: VecDeque<Operation>,
}

impl Log {
    pub(crate) fn push(&self, operation: Operation) {
        let mut entries = self.entries();
        entries.requests += 1;
        if entries.latest.len() == REMEMBERED {
            entries.latest.pop_front();
        }
        entries.latest.push_back(operation);
    }

    pub(crate) fn requests(&self) -> u64 {
        self.entries().requests
    }

    pub(crate) fn operations(&self) -> Vec<Operation> {
        self.entries().latest.iter().cloned().collect()
    }

    pub(crate) fn clear(&self) {
        *self.entries() = Entries::default();
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(name: &str, body: &str) -> Vec<String> {
        Operation::read(name, body.as_bytes()).tables
    }

    #[test]
    fn tables_are_found_wherever_an_operation_names_them() {
        assert_eq!(tables("PutItem", r#"{"TableName":"a","Item":{}}"#), ["a"]);
        assert_eq!(tables("BatchGetItem", r#"{"RequestItems":{"b":{},"a":{}}}"#), ["a", "b"]);
        assert_eq!(
            tables(
                "TransactWriteItems",
                r#"{"TransactItems":[{"Put":{"TableName":"b","Item":{}}},{"Delete":{"TableName":"b"}}]}"#
            ),
            ["b"]
        );
        assert!(tables("ListTables", "{}").is_empty());
        assert!(tables("PutItem", "not json").is_empty());
    }

    #[test]
    fn the_log_is_bounded_and_the_count_is_not() {
        let log = Log::default();
        for n in 0..=REMEMBERED {
            log.push(Operation::read(&n.to_string(), b"{}"));
        }
        assert_eq!(log.requests(), REMEMBERED as u64 + 1);
        let kept = log.operations();
        assert_eq!(kept.len(), REMEMBERED);
        assert_eq!(kept[0].name, "1");
        log.clear();
        assert_eq!((log.requests(), log.operations().len()), (0, 0));
    }
}
