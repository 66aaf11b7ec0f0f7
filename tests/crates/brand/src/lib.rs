//! Entities of the platform's table, and a table of its own, in a crate that knows keywright only by the platform's
//! re-export.

pub mod archive;
pub mod clashing;

use platform::{
    Platform, Severity,
    chrono::{DateTime, Utc},
    keywright::Entity,
};
use serde::{Deserialize, Serialize};

/// An alert on a brand.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform, crate = platform::keywright)]
#[pk(template = "THREAT#<brand>#<at:month>")]
#[sk(template = "ALERT#<at:ms>#<id>")]
#[gsi(index = "GSI1", query = by_severity, pk = "SEVERITY#<severity>#<brand>", sk = "THREAT#<at:ms>#<id>")]
pub struct Threat {
    /// Whom it is against.
    pub brand: String,
    /// The time at which it was found.
    pub at: DateTime<Utc>,
    /// The alert.
    pub id: String,
    /// The severity.
    pub severity: Severity,
}
