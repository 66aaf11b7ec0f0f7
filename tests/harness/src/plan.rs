//! What a run does: a value from which the whole run follows.

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
    /// A 500 of a request that was not carried out.
    ErrorBefore,
    /// A 500 of a request that was carried out.
    ErrorAfter,
    /// The connection breaks, and the request arrives after this many others.
    Late(u8),
    /// The request is answered, and a copy of it arrives after this many others.
    Twice(u8),
    /// A throttling exception.
    Throttled,
}

impl Fault {
    /// A name for the statistics.
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

/// The end of a client in the middle of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crash {
    /// After how many requests of the call were carried out. With 0 the first request is on its way.
    pub after: u8,
    /// Whether requests that are on their way arrive all the same.
    pub arrives: bool,
}

/// One call of one client, with what happens to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Which client.
    pub client: u8,
    /// What it calls.
    pub call: Call,
    /// The faults of the call's requests, by their number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<(u8, Fault)>,
    /// Whether, and where, the client ends in the middle of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crash: Option<Crash>,
}

/// What a run does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The seed that the plan was drawn from.
    pub seed: u64,
    /// The name of a design.
    pub design: String,
    /// Seeds the order in which requests are carried out and answered.
    pub schedule: u64,
    /// How many clients there are.
    pub clients: u8,
    /// `max_attempts` of the clients' retry configuration.
    pub attempts: u8,
    /// The budget of the clients' `hedge_reads` in percent; 0 for clients that do not hedge.
    #[serde(default)]
    pub hedge: u8,
    /// How far each client's clock is from the true time, in hours.
    pub skews: Vec<i8>,
    /// Whether the history is judged without what is granted to the library.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// The calls: those of one client follow each other, those of several clients are concurrent.
    #[serde(skip)]
    pub steps: Vec<Step>,
}
