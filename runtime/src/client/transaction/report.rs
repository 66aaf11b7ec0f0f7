//! The result of a transaction.

use crate::client::Written;

/// Reports where a transaction wrote its items. Made by awaiting a [`Transaction`](super::Transaction).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionReport {
    token: String,
    written: Vec<Option<Written>>,
}

impl TransactionReport {
    pub(super) fn new(token: String, written: Vec<Option<Written>>) -> Self {
        Self { token, written }
    }

    /// Returns the idempotency token that it was sent with. Within 10 minutes, DynamoDB does not apply an identical
    /// transaction with this token again.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the number of actions that were carried out, which is all of them, including checks.
    pub fn actions(&self) -> usize {
        self.written.len()
    }

    /// Returns where the put, create, replace or increment at this position wrote its item. `None` for other actions,
    /// and for a position without an action.
    pub fn written(&self, position: usize) -> Option<Written> {
        self.written.get(position).copied().flatten()
    }
}
