//! Turns SDK errors into this library's error.

use std::{any::Any, error::Error as StdError, fmt::Debug};

use aws_sdk_dynamodb::{
    config::http::HttpResponse,
    error::{BuildError, ConnectorError, ProvideErrorMetadata, SdkError},
    types::{
        ThrottlingReason,
        error::{ProvisionedThroughputExceededException, RequestLimitExceeded, ThrottlingException},
    },
};

use super::{
    attempts::{Attempts, refused},
    cancellation_reasons::{cancelled, classify_cancellation},
    failure_class::Failure,
    limits::exceeded,
};
use crate::{
    Error, ErrorKind,
    throttling::{Limit, Reason, Throttle},
};

/// The codes by which the SDK recognizes a throttle of any service. Two codes of its list are left out because DynamoDB
/// uses them for something else: `LimitExceededException` (too many tables are changing at once) and
/// `TransactionInProgressException`.
///
/// Source: `aws_runtime::retries::classifiers::THROTTLING_ERRORS`.
const THROTTLES: [&str; 12] = [
    "Throttling",
    "ThrottlingException",
    "ThrottledException",
    "RequestThrottledException",
    "TooManyRequestsException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "BandwidthLimitExceeded",
    "RequestThrottled",
    "SlowDown",
    "PriorRequestNotComplete",
    "EC2ThrottledException",
];

/// The codes of a request that conflicted with another one. The first is for a write of one item and a transaction. A
/// transaction that conflicts is cancelled instead, with the conflict among its reasons. The second is for a write of
/// an item that another Region writes at the same time, in a global table with strong consistency.
///
/// AWS: [multi-Region strong consistency](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html).
const CONFLICTS: [&str; 3] = ["TransactionConflictException", "ReplicatedWriteConflictException", IN_PROGRESS];

/// An earlier request with this token is still in progress.
const IN_PROGRESS: &str = "TransactionInProgressException";

/// An earlier request with the same token had other parameters.
const MISMATCHED: &str = "IdempotentParameterMismatchException";

/// Classifies a failure as the SDK does for its own retries, and a cancelled transaction by its reasons. A request that
/// may have been carried out counts as failed, so its retry must be harmless.
pub(crate) fn failure<E: ProvideErrorMetadata + StdError + 'static>(error: &SdkError<E>) -> Failure {
    if let Some(cancelled) = cancelled(error) {
        return classify_cancellation(cancelled);
    }
    let is_transient = match error {
        SdkError::ServiceError(service) => {
            let code = service.err().code().unwrap_or_default();
            if THROTTLES.contains(&code) {
                return Failure::Throttled;
            }
            if CONFLICTS.contains(&code) {
                return Failure::Conflict;
            }
            let status = service.raw().status().as_u16();
            matches!(status, 500 | 502..=504) || matches!(code, "RequestTimeout" | "RequestTimeoutException")
        }
        SdkError::TimeoutError(_) | SdkError::ResponseError(_) => true,
        SdkError::DispatchFailure(way) => way.is_timeout() || way.is_io() || way.as_other().is_some(),
        _ => false,
    };
    if is_transient { Failure::Transient } else { Failure::Final }
}

/// Returns why DynamoDB throttled a request. Empty for other failures, and if it gave no reasons.
///
/// Each operation's error has the three exceptions as sources, so one function finds them for all operations.
pub(crate) fn throttles<E, R>(error: &SdkError<E, R>) -> Vec<Throttle>
where
    E: StdError + 'static,
{
    let Some(exception) = error.as_service_error().and_then(StdError::source) else { return Vec::new() };
    let reasons = if let Some(provisioned) = exception.downcast_ref::<ProvisionedThroughputExceededException>() {
        provisioned.throttling_reasons()
    } else if let Some(throttling) = exception.downcast_ref::<ThrottlingException>() {
        throttling.throttling_reasons()
    } else if let Some(request_limit) = exception.downcast_ref::<RequestLimitExceeded>() {
        request_limit.throttling_reasons()
    } else {
        &[]
    };
    reasons.iter().map(throttle).collect()
}

fn throttle(reason: &ThrottlingReason) -> Throttle {
    let text = reason.reason().unwrap_or_default();
    let parsed = text.parse().unwrap_or_else(|_| Reason::Unknown(text.to_owned()));
    Throttle::new(parsed, reason.resource().map(str::to_owned))
}

