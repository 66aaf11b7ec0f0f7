//! The reasons why a request is throttled, and the answer to its client.

use dynoxide::actions::BillingModeSummary;
use dynoxide::errors::CancellationReason;

use crate::Throttle;

/// An entry of `ThrottlingReasons`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reason {
    pub(super) reason: String,
    pub(super) arn: String,
}

/// The reason why one item is throttled.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Refusal {
    pub(super) reasons: Vec<Reason>,
    pub(super) mode: Mode,
}

/// The billing mode of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    OnDemand,
    Provisioned,
}

impl Mode {
    pub(super) fn of(summary: Option<&BillingModeSummary>) -> Self {
        match summary {
            Some(summary) if summary.billing_mode == "PAY_PER_REQUEST" => Self::OnDemand,
            _ => Self::Provisioned,
        }
    }
}

impl Refusal {
    /// Returns the exception of a request for only this item.
    pub(super) fn throttle(&self) -> Throttle {
        let throttle = match self.mode {
            Mode::OnDemand => Throttle::throttling(),
            Mode::Provisioned => Throttle::provisioned_throughput_exceeded(),
        };
        with(throttle, &self.reasons)
    }

    /// Returns the entry of a cancelled transaction: codes and messages of the API Reference,
    /// `TransactionCanceledException`. It has no list of reasons.
    pub(super) fn cancellation(&self) -> CancellationReason {
        let code = match self.mode {
            Mode::OnDemand => "ThrottlingError",
            Mode::Provisioned => "ProvisionedThroughputExceeded",
        };
        let message = self.throttle().message().to_owned();
        CancellationReason { code: code.to_owned(), message: Some(message), item: None }
    }
}

/// Returns the exception of a batch of which nothing was admitted. AWS names this class for both modes (API Reference,
/// `BatchWriteItem`).
pub(super) fn for_batch(refusals: &[Refusal]) -> Throttle {
    let mut reasons: Vec<Reason> = Vec::new();
    for reason in refusals.iter().flat_map(|refusal| &refusal.reasons) {
        if !reasons.contains(reason) {
            reasons.push(reason.clone());
        }
    }
    with(Throttle::provisioned_throughput_exceeded(), &reasons)
}

fn with(throttle: Throttle, reasons: &[Reason]) -> Throttle {
    reasons.iter().fold(throttle, |throttle, Reason { reason, arn }| throttle.reason(reason, arn))
}
