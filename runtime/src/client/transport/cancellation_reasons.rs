//! Extracts from the SDK's error why DynamoDB cancelled a transaction.

use std::error::Error as StdError;

use aws_sdk_dynamodb::{
    config::http::HttpResponse,
    error::{ProvideErrorMetadata as _, SdkError},
    types::{CancellationReason, error::TransactionCanceledException},
};

use super::failure_class::Failure;

/// The code of an action that did not cause the cancellation.
pub(crate) const NONE: &str = "None";

pub(crate) const CONDITION_FAILED: &str = "ConditionalCheckFailed";
pub(crate) const CONFLICT: &str = "TransactionConflict";

/// The codes of an action that was throttled.
pub(crate) const THROTTLES: [&str; 2] = ["ThrottlingError", "ProvisionedThroughputExceeded"];

/// Returns the exception with the reasons, if a transaction of writes or of reads was cancelled.
///
/// Both operations' errors have this exception as their source.
pub(crate) fn cancelled<E, R>(error: &SdkError<E, R>) -> Option<&TransactionCanceledException>
where
    E: StdError + 'static,
{
    error.as_service_error().and_then(StdError::source)?.downcast_ref()
}

/// Returns the error of a cancelled transaction without the items of its reasons and without the answer's body, because
/// the caller did not request their values. It keeps the code, the reasons and the request id.
pub(crate) fn without_items<E>(
    error: &SdkError<E>,
    cancelled: &TransactionCanceledException,
    to: fn(TransactionCanceledException) -> E,
) -> Option<SdkError<E>> {
    let answer = error.raw_response()?;
    let bare = |reason: &CancellationReason| {
        let bare = CancellationReason::builder().set_code(reason.code.clone());
        bare.set_message(reason.message.clone()).build()
    };
    let mut stripped = HttpResponse::new(answer.status(), "".into());
    *stripped.headers_mut() = answer.headers().clone();
    let exception = TransactionCanceledException::builder()
        .set_message(cancelled.message.clone())
        .set_cancellation_reasons(Some(cancelled.cancellation_reasons().iter().map(bare).collect()))
        .meta(cancelled.meta().clone());
    Some(SdkError::service_error(to(exception.build()), stripped))
}

/// Classifies a cancellation: it is retried only if all of its reasons are throttles or conflicts.
pub(crate) fn classify_cancellation(cancelled: &TransactionCanceledException) -> Failure {
    let reasons = cancelled.cancellation_reasons().iter();
    let codes: Vec<&str> = reasons.filter_map(|reason| reason.code()).filter(|code| *code != NONE).collect();
    let is_throttle = |code: &&str| THROTTLES.contains(code);
    if codes.is_empty() || !codes.iter().all(|code| is_throttle(code) || *code == CONFLICT) {
        return Failure::Final;
    }
    if codes.iter().any(is_throttle) { Failure::Throttled } else { Failure::Conflict }
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::CancellationReason;

    use super::*;

    fn failure_of(codes: &[&str]) -> Failure {
        let reasons = codes.iter().map(|code| CancellationReason::builder().code(*code).build());
        classify_cancellation(
            &TransactionCanceledException::builder().set_cancellation_reasons(Some(reasons.collect())).build(),
        )
    }

    #[test]
    fn only_transient_cancellations_are_retried() {
        assert_eq!(failure_of(&["None", "TransactionConflict", "None"]), Failure::Conflict);
        assert_eq!(failure_of(&["TransactionConflict", "ThrottlingError"]), Failure::Throttled);
        assert_eq!(failure_of(&["ProvisionedThroughputExceeded"]), Failure::Throttled);
        for code in ["ConditionalCheckFailed", "ItemCollectionSizeLimitExceeded", "ValidationError", "Later"] {
            assert_eq!(failure_of(&["TransactionConflict", code, "ThrottlingError"]), Failure::Final, "{code}");
        }
        assert_eq!(failure_of(&["None", "None"]), Failure::Final);
        assert_eq!(failure_of(&[]), Failure::Final);
    }
}