/// Whether one of these throttles is for this limit.
pub(crate) fn exceeds(throttles: &[Throttle], limit: Limit) -> bool {
    throttles.iter().any(|throttle| throttle.reason().limit() == Some(limit))
}

/// Makes the error for a request that the SDK's builder rejects.
pub(crate) fn build_error(error: BuildError) -> Error {
    Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error)
}

/// Makes this library's error from the SDK's, with a kind, DynamoDB's message, and a fix if there is one.
///
/// Its outcome is `NotApplied`, as for every read. Writes use [`write_error`].
pub(crate) fn sdk_error<E, R>(error: SdkError<E, R>) -> Error
where
    E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
    R: Debug + Send + Sync + 'static,
{
    error_of(error, false)
}

/// Makes the error of a request, which may have been carried out if `is_lost` is set.
fn error_of<E, R>(error: SdkError<E, R>, is_lost: bool) -> Error
where
    E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
    R: Debug + Send + Sync + 'static,
{
    if let Some(exceeded) = rejected_before_sending(&error) {
        return exceeded;
    }
    let maybe = if is_lost { MAY_BE_CARRIED_OUT } else { "" };
    let throttles = throttles(&error);
    let code = error.code().unwrap_or_default();
    let is_mismatch = code == "ValidationException" && error.message().is_some_and(is_schema_mismatch);
    let is_too_large = code == "ValidationException" && error.message().is_some_and(is_item_too_large);
    let kind = match code {
        _ if is_mismatch => ErrorKind::TableMismatch,
        _ if is_too_large => ErrorKind::ItemTooLarge,
        "ResourceNotFoundException" => ErrorKind::TableNotFound,
        "TransactionCanceledException" => match cancelled(&error).map(classify_cancellation) {
            Some(Failure::Throttled) => ErrorKind::Throttled,
            Some(Failure::Conflict) => ErrorKind::TransactionConflict,
            _ => ErrorKind::TransactionCancelled,
        },
        MISMATCHED => ErrorKind::TokenReused,
        _ if CONFLICTS.contains(&code) => ErrorKind::TransactionConflict,
        _ if THROTTLES.contains(&code) => ErrorKind::Throttled,
        _ => ErrorKind::Service,
    };
    let message = match &error {
        SdkError::ServiceError(_) if !throttles.is_empty() => throttled(&throttles),
        SdkError::ServiceError(_) if code.is_empty() => format!("{}{maybe}", describe_unknown_response(&error)),
        SdkError::ServiceError(_) => {
            let service_message = error.message().unwrap_or("no message");
            let fix = match kind {
                ErrorKind::TableMismatch => MISMATCH,
                ErrorKind::ItemTooLarge => TOO_LARGE,
                ErrorKind::TransactionConflict if code != IN_PROGRESS => CONFLICT,
                _ if is_lost && SERVER_ERRORS.contains(&code) => MAY_BE_CARRIED_OUT,
                _ => fix(code),
            };
            format!("dynamodb answered {code}: {service_message}{fix}")
        }
        SdkError::TimeoutError(_) => format!("{TIMED_OUT}{maybe}"),
        SdkError::DispatchFailure(way) if is_lost || may_have_arrived(way.as_connector_error()) => {
            format!(
                "no response arrived: {}{}",
                causes(&error),
                if is_lost { MAY_BE_CARRIED_OUT } else { "; check the network, and repeat it" }
            )
        }
        SdkError::ConstructionFailure(_) if is_lost => format!("no response arrived: {}{maybe}", causes(&error)),
        SdkError::ConstructionFailure(_) | SdkError::DispatchFailure(_) => {
            format!("the request did not reach dynamodb: {}; check credentials, endpoint and network", causes(&error))
        }
        _ => format!("the response could not be read: {}{maybe}", causes(&error)),
    };
    Error::new(kind, message).throttled_by(throttles).caused_by(error)
}

/// Makes the error of a request that was not sent or has no answer when its call ends.
pub(crate) fn timed_out() -> Error {
    Error::new(ErrorKind::Service, TIMED_OUT)
}

/// The message if the operation time-out of a call or of a request has passed.
const TIMED_OUT: &str = "the request timed out; see the SDK's timeout settings";

