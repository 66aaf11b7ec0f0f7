//! What keywright does, seen from outside on the embedded engine

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

/// The table that the processes of `tests/workers` sweep.
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
    /// The run that has changed it.
    pub run: Option<String>,
    pub changes: u32,
}

impl Parcel {
    pub fn new(id: u32) -> Self {
        Self { id, contents: "x".repeat(1_000), run: None, changes: 0 }
    }

    /// The change of a run: once, however often it sees the item.
    pub fn counted(self, run: &str) -> Option<Self> {
        let is_counted = self.run.as_deref() == Some(run);
        (!is_counted).then(|| Self { run: Some(run.to_owned()), changes: self.changes + 1, ..self })
    }
}
