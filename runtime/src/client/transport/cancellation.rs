//! Turns the cancellation of a transaction into this library's error.

use aws_sdk_dynamodb::types::{CancellationReason as SdkReason, error::TransactionCanceledException};

use super::{
    cancellation_reasons::{CONDITION_FAILED, CONFLICT, NONE, THROTTLES, classify_cancellation},
    failure_class::Failure,
};
use crate::{
    Error, ErrorKind,
    attributes::Item,
    error::{Cancellation, CancellationReason},
};

/// The reason for a failed condition, if the action knows more than the fact that it failed.
pub(crate) struct Refusal {
    reason: CancellationReason,
    text: String,
}

impl Refusal {
    /// Makes the refusal for an item that does not exist, or has expired.
    pub(crate) fn not_found(text: impl Into<String>) -> Self {
        Self { reason: CancellationReason::NotFound, text: text.into() }
    }
}

impl<T: Into<String>> From<T> for Refusal {
    fn from(text: T) -> Self {
        Self { reason: CancellationReason::ConditionFailed, text: text.into() }
    }
}

/// Returns the refusal that this write would get outside of a transaction.
pub(crate) fn refusal_of(error: &Error) -> Refusal {
    match error.kind() {
        ErrorKind::NotFound => Refusal::not_found(error.to_string()),
        _ => error.to_string().into(),
    }
}

impl CancellationReason {
    fn of(code: &str) -> Self {
        match code {
            CONDITION_FAILED => Self::ConditionFailed,
            CONFLICT => Self::Conflict,
            "ItemCollectionSizeLimitExceeded" => Self::ItemCollectionSizeLimitExceeded,
            "ValidationError" => Self::Validation,
            _ if THROTTLES.contains(&code) => Self::Throttled,
            _ => Self::Other(code.to_owned()),
        }
    }

    /// Returns the text of the refusal, given DynamoDB's message.
    fn text(&self, service_message: &str, is_stored: bool) -> String {
        match self {
            Self::ConditionFailed if is_stored => {
                "the stored item does not meet the condition; compare it with `stored()`".into()
            }
            Self::ConditionFailed => "there is no item that could meet the condition; write it first".into(),
            Self::NotFound => "the item does not exist; write it first".into(),
            Self::NotUnique => "another item has the same value in a unique field; choose another one".into(),
            Self::Conflict => {
                "another request was changing the item; wait and repeat, or let fewer change it at once".into()
            }
            Self::Throttled => {
                format!(
                    "dynamodb throttled the request: {service_message}; wait and repeat, or spread the key over more \
                     shards"
                )
            }
            Self::ItemCollectionSizeLimitExceeded => {
                "its item collection is full; with a local index, it can contain at most 10 GB".into()
            }
            Self::Validation if service_message.contains("exceeded the maximum allowed size") => {
                "the item would take more than DynamoDB stores, 409600 bytes (400 KB); split it into several items, or \
                 keep its largest attribute in S3"
                    .into()
            }
            Self::Validation => format!("dynamodb rejected it: {service_message}"),
            Self::Other(code) => format!("dynamodb answered {code}: {service_message}"),
        }
    }
}

/// An input of a transaction, and one of its actions in the request.
pub(crate) struct Input {
    pub(crate) position: usize,
    /// The name of the input's operation, such as `create`.
    pub(crate) name: &'static str,
    pub(crate) entity: &'static str,
    pub(crate) key: String,
    /// Whether this action writes the sentinel of a unique value.
    pub(crate) is_sentinel: bool,
    /// The field of that unique value.
    pub(crate) field: Option<&'static str>,
}

/// Makes the error of a cancelled transaction. Maps the reasons from the request's actions to the inputs.
///
/// `noun` names an input in messages. `failed` explains the failed condition of an input, given the stored item.
pub(crate) fn cancellation_error(
    cancelled: &TransactionCanceledException,
    noun: &str,
    input: impl Fn(usize) -> Option<Input>,
    failed: impl Fn(usize, Option<&Item>) -> Option<Refusal>,
) -> Error {
    let (mut cancellations, mut texts) = (Vec::new(), Vec::new());
    for (place, reason) in cancelled.cancellation_reasons().iter().enumerate() {
        let Some((code, input)) = code_of(reason).zip(input(place)) else { continue };
        let Input { position, name, entity, key, is_sentinel, field } = input;
        let (stored, reason_of) = (reason.item().cloned(), CancellationReason::of(code));
        let own = (reason_of == CancellationReason::ConditionFailed).then(|| failed(place, stored.as_ref())).flatten();
        let service_message = reason.message().unwrap_or("no message");
        let Refusal { reason: reason_of, text } = own.unwrap_or_else(|| {
            let text = reason_of.text(service_message, stored.is_some());
            Refusal { reason: reason_of, text }
        });
        let (stored, reason_of) = match (is_sentinel, reason_of) {
            (true, CancellationReason::ConditionFailed) => (None, CancellationReason::NotUnique),
            (true, reason) => (None, reason),
            (false, reason) => (stored, reason),
        };
        let field = field.filter(|_| reason_of == CancellationReason::NotUnique);
        texts.push(format!("{noun} {position} ({name} `{entity}`, key {key}): {text}"));
        cancellations.push(Cancellation { position, entity, key, reason: reason_of, field, text, stored });
    }
    let kind = match classify_cancellation(cancelled) {
        Failure::Throttled => ErrorKind::Throttled,
        Failure::Conflict => ErrorKind::TransactionConflict,
        Failure::Transient | Failure::Final => ErrorKind::TransactionCancelled,
    };
    let field = cancellations.iter().find_map(|cancellation| cancellation.field);
    let error = Error::new(kind, message(&texts, cancelled.message())).cancelled_by(cancellations);
    field.into_iter().fold(error, Error::on_field)
}

fn code_of(reason: &SdkReason) -> Option<&str> {
    reason.code().filter(|code| *code != NONE)
}

fn message(texts: &[String], service_message: Option<&str>) -> String {
    const SHOWN: usize = 3;
    if texts.is_empty() {
        return format!("dynamodb cancelled the transaction: {}", service_message.unwrap_or("no message"));
    }
    let shown = texts.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    let more = match texts.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!("; and {more} more, which `cancellations()` has"),
        _ => String::new(),
    };
    format!("dynamodb cancelled the transaction, for {shown}{more}")
}
