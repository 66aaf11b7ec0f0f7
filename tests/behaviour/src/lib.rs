//! Tests of keywright from outside, on the embedded engine

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

/// The table that the processes of `tests/it/workers` sweep.
#[derive(Debug, Table)]
#[entities(Parcel)]
pub struct Depot;

/// An item that counts how often a sweep has changed it.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Depot)]
#[pk(template = "PARCEL#<id>")]
#[sk(template = "PARCEL")]
pub struct Parcel {
    pub id: u32,
    pub contents: String,
    /// The last run that changed it.
    pub run: Option<String>,
    pub changes: u32,
}

impl Parcel {
    pub fn new(id: u32) -> Self {
        Self { id, contents: "x".repeat(1_000), run: None, changes: 0 }
    }

    /// Returns the item with the change of a run, or `None` if this run has already changed it.
    pub fn counted(self, run: &str) -> Option<Self> {
        let is_counted = self.run.as_deref() == Some(run);
        (!is_counted).then(|| Self { run: Some(run.to_owned()), changes: self.changes + 1, ..self })
    }
}

/// The schema of `verify-table`.
#[derive(Debug, Table)]
#[table(ttl = "ends")]
#[gsi(name = "ByCourier", pk = "GSI1PK", sk = "GSI1SK", projection = include("cents"))]
#[entities(Order)]
pub struct Store;

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "ByCourier", query = by_courier, pk = "COURIER#<courier>", sk = "<id>")]
pub struct Order {
    pub customer: String,
    pub id: u32,
    pub courier: String,
    pub cents: u32,
    #[entity(ttl)]
    pub ends: u64,
}

/// The other schema of `verify-table`, with a peak that a new table cannot serve.
#[derive(Debug, Table)]
#[entities(Visit)]
pub struct Visits;

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Visits)]
#[pk(template = "VISITOR#<visitor>")]
#[sk(template = "VISIT#<id>")]
#[peak(creates = 9_000, item_bytes = 200)]
pub struct Visit {
    pub visitor: String,
    pub id: u32,
}
