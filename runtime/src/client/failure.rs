//! What the SDK reports, as this library's error.

use std::{error::Error as StdError, fmt::Debug};

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use super::attempts::Attempts;
use crate::{Error, ErrorKind};

/// The SDK's error, with a kind, the words of DynamoDB, and a way out where there is one.
///
/// Its outcome is `NotApplied`, as for every read; [`write_error`] judges it for writes.
pub(crate) fn sdk_error<E, R>(error: SdkError<E, R>) -> Error
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: Debug + Send + Sync + 'static,
{
    let code = error.code().unwrap_or_default();
    let is_mismatch = code == "ValidationException" && error.message().is_some_and(says_mismatch);
    let kind = match code {
        _ if is_mismatch => ErrorKind::TableMismatch,
        "ResourceNotFoundException" => ErrorKind::TableNotFound,
        "ThrottlingException" | "ProvisionedThroughputExceededException" | "RequestLimitExceeded" => {
            ErrorKind::Throttled
        }
        _ => ErrorKind::Service,
    };
    let message = match &error {
        SdkError::ServiceError(_) => {
            let said = error.message().unwrap_or("no message");
            let way_out = if is_mismatch { MISMATCH } else { way_out(code) };
            format!("dynamodb answered {code}: {said}{way_out}")
        }
        SdkError::TimeoutError(_) => "the request timed out; see the SDK's timeout settings".into(),
        SdkError::ConstructionFailure(_) | SdkError::DispatchFailure(_) => {
            format!("the request did not reach dynamodb: {}", causes(&error))
        }
        _ => format!("the answer could not be read: {}", causes(&error)),
    };
    Error::new(kind, message).caused_by(error)
}

/// The words of an error and of all that caused it.
fn causes(error: &dyn StdError) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        words = format!("{words}: {error}");
        cause = error.source();
    }
    words
}

/// [`sdk_error`] for a write: its outcome is unknown if any attempt may have been applied.
pub(crate) fn write_error<E, R>(error: SdkError<E, R>, attempts: &Attempts) -> Error
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: Debug + Send + Sync + 'static,
{
    // The time limit of the whole call ends it in the middle of an attempt, which then is not reported as one.
    let lost = attempts.lost() || matches!(error, SdkError::TimeoutError(_));
    let error = sdk_error(error);
    if lost { error.outcome_unknown() } else { error }
}

const MISMATCH: &str =
    "; the table is not what its declaration says: open it with `open_verified()`, which names every difference";

/// Whether DynamoDB says that the table has other keys or indexes than the request.
fn says_mismatch(message: &str) -> bool {
    const WORDS: [&str; 5] = [
        "does not match the schema",
        "Missing the key ",
        "Type mismatch for ",
        "missed key schema element",
        "does not have the specified index",
    ];
    WORDS.iter().any(|words| message.contains(words))
}

fn way_out(code: &str) -> &'static str {
    match code {
        "ResourceNotFoundException" => {
            "; create the table, from the generated infrastructure code or with `create_table()`, or check name and region"
        }
        "ThrottlingException" | "ProvisionedThroughputExceededException" | "RequestLimitExceeded" => {
            "; wait and repeat, or spread the key over more shards"
        }
        "ItemCollectionSizeLimitExceededException" => "; an item collection with a local index holds at most 10 GB",
        "AccessDeniedException" => "; give the caller's IAM role this action on the table",
        "UnrecognizedClientException" | "InvalidSignatureException" | "ExpiredTokenException" => {
            "; check the credentials"
        }
        _ => "",
    }
}