/// Whether a request had a connection when it failed, so that only its answer may have been lost.
fn may_have_arrived(way: Option<&ConnectorError>) -> bool {
    way.is_some_and(|way| !way.is_user() && !refused(way))
}

/// Describes an answer that is not one of DynamoDB's errors, which name their type.
fn describe_unknown_response<E, R: 'static>(error: &SdkError<E, R>) -> String {
    let response = error.raw_response().and_then(|response| (response as &dyn Any).downcast_ref::<HttpResponse>());
    let status = response.map_or_else(String::new, |response| format!(" with HTTP status {}", response.status()));
    format!(
        "the response{status} did not come from dynamodb: it names no DynamoDB error; check the endpoint, and proxies \
         and gateways in between"
    )
}

/// Describes which throughput was exceeded, and how to fix it.
fn throttled(throttles: &[Throttle]) -> String {
    let mut message = "dynamodb throttled the request: ".to_owned();
    let mut remedies: Vec<&str> = Vec::new();
    for (at, throttle) in throttles.iter().enumerate() {
        message += if at == 0 { "" } else { ", " };
        message += &throttle.to_string();
        let remedy = throttle.reason().remedy();
        if !remedies.contains(&remedy) {
            remedies.push(remedy);
        }
    }
    for remedy in remedies {
        message += "; ";
        message += remedy;
    }
    message
}

/// Returns the messages of an error and of all its causes.
fn causes(error: &dyn StdError) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        words = format!("{words}: {error}");
        cause = error.source();
    }
    words
}

/// Like [`sdk_error`], for a write: its outcome is unknown if any request of the call may have been applied.
pub(crate) fn write_error<E, R>(error: SdkError<E, R>, attempts: &Attempts) -> Error
where
    E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
    R: Debug + Send + Sync + 'static,
{
    // The operation time-out can interrupt an attempt, which is then not recorded as lost.
    let is_of_token = matches!(error.code(), Some(IN_PROGRESS | MISMATCHED));
    let code = error.code().unwrap_or_default();
    let is_refused = matches!(error, SdkError::ServiceError(_)) && !code.is_empty() && !SERVER_ERRORS.contains(&code);
    let lost = attempts.lost() || matches!(error, SdkError::TimeoutError(_)) || is_of_token;
    let error = error_of(error, lost);
    // For any other failure, the message already says that the last request may have been carried out.
    if lost && (!is_refused || is_of_token) { error.outcome_unknown() } else { attempts.in_doubt(error) }
}

/// The codes of failures inside DynamoDB, after which a write may have been carried out.
const SERVER_ERRORS: [&str; 3] = ["InternalServerError", "InternalFailure", "ServiceUnavailable"];

const MAY_BE_CARRIED_OUT: &str = "; it may have been carried out: read the item before you repeat it";

const MISMATCH: &str =
    "; the table differs from its declaration: open it with `open_verified()`, which lists every difference";

const CONFLICT: &str =
    "; another request was changing an item of it: wait and repeat, or let fewer requests change one item at once";

const TOO_LARGE: &str =
    "; an item has at most 400 KB, attribute names included: write less, or keep large values elsewhere";

/// Returns why a request was rejected before it was sent. `None` for other failures.
pub(crate) fn rejected_before_sending<E: StdError + 'static, R: Debug + 'static>(
    error: &SdkError<E, R>,
) -> Option<Error> {
    match error {
        SdkError::ConstructionFailure(_) => exceeded(error),
        _ => None,
    }
}

/// Whether DynamoDB's message says that an item would exceed 400 KB.
fn is_item_too_large(message: &str) -> bool {
    ["Item size has exceeded", "Item size to update has exceeded"].iter().any(|words| message.contains(words))
}

/// Whether DynamoDB's message says that the table's keys or indexes differ from the request's.
fn is_schema_mismatch(message: &str) -> bool {
    const WORDS: [&str; 5] = [
        "does not match the schema",
        "Missing the key ",
        "Type mismatch for ",
        "missed key schema element",
        "does not have the specified index",
    ];
    WORDS.iter().any(|words| message.contains(words))
}

