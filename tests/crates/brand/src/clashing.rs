//! Each entity is valid in this crate, but clashes in one list with an entity of `ops::clashing`.

use platform::{Platform, keywright::Entity};
use serde::{Deserialize, Serialize};

/// Another crate has a `Note` too.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform, crate = platform::keywright)]
#[pk(template = "BRAND#<brand>")]
#[sk(template = "NOTE#<id>")]
pub struct Note {
    /// The brand that it is about.
    pub brand: String,
    /// The note.
    pub id: String,
}

/// One of the kind "INCIDENT" has the sort key of an incident.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform, crate = platform::keywright)]
#[pk(template = "CASE#<case>")]
#[sk(template = "<kind>#<id>")]
pub struct Finding {
    /// The case.
    pub case: String,
    /// The kind.
    pub kind: String,
    /// The finding.
    pub id: String,
}

/// Writes to the partition key of another crate's heartbeats.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform, crate = platform::keywright)]
#[pk(template = "LATEST")]
#[sk(template = "PROBE#<site>")]
#[peak(writes_per_second = 700, item_bytes = 200)]
pub struct Probe {
    /// The site.
    pub site: String,
}
