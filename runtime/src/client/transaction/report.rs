//! What a transaction wrote.

use crate::client::Written;

/// A transaction that was carried out. Made by awaiting a [`Transaction`](super::Transaction).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionReport {
    token: String,
    written: Vec<Option<Written>>,
}

impl TransactionReport {
    pub(super) fn new(token: String, written: Vec<Option<Written>>) -> Self {
        Self { token, written }
    }

    /// The idempotency token that it was sent with. For 10 minutes the same transaction with it is carried out no
    /// second time.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// How many actions were carried out, checks included: all of them.
    pub fn actions(&self) -> usize {
        self.written.len()
    }

    /// Where the put, create, replace or increment at this position has written its item; `None` for the other actions,
    /// and where there is none.
    pub fn written(&self, position: usize) -> Option<Written> {
        self.written.get(position).copied().flatten()
    }
}
