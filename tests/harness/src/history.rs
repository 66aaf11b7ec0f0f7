//! What happened in a run, as its clients saw it.

use std::collections::BTreeMap;

use crate::{
    answer::{Answer, View},
    call::Call,
    designs::Seen,
    gate::Traffic,
};

/// A call, its moment of invocation, and its answer.
#[derive(Debug, Clone)]
pub struct Event {
    /// Which step of the plan it is.
    pub step: usize,
    pub client: u8,
    pub call: Call,
    /// What the client had read before.
    pub seen: Seen,
    pub invoked: u64,
    pub answered: u64,
    pub answer: Answer,
    pub traffic: Traffic,
    /// Whether a crash cut the call off.
    pub crashed: bool,
}

/// What is in the table at the end, read in every way.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stored {
    /// By a `get` of each key.
    pub by_get: BTreeMap<u8, View>,
    /// By one `batch_get`.
    pub by_batch: BTreeMap<u8, View>,
    /// As the table holds it.
    pub raw: Vec<(u8, View)>,
    /// By the pages of a query over the index.
    pub by_index: Vec<(u8, View)>,
    /// By the pages of consistent queries over the local index.
    pub by_local: Vec<(u8, View)>,
    /// The tag that was asked for, and that of the item.
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

/// What happened in a run.
#[derive(Debug, Clone)]
pub struct History {
    /// The items that were there before.
    pub initial: BTreeMap<u8, View>,
    pub events: Vec<Event>,
    pub stored: Stored,
    pub requests: u64,
    /// Reads that a second copy was sent of.
    pub hedged: u64,
    pub faults: BTreeMap<&'static str, u64>,
}
