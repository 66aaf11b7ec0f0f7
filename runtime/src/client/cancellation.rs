//! Why a transaction was cancelled, input by input.

use std::fmt;

use aws_sdk_dynamodb::types::{CancellationReason as SdkReason, error::TransactionCanceledException};
use serde::de::DeserializeOwned;

use super::{
    Item,
    cancelled::{CONDITION_FAILED, CONFLICT, NONE, THROTTLES, judge},
    decode::from_item,
    failure::Failure,
};
use crate::{Entity, Error, ErrorKind, Result};

/// One action of a transaction that is a reason why the whole was cancelled.
///
/// [`Error::cancellations`](crate::Error::cancellations) has them.
#[derive(Clone)]
#[non_exhaustive]
pub struct Cancellation {
    /// The place of the input in the transaction, from 0: the action of a write, the key of a read.
    pub position: usize,
    /// The name of its entity.
    pub entity: &'static str,
    /// The key of its item, as text; of a `create`, also an older one that was checked.
    pub key: String,
    /// Why.
    pub reason: CancellationReason,
    /// Of [`CancellationReason::NotUnique`]: the field whose value another item has.
    pub field: Option<&'static str>,
    /// The same in words, with the way out.
    pub text: String,
    stored: Option<Item>,
}

/// Why an action cancelled its transaction.
///
/// Source: [TransactWriteItems](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html),
/// "Cancellation Reasons".
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CancellationReason {
    /// What it demands of the stored item is not so.
    ConditionFailed,
    /// Another item has its value in a [unique](crate::unique) field.
    NotUnique,
    /// Another request was changing the item.
    Conflict,
    /// Throughput was short.
    Throttled,
    /// The item collection is full: 10 GB where the table has a local index.
    ItemCollectionSizeLimitExceeded,
    /// DynamoDB does not take the action or the item that it makes.
    Validation,
    /// A reason that is none of these, with DynamoDB's code.
    Other(String),
}

impl Cancellation {
    /// The item that did not meet the condition; `None` where there was none, and for other reasons.
    pub fn stored_item(&self) -> Option<&Item> {
        self.stored.as_ref()
    }

    /// The same, decoded.
    ///
    /// # Errors
    ///
    /// [`WrongEntity`](crate::ErrorKind::WrongEntity) for another entity's item, and
    /// [`Decode`](crate::ErrorKind::Decode), which names the attribute.
    pub fn stored<E: Entity + DeserializeOwned>(&self) -> Result<Option<E>> {
        self.stored.clone().map(from_item).transpose()
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

    /// What it means, given what DynamoDB says of it.
    fn text(&self, said: &str, is_stored: bool) -> String {
        match self {
            Self::ConditionFailed if is_stored => {
                "the stored item does not meet the condition; `stored()` has it to compare".into()
            }
            Self::ConditionFailed => "there is no item that could meet the condition; write it first".into(),
            Self::NotUnique => "another item has the same value in a unique field; choose another one".into(),
            Self::Conflict => {
                "another request was changing the item; wait and repeat, or let fewer change it at once".into()
            }
            Self::Throttled => {
                format!("dynamodb throttled it: {said}; wait and repeat, or spread the key over more shards")
            }
            Self::ItemCollectionSizeLimitExceeded => {
                "its item collection is full; where the table has a local index it holds at most 10 GB".into()
            }
            Self::Validation if said.contains("exceeded the maximum allowed size") => {
                "the item would take more than DynamoDB stores, 409600 bytes (400 KB); split it into several items, or keep \
                 its largest attribute in S3"
                    .into()
            }
            Self::Validation => format!("dynamodb does not take it: {said}"),
            Self::Other(code) => format!("dynamodb answered {code}: {said}"),
        }
    }
}

/// An input of a transaction, at one of the places that it has in the request.
pub(crate) struct Input {
    pub(crate) position: usize,
    /// What it is called, such as `create`.
    pub(crate) name: &'static str,
    pub(crate) entity: &'static str,
    pub(crate) key: String,
    /// Whether it is the sentinel of a value there.
    pub(crate) is_sentinel: bool,
    /// Of which field.
    pub(crate) field: Option<&'static str>,
}

/// The error of a cancelled transaction: its reasons, mapped from the places of the request to the inputs.
///
/// `noun` is what an input is called, and `failed` has the words for a condition that an input's own rule made, given the item that is stored.
pub(crate) fn cancellation_error(
    cancelled: &TransactionCanceledException,
    noun: &str,
    input: impl Fn(usize) -> Option<Input>,
    failed: impl Fn(usize, Option<&Item>) -> Option<String>,
) -> Error {
    let (mut cancellations, mut texts) = (Vec::new(), Vec::new());
    for (place, reason) in cancelled.cancellation_reasons().iter().enumerate() {
        let Some((code, input)) = code_of(reason).zip(input(place)) else { continue };
        let Input { position, name, entity, key, is_sentinel, field } = input;
        let (stored, reason_of) = (reason.item().cloned(), CancellationReason::of(code));
        let own = (reason_of == CancellationReason::ConditionFailed).then(|| failed(place, stored.as_ref())).flatten();
        let text = own.unwrap_or_else(|| reason_of.text(reason.message().unwrap_or("no message"), stored.is_some()));
        let (stored, reason_of) = match (is_sentinel, reason_of) {
            (true, CancellationReason::ConditionFailed) => (None, CancellationReason::NotUnique),
            (true, reason) => (None, reason),
            (false, reason) => (stored, reason),
        };
        let field = field.filter(|_| reason_of == CancellationReason::NotUnique);
        texts.push(format!("{noun} {position} ({name} `{entity}`, key {key}): {text}"));
        cancellations.push(Cancellation { position, entity, key, reason: reason_of, field, text, stored });
    }
    let kind = match judge(cancelled) {
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

fn message(texts: &[String], said: Option<&str>) -> String {
    const SHOWN: usize = 3;
    if texts.is_empty() {
        return format!("dynamodb cancelled the transaction: {}", said.unwrap_or("no message"));
    }
    let shown = texts.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    let more = match texts.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!("; and {more} more, which `cancellations()` has"),
        _ => String::new(),
    };
    format!("dynamodb cancelled the transaction, for {shown}{more}")
}

/// Without the stored item, whose values nobody has asked for.
impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancellation")
            .field("position", &self.position)
            .field("entity", &self.entity)
            .field("key", &self.key)
            .field("reason", &self.reason)
            .field("field", &self.field)
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}
