use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::Failure;
use crate::faults::Verdict;
use crate::request::Request;

pub(crate) const MAX_OPERATIONS: usize = 10_000;

/// One request that reached the engine, from [`Local::operations`](crate::Local::operations).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// DynamoDB's name of the operation: `PutItem`, `Query`, `TransactWriteItems`.
    pub name: String,
    /// The tables that it names, sorted and without duplicates. Empty for PartiQL and for `ListTables`.
    pub tables: Vec<String>,
    /// The index that a `Query` or `Scan` reads.
    pub index: Option<String>,
    /// The partition key values that it names, sorted and without duplicates, in the spelling of
    /// [`Rule::lane`](crate::Rule::lane). Empty for `Scan`, for PartiQL and for operations on tables.
    pub lanes: Vec<String>,
    /// How long faults delayed the answer.
    pub latency: Duration,
    /// The failure that faults or partitions returned in place of the engine's answer. `None` if the client received
    /// the engine's answer, and for a transaction that partitions cancelled.
    pub failure: Option<Failure>,
    /// The number of items that [`Partitions`](crate::Partitions) throttled: at most 1 for a single request, any number
    /// for a batch or transaction.
    pub throttled: usize,
}

impl Operation {
    pub(crate) fn new(request: Request, verdict: Verdict, throttled: usize) -> Self {
        let targets = &request.targets;
        let each_once = |texts: BTreeSet<&String>| texts.into_iter().cloned().collect();
        Self {
            tables: each_once(targets.iter().map(|target| &target.table).collect()),
            index: targets.iter().find_map(|target| target.index.clone()),
            lanes: each_once(targets.iter().filter_map(|target| target.lane.as_ref()).collect()),
            name: request.operation,
            latency: verdict.latency,
            failure: verdict.failure,
            throttled,
        }
    }
}

/// The log of the requests to one engine.
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
        if entries.latest.len() == MAX_OPERATIONS {
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
    use crate::request::Target;

    fn operation(name: &str, targets: &[(&str, &str)]) -> Operation {
        let target =
            |(table, lane): &(&str, &str)| Target { table: (*table).into(), index: None, lane: Some((*lane).into()) };
        let request = Request { operation: name.into(), targets: targets.iter().map(target).collect() };
        Operation::new(request, Verdict::default(), 0)
    }

    #[test]
    fn tables_and_lanes_are_listed_once_and_sorted() {
        let operation = operation("BatchWriteItem", &[("b", "1"), ("a", "2"), ("b", "2")]);
        assert_eq!(operation.tables, ["a", "b"]);
        assert_eq!(operation.lanes, ["1", "2"]);
    }

    #[test]
    fn the_log_is_bounded_and_the_count_is_not() {
        let log = Log::default();
        for n in 0..=MAX_OPERATIONS {
            log.push(operation(&n.to_string(), &[]));
        }
        assert_eq!(log.requests(), MAX_OPERATIONS as u64 + 1);
        let kept = log.operations();
        assert_eq!(kept.len(), MAX_OPERATIONS);
        assert_eq!(kept[0].name, "1");
        log.clear();
        assert_eq!((log.requests(), log.operations().len()), (0, 0));
    }
}