fn fix(code: &str) -> &'static str {
    match code {
        "ResourceNotFoundException" => {
            "; create the table, from the generated infrastructure code or with `create_table()`, or check name and \
             region"
        }
        _ if THROTTLES.contains(&code) => "; wait and repeat, or spread the key over more shards",
        _ if SERVER_ERRORS.contains(&code) => "; wait and repeat",
        "ItemCollectionSizeLimitExceededException" => "; an item collection with a local index holds at most 10 GB",
        IN_PROGRESS => "; a request with the same token is still being carried out: wait and repeat it with that token",
        MISMATCHED => {
            "; in the last 10 minutes a transaction with this token was carried out, or is in progress, with other \
             actions or at another time: read the items before you send anything again. Repeat a transaction with the \
             same actions and the `at` of the first call; give any other its own token"
        }
        "AccessDeniedException" => "; give the caller's IAM role this action on the table",
        "UnrecognizedClientException" | "InvalidSignatureException" | "ExpiredTokenException" => {
            "; check the credentials"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::{error::ErrorMetadata, operation::get_item::GetItemError};

    use super::*;

    fn answer(status: u16, code: &str) -> SdkError<GetItemError> {
        let error = GetItemError::generic(ErrorMetadata::builder().code(code).build());
        SdkError::service_error(error, HttpResponse::new(status.try_into().unwrap(), "".into()))
    }

    fn unsent(error: ConnectorError) -> SdkError<GetItemError> {
        SdkError::dispatch_failure(error)
    }

    #[test]
    fn failures_are_classified_as_in_the_sdk() {
        for code in THROTTLES {
            assert_eq!(failure(&answer(400, code)), Failure::Throttled, "{code}");
            assert_eq!(sdk_error(answer(400, code)).kind(), ErrorKind::Throttled, "{code}");
        }
        assert_eq!(failure(&answer(503, "ThrottlingException")), Failure::Throttled);
        for status in [500, 502, 503, 504] {
            assert_eq!(failure(&answer(status, "InternalServerError")), Failure::Transient, "{status}");
        }
        assert_eq!(failure(&answer(400, "RequestTimeout")), Failure::Transient);
        for code in CONFLICTS {
            assert_eq!(failure(&answer(400, code)), Failure::Conflict, "{code}");
            assert_eq!(sdk_error(answer(400, code)).kind(), ErrorKind::TransactionConflict, "{code}");
        }
        assert_eq!(failure(&answer(400, "ValidationException")), Failure::Final);
        assert_eq!(failure(&answer(501, "NotImplemented")), Failure::Final);
        let empty = HttpResponse::new(200_u16.try_into().unwrap(), "".into());
        assert_eq!(failure(&SdkError::<GetItemError>::response_error("cut off", empty)), Failure::Transient);
        assert_eq!(failure(&SdkError::<GetItemError>::timeout_error("late")), Failure::Transient);
        assert_eq!(failure(&SdkError::<GetItemError>::construction_failure("no table")), Failure::Final);
        assert_eq!(failure(&unsent(ConnectorError::io("reset".into()))), Failure::Transient);
        assert_eq!(failure(&unsent(ConnectorError::timeout("late".into()))), Failure::Transient);
        assert_eq!(failure(&unsent(ConnectorError::user("no client".into()))), Failure::Final);
        assert_eq!(failure(&unsent(ConnectorError::other("what".into(), None))), Failure::Final);
    }
    #[test]
    fn errors_of_other_servers_show_the_http_status() {
        for status in [403_u16, 500, 504] {
            let error = GetItemError::generic(ErrorMetadata::builder().build());
            let response = HttpResponse::new(status.try_into().unwrap(), "<html>".into());
            let text = sdk_error(SdkError::service_error(error, response)).to_string();
            assert!(text.contains(&format!("HTTP status {status}")), "{text}");
            assert!(text.contains("did not come from dynamodb"), "{text}");
        }
        let text = sdk_error(answer(500, "InternalServerError")).to_string();
        assert!(text.contains("dynamodb answered InternalServerError"), "{text}");
    }

    #[test]
    fn lost_responses_are_distinguished_from_unsent_requests() {
        let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
        let text = |error: ConnectorError| sdk_error(unsent(error)).to_string();
        for arrived in [ConnectorError::io("reset".into()), ConnectorError::timeout("late".into())] {
            let text = text(arrived);
            assert!(text.contains("no response arrived") && !text.contains("did not reach"), "{text}");
        }
        for unsent in [ConnectorError::io(Box::new(refused)), ConnectorError::user("no client".into())] {
            let text = text(unsent);
            assert!(text.contains("did not reach dynamodb"), "{text}");
        }
    }
}
