//! The failures of a request, and their wire format.

use serde_json::json;

use crate::wire::Answer;

/// A failure of a request, in place of one execution with one answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// A throttling exception with status 400; the request is not carried out.
    Throttled(Throttle),
    /// `InternalServerError` with status 500.
    ///
    /// According to AWS, a write with this answer may or may not have been carried out (Developer Guide, "Error
    /// handling with DynamoDB").
    InternalServerError {
        /// Whether the request is carried out, so that only its answer is lost.
        carried_out: bool,
    },
    /// `ServiceUnavailable` with status 503.
    ServiceUnavailable {
        /// Whether the request is carried out, so that only its answer is lost.
        carried_out: bool,
    },
    /// No answer: the connection is reset, which the SDK reports as a dispatch failure of I/O.
    Disconnected {
        /// Whether the request is carried out, so that only its answer is lost.
        carried_out: bool,
    },
    /// No answer, as for [`Disconnected`](Self::Disconnected), and the request is carried out later: after the next
    /// `after` requests of any client that reach the engine.
    ///
    /// A request can be delayed between the client and DynamoDB, so that it arrives after the client has given up on
    /// it, has retried it, and has learned the outcome of the retry. The client never gets its answer.
    /// [`Local::late_requests`](crate::Local::late_requests) counts the requests that are still delayed.
    Late {
        /// The number of requests that overtake it. With 0 it is carried out at once.
        after: u64,
    },
    /// The request is answered as usual, and a copy of it is carried out again after the next `after` requests that
    /// reach the engine. The answer to the copy is discarded.
    ///
    /// A proxy or a network can deliver a request twice. Conditions and the token of a transaction prevent the copy
    /// from changing anything, but an unconditional `ADD` counts twice.
    /// [`Local::late_requests`](crate::Local::late_requests) counts the copies that are still delayed.
    Twice {
        /// The number of requests that overtake the copy. With 0 it is carried out right after the original.
        after: u64,
    },
}

impl Failure {
    /// Returns whether the engine carries the request out despite the failure, at once or [later](Self::Late).
    #[must_use]
    pub fn carried_out(&self) -> bool {
        match self {
            Self::Throttled(_) => false,
            Self::Late { .. } | Self::Twice { .. } => true,
            Self::InternalServerError { carried_out }
            | Self::ServiceUnavailable { carried_out }
            | Self::Disconnected { carried_out } => *carried_out,
        }
    }

    /// Returns the answer that is sent in place of the engine's. `None` if the connection is lost, or if the engine's
    /// answer is sent.
    pub(crate) fn answer(&self) -> Option<Answer> {
        let failure = |status, class: &str, message: &str| {
            let class = format!("com.amazonaws.dynamodb.v20120810#{class}");
            Some(Answer { status, body: json!({ "__type": class, "message": message }).to_string() })
        };
        match self {
            Self::Throttled(throttle) => Some(throttle.answer()),
            Self::InternalServerError { .. } => failure(500, "InternalServerError", "Internal server error"),
            Self::ServiceUnavailable { .. } => failure(
                503,
                "ServiceUnavailable",
                "DynamoDB is currently unavailable. (This should be a temporary state.)",
            ),
            Self::Disconnected { .. } | Self::Late { .. } | Self::Twice { .. } => None,
        }
    }
}

/// A throttling exception in DynamoDB's form.
///
/// On AWS a batch fails with one only if every item in it was throttled, and a transaction is cancelled with a
/// throttling reason for an item. Here the exception answers the whole request, for every operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Throttle {
    class: Class,
    reasons: Vec<Reason>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    ProvisionedThroughputExceeded,
    Throttling,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Reason {
    reason: String,
    resource: String,
}

impl Throttle {
    /// Makes a `ProvisionedThroughputExceededException`, the class of a table or partition in provisioned mode.
    #[must_use]
    pub fn provisioned_throughput_exceeded() -> Self {
        Self { class: Class::ProvisionedThroughputExceeded, reasons: Vec::new() }
    }

    /// Makes a `ThrottlingException`, the class of a table in on-demand mode and of too many operations on tables.
    #[must_use]
    pub fn throttling() -> Self {
        Self { class: Class::Throttling, reasons: Vec::new() }
    }

    /// Adds an entry to the exception's list of reasons: what was exceeded, such as
    /// `TableReadKeyRangeThroughputExceeded`, and the ARN of the table or index.
    ///
    /// A reason consists of a resource type, an operation type and a limit type in a row (API Reference,
    /// `ThrottlingReason`). It is not checked.
    #[must_use]
    pub fn reason(mut self, reason: impl Into<String>, resource: impl Into<String>) -> Self {
        self.reasons.push(Reason { reason: reason.into(), resource: resource.into() });
        self
    }

    /// Returns the message, which differs for an index (API Reference, `TransactionCanceledException`).
    pub(crate) fn message(&self) -> &'static str {
        let is_index = self.reasons.iter().any(|reason| reason.resource.contains("/index/"));
        match (self.class, is_index) {
            (Class::ProvisionedThroughputExceeded, false) => {
                "The level of configured provisioned throughput for the table was exceeded. Consider increasing \
                 your provisioning level with the UpdateTable API."
            }
            (Class::ProvisionedThroughputExceeded, true) => {
                "The level of configured provisioned throughput for one or more global secondary indexes of the table \
                 was exceeded. Consider increasing your provisioning level for the under-provisioned global secondary \
                 indexes with the UpdateTable API."
            }
            (Class::Throttling, false) => {
                "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling \
                 your table or index so please try again shortly. If exceptions persist, check if you have a hot key: \
                 https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html"
            }
            (Class::Throttling, true) => {
                "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is \
                 automatically scaling your index so please try again shortly."
            }
        }
    }

    pub(crate) fn answer(&self) -> Answer {
        let message = self.message();
        let (class, list) = match self.class {
            Class::ProvisionedThroughputExceeded => {
                ("com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException", "ThrottlingReasons")
            }
            Class::Throttling => ("com.amazon.coral.availability#ThrottlingException", "throttlingReasons"),
        };
        let mut body = json!({ "__type": class, "message": message });
        if !self.reasons.is_empty() {
            let reason = |Reason { reason, resource }: &Reason| json!({ "reason": reason, "resource": resource });
            body[list] = self.reasons.iter().map(reason).collect();
        }
        Answer { status: 400, body: body.to_string() }
    }
}
