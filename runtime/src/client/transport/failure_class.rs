//! Classifies failed requests by what to do next.

/// What to do after a failed request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Slow down, and retry.
    Throttled,
    /// Retry a little later: the request was rejected because another request was changing the item.
    Conflict,
    /// Retry: DynamoDB or the connection to it failed temporarily.
    Transient,
    /// Give up: a retry would fail again.
    Final,
}
