//! What a failed request asks for.

/// Whether a failed request is worth repeating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// To be slower, and to repeat it.
    Throttled,
    /// To repeat it a little later: it was refused because another request was changing the item.
    Conflict,
    /// To repeat it: DynamoDB or the way to it failed for the moment.
    Transient,
    /// To give up: it would fail again.
    Final,
}
