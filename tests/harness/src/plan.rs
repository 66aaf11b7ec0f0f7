//! The plan of a run, which determines the whole run.

mod draw;
mod text;

use serde::{Deserialize, Serialize};

use crate::call::Call;

/// A fault of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// The connection breaks before the request arrives.
    LostBefore,
    /// The request is carried out, and the connection breaks before the answer arrives.
    LostAfter,
    /// A 500 response to a request that was not carried out.
    ErrorBefore,
    /// A 500 response to a request that was carried out.
    ErrorAfter,
    /// The connection breaks, and the request arrives after this many others.
    Late(u8),
    /// The request is answered, and a copy of it arrives after this many others.
    Twice(u8),
    /// A throttling exception.
    Throttled,
}

impl Fault {
    /// Returns a name for the statistics.
    pub fn name(self) -> &'static str {
        match self {
            Self::LostBefore => "lost before",
            Self::LostAfter => "lost after",
            Self::ErrorBefore => "500 before",
            Self::ErrorAfter => "500 after",
            Self::Late(_) => "late",
            Self::Twice(_) => "twice",
            Self::Throttled => "throttled",
        }
    }
}

/// The crash of a client in the middle of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crash {
    /// The number of requests of the call that are carried out before the crash. With 0, the first request is in
    /// flight.
    pub after: u8,
    /// Whether requests in flight still arrive.
    pub arrives: bool,
}

/// One call of one client, with its faults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The number of the client.
    pub client: u8,
    /// The call.
    pub call: Call,
    /// The faults of the call's requests, by their number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<(u8, Fault)>,
    /// The crash of the client in the middle of the call, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crash: Option<Crash>,
}

/// The plan of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The seed of the plan.
    pub seed: u64,
    /// The name of a design.
    pub design: String,
    /// The seed of the order in which requests are carried out and answered.
    pub schedule: u64,
    /// The number of clients.
    pub clients: u8,
    /// `max_attempts` of the clients' retry configuration.
    pub attempts: u8,
    /// The budget of the clients' `hedge_reads` in percent; 0 for clients that do not hedge.
    #[serde(default)]
    pub hedge: u8,
    /// The error of each client's clock, in hours.
    pub skews: Vec<i8>,
    /// The calls. Those of one client run in sequence, those of different clients concurrently.
    #[serde(skip)]
    pub steps: Vec<Step>,
}
