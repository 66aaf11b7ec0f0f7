//! Each entity is valid in this crate, but clashes in one list with an entity of `brand::clashing`.

use keywright::Entity;
use platform::Platform;
use serde::{Deserialize, Serialize};

/// Another crate has a `Note` too.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SHIFT#<shift>")]
#[sk(template = "NOTE#<id>")]
pub struct Note {
    /// The shift that it is for.
    pub shift: String,
    /// The note.
    pub id: String,
}

/// Its sort key is also one that a finding can write.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CASE#<case>")]
#[sk(template = "INCIDENT#<id>")]
pub struct Incident {
    /// The case.
    pub case: String,
    /// The incident.
    pub id: String,
}

/// Writes to the partition key of another crate's probes.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LATEST")]
#[sk(template = "HOST#<host>")]
#[peak(writes_per_second = 600, item_bytes = 200)]
pub struct Heartbeat {
    /// The host.
    pub host: String,
}
