//! Statistics of the requests of a call.

use crate::plan::Fault;

/// Statistics of the requests of a call, which bound the effects that the call may have had.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Requests that reached the engine.
    pub requests: u32,
    /// Faults that occurred.
    pub faults: u32,
    /// Writes of single items that were carried out, or will be, without an answer to the client.
    pub unanswered: u32,
    /// Writes that can arrive after the call has ended.
    pub late: u32,
    /// Whether a transaction was carried out, or will be, without an answer. Its token prevents a second effect.
    pub transaction: bool,
    /// Copies of writes of single items that the network has delivered in addition to the answered requests.
    pub copies: u32,
    /// Copies of transactions. If the transaction succeeded, its token keeps the copy from having an effect.
    pub copied_transactions: u32,
    /// Writes that were carried out and answered.
    pub answered: u32,
    /// Whether the call has ended.
    pub ended: bool,
}

impl Traffic {
    pub(super) fn count(&mut self, operation: &str, fault: Option<Fault>, is_closed: bool) {
        self.requests += 1;
        self.faults += u32::from(fault.is_some());
        let is_transaction = operation == "TransactWriteItems";
        let is_write = matches!(operation, "PutItem" | "UpdateItem" | "DeleteItem" | "BatchWriteItem");
        if !is_write && !is_transaction {
            return;
        }
        if matches!(fault, Some(Fault::LostBefore | Fault::ErrorBefore | Fault::Throttled)) {
            return;
        }
        let is_late = matches!(fault, Some(Fault::Late(_) | Fault::Twice(_))) || self.ended;
        let is_copied = matches!(fault, Some(Fault::Twice(_)));
        let is_answered = !is_closed && (is_copied || fault.is_none());
        let is_unanswered = !is_answered;
        match is_transaction {
            true => self.copied_transactions += u32::from(is_copied),
            false => self.copies += u32::from(is_copied),
        }
        self.answered += u32::from(is_answered);
        self.late += u32::from(is_late);
        if is_unanswered && is_transaction {
            self.transaction = true;
        } else if is_unanswered {
            self.unanswered += 1;
        }
    }
}
