//! The answers that clients receive.

use keywright::{Entity, Error, ErrorKind, Outcome, Result, client::Conditional};
use serde::{Deserialize, Serialize};

/// An item in the form of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    pub value: u32,
    pub count: i64,
    pub tag: u8,
    pub mark: u8,
    pub mail: Option<u8>,
    pub version: u64,
}

/// The reason why a write was refused: a state that the stored items must have had at some moment of the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Refusal {
    Exists,
    Missing,
    Condition,
    Version,
    NotUnique,
    Cancelled,
}

/// The answer to a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// The call was carried out.
    Done,
    /// The call was carried out, and returned the version that it wrote.
    Wrote(u64),
    /// The item that a get read.
    Read(Option<View>),
    /// The item after the call.
    Returned(View),
    /// Nothing was changed, because of the stored items.
    Refused(Refusal),
    /// Nothing was changed, for a reason outside the items: the request was throttled, or DynamoDB could not be
    /// reached.
    Void,
    /// It is unknown whether the call was carried out.
    Unknown,
    /// The client crashed during the call.
    Crashed,
    /// The answers to the parts of a batch, or the items that a query found.
    Parts(Vec<Answer>),
    /// A sum of a counter.
    Total(i64),
    /// The entries of a log, in the order of the answer.
    Entries(Vec<u16>),
    /// An error that no call of the plan may return.
    Impossible(String),
}

impl Answer {
    /// Returns a name for the statistics.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Refused(_) => "NotApplied (refused)",
            Self::Void => "NotApplied (failed)",
            Self::Unknown => "Unknown",
            Self::Crashed => "crashed",
            Self::Parts(_) => "batch",
            Self::Impossible(_) => "impossible",
            _ => "Ok",
        }
    }

    /// Returns the answer of a call that returns a value on success.
    pub fn of<O>(result: Result<O>, done: impl FnOnce(O) -> Self) -> Self {
        match result {
            Ok(output) => done(output),
            Err(error) => Self::failed(&error),
        }
    }

    /// Returns the answer of a call with a condition.
    pub fn conditional<O, E: Entity>(result: Result<Conditional<O, E>>, done: impl FnOnce(O) -> Self) -> Self {
        Self::of(result, |conditional| match conditional {
            Conditional::Applied(output) => done(output),
            Conditional::Refused(_) => Self::Refused(Refusal::Condition),
        })
    }

    /// Combines this answer to a part of a batch with the answer to its next attempt.
    pub fn again(&self, next: Self) -> Self {
        match (self, &next) {
            (Self::Unknown, Self::Void) => Self::Unknown,
            _ => next,
        }
    }

    /// Returns the answer for an error.
    pub fn failed(error: &Error) -> Self {
        if error.outcome() == Outcome::Unknown {
            return Self::Unknown;
        }
        match error.kind() {
            ErrorKind::AlreadyExists => Self::Refused(Refusal::Exists),
            ErrorKind::NotFound => Self::Refused(Refusal::Missing),
            ErrorKind::ConditionFailed => Self::Refused(Refusal::Condition),
            ErrorKind::VersionConflict => Self::Refused(Refusal::Version),
            ErrorKind::NotUnique => Self::Refused(Refusal::NotUnique),
            ErrorKind::TransactionCancelled => Self::Refused(Refusal::Cancelled),
            ErrorKind::Throttled | ErrorKind::Service | ErrorKind::TransactionConflict => Self::Void,
            _ => Self::Impossible(format!("{error:?}")),
        }
    }
}
