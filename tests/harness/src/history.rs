//! The history of a run, from the view of its clients.

use std::collections::BTreeMap;

use crate::{
    answer::{Answer, View},
    call::Call,
    designs::Seen,
    gate::Traffic,
};

/// A call, with its invocation and its answer.
#[derive(Debug, Clone)]
pub struct Event {
    /// The position of the step in the plan.
    pub step: usize,
    pub client: u8,
    pub call: Call,
    /// The client's last read before the call.
    pub seen: Seen,
    pub invoked: u64,
    pub answered: u64,
    pub answer: Answer,
    pub traffic: Traffic,
    /// Whether a crash interrupted the call.
    pub crashed: bool,
}

/// The items of the table at the end, read in every way.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stored {
    /// By a `get` of each key.
    pub by_get: BTreeMap<u8, View>,
    /// By one `batch_get`.
    pub by_batch: BTreeMap<u8, View>,
    /// The raw items of the table.
    pub raw: Vec<(u8, View)>,
    /// By the pages of a query over the index.
    pub by_index: Vec<(u8, View)>,
    /// By the pages of consistent queries over the local index.
    pub by_local: Vec<(u8, View)>,
    /// The tag of each query, and the tag of the item that it found.
    pub tags: Vec<(u8, u8)>,
    /// The sentinels, and the keys of their owners.
    pub sentinels: Vec<(String, String)>,
    /// The sentinels that the items should have, and the keys of these items.
    pub mails: Vec<(String, String)>,
    /// The totals of the counters, by `total` and by brute force.
    pub totals: Vec<(i64, i64)>,
    /// The entries of the log, by a query and by brute force.
    pub entries: (Vec<u16>, Vec<u16>),
}

/// The history of a run.
#[derive(Debug, Clone)]
pub struct History {
    /// The items at the start.
    pub initial: BTreeMap<u8, View>,
    pub events: Vec<Event>,
    pub stored: Stored,
    pub requests: u64,
    /// The number of hedged reads.
    pub hedged: u64,
    pub faults: BTreeMap<&'static str, u64>,
}
