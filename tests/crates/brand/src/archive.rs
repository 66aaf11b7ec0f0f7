//! A table with its entities, which uses every derive macro by the re-export.

use platform::keywright::{Entity, KeyEnum, Schema, Table};
use serde::{Deserialize, Serialize};

/// The table of closed cases.
#[derive(Table)]
#[table(pk = "case", sk = none, discriminator = none, crate = platform::keywright)]
#[gsi(name = "by-outcome", pk = "outcome_key", sk = "case", projection = "keys_only")]
pub struct Archive;

/// A closed case.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Archive, crate = platform::keywright)]
#[pk(template = "<case>", query = history)]
#[gsi(index = "by-outcome", query = ended, pk = "<outcome>", sk = "<case>", shard(hash(case), count = 4))]
#[peak(writes_per_second = 50, item_bytes = 400)]
pub struct Case {
    /// The case.
    pub case: String,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome of a case.
#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
#[key(crate = platform::keywright)]
pub enum Outcome {
    /// It is gone.
    Removed,
    /// It was not a threat.
    #[key("false-alarm")]
    FalseAlarm,
}

/// The archive's entities.
#[derive(Schema)]
#[schema(table = Archive, entities(Case), crate = platform::keywright)]
pub struct ArchiveSchema;
