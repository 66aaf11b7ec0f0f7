//! The library's error type.

use std::{borrow::Cow, error::Error as StdError, fmt};

#[cfg(feature = "client")]
use crate::attributes::Item;
use crate::throttling::Throttle;

#[cfg(feature = "client")]
mod cancellation;
#[cfg(feature = "client")]
mod segment;
#[cfg(feature = "client")]
mod version_conflict;

#[cfg(feature = "client")]
pub use cancellation::{Cancellation, CancellationReason};
#[cfg(feature = "client")]
pub use version_conflict::VersionConflict;

/// A `std::result::Result` with this library's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The error of a call: what failed, where, and whether anything was written.
///
/// Match on [`kind`](Self::kind) to find out what failed, and on [`outcome`](Self::outcome) before repeating a write.
/// The error names the entity, the index and the key if they are known. If DynamoDB or the connection to it failed,
/// [`source`](std::error::Error::source) is the SDK's error, an `aws_sdk_dynamodb::error::SdkError` with its code and
/// request id.
pub struct Error {
    inner: Box<Inner>,
}

struct Inner {
    kind: ErrorKind,
    outcome: Outcome,
    message: String,
    operation: Option<&'static str>,
    table: Option<String>,
    entity: Option<&'static str>,
    index: Option<&'static str>,
    field: Option<&'static str>,
    key: Option<String>,
    shard: Option<u32>,
    /// The segment of a scan, and the number of segments.
    segment: Option<(usize, usize)>,
    throttles: Vec<Throttle>,
    #[cfg(feature = "client")]
    cancellations: Vec<Cancellation>,
    #[cfg(feature = "client")]
    version: Option<VersionConflict>,
    source: Option<Box<dyn StdError + Send + Sync>>,
    /// The stored item that failed the condition.
    #[cfg(feature = "client")]
    stored: Option<Item>,
}

/// The kinds of [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value cannot be written in a key: it is empty, out of range, too wide, or contains a byte that `raw` reserves.
    KeyValue,
    /// A key exceeds DynamoDB's limit: 2,048 bytes for a partition key, 1,024 for a sort key.
    KeyTooLong,
    /// A text does not match the key's template.
    KeyMismatch,
    /// An item is larger than 400 KB.
    ItemTooLarge,
    /// A query over time buckets has no lower bound, and the key has no `retention`.
    UnboundedRange,
    /// A query would visit more lanes than `max_lanes` allows.
    TooManyLanes,
    /// An argument is invalid, such as a limit of 0. No request was sent.
    InvalidArgument,
    /// A cursor is damaged, or was not created by this library.
    CursorMalformed,
    /// The end of a cursor's text is missing.
    CursorTruncated,
    /// A cursor's signature or encryption is wrong, or a signature is required and missing.
    CursorTampered,
    /// A cursor belongs to another query, range, table or context.
    CursorForeign,
    /// A cursor was created by another version, for older keys of the entity, or with a key that is not configured now.
    CursorOutdated,
    /// A checkpoint could not be loaded or saved. The [`source`](std::error::Error::source) is the store's error.
    CheckpointStore,
    /// The item already exists.
    AlreadyExists,
    /// The item does not exist.
    NotFound,
    /// The stored item does not meet the condition of the write, or its counters differ from those of a put.
    ///
    /// Also used if the reason of a rejection is no longer known: an engine other than DynamoDB returned no item with
    /// it, and the item that is now stored meets the condition.
    ConditionFailed,
    /// Another item is stored under this key.
    KeyCollision,
    /// Another item has this value in a [unique](crate::unique) field, which [`Error::field`] names.
    ///
    /// The message contains that item's key, with sensitive values redacted, unless the field is `sensitive`. Do not
    /// show it to a user who may not see the other item.
    NotUnique,
    /// The stored item's version is not the one that the write requires. [`Error::version_conflict`] returns both.
    VersionConflict,
    /// The table does not exist.
    TableNotFound,
    /// The table's key schema or indexes differ from the declared ones.
    TableMismatch,
    /// An item belongs to another entity.
    WrongEntity,
    /// A partition lacks an item that its collection requires.
    MissingParent,
    /// A partition has several items of an entity of which its collection allows only one.
    Ambiguous,
    /// A counter, the sum of its shards, or a version would exceed the range of its type.
    OutOfRange,
    /// An item cannot be decoded.
    Decode,
    /// An entity cannot be encoded.
    Encode,
    /// A transaction was cancelled, and no action was applied. [`Error::cancellations`] returns the reasons.
    ///
    /// If the [`outcome`](Error::outcome) is unknown, an earlier request of the transaction may still be applied.
    TransactionCancelled,
    /// Other requests were changing an item each time that this request was sent: transactions or, in a global table
    /// with strong consistency, writes in other Regions.
    TransactionConflict,
    /// A transaction with this idempotency token but other parameters was applied, or is in progress. The outcome is
    /// unknown, because the earlier one may contain the writes of this one.
    TokenReused,
    /// DynamoDB throttled the last request. [`Error::throttles`] returns the reasons.
    Throttled,
    /// DynamoDB or the connection to it failed in another way.
    Service,
}

#[doc = include_str!("error/outcome.md")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// No request of the call changed anything, and none will.
    NotApplied,
    /// A request of the call was applied, may have been applied, or may still be. Read the item before repeating the
    /// call.
    Unknown,
}

impl Error {
    // Constructors are cold, so that code for failures is placed after the code of calls that succeed, and does not
    // occupy the instruction cache.
    #[cold]
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self::with_message(kind, message.into())
    }

    #[cold]
    fn with_message(kind: ErrorKind, message: String) -> Self {
        let inner = Inner {
            kind,
            outcome: Outcome::NotApplied,
            message,
            operation: None,
            table: None,
            entity: None,
            index: None,
            field: None,
            key: None,
            shard: None,
            segment: None,
            throttles: Vec::new(),
            #[cfg(feature = "client")]
            cancellations: Vec::new(),
            #[cfg(feature = "client")]
            version: None,
            source: None,
            #[cfg(feature = "client")]
            stored: None,
        };
        Self { inner: Box::new(inner) }
    }

    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn outcome_unknown(mut self) -> Self {
        self.inner.outcome = Outcome::Unknown;
        self
    }

    #[cold]
    pub(crate) fn operation(mut self, operation: &'static str) -> Self {
        self.inner.operation.get_or_insert(operation);
        self
    }

    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn in_table(mut self, table: impl Into<String>) -> Self {
        self.inner.table.get_or_insert_with(|| table.into());
        self
    }

    #[cold]
    pub(crate) fn of_entity(mut self, entity: &'static str) -> Self {
        self.inner.entity.get_or_insert(entity);
        self
    }

    #[cold]
    pub(crate) fn on_index(mut self, index: Option<&'static str>) -> Self {
        self.inner.index = self.inner.index.or(index);
        self
    }

    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn on_field(mut self, field: &'static str) -> Self {
        self.inner.field.get_or_insert(field);
        self
    }

    #[cold]
    pub(crate) fn at_key(mut self, key: impl Into<String>) -> Self {
        self.inner.key.get_or_insert_with(|| key.into());
        self
    }

    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn in_shard(mut self, shard: Option<u32>) -> Self {
        self.inner.shard = self.inner.shard.or(shard);
        self
    }

    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn throttled_by(mut self, throttles: Vec<Throttle>) -> Self {
        self.inner.throttles = throttles;
        self
    }

    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn cancelled_by(mut self, cancellations: Vec<Cancellation>) -> Self {
        self.inner.cancellations = cancellations;
        self
    }

    /// Adds to the message which of several inputs failed.
    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn with_input(mut self, input: impl fmt::Display) -> Self {
        self.inner.message = format!("{input}: {}", self.inner.message);
        self
    }

    /// Appends text to the message.
    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn append_message(mut self, words: &str) -> Self {
        self.inner.message.push_str(words);
        self
    }

    /// Adds the required and the stored version.
    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn with_versions(mut self, conflict: VersionConflict) -> Self {
        self.inner.version = Some(conflict);
        self
    }

    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn caused_by(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.inner.source = Some(source.into());
        self
    }

    /// Adds the stored item that failed the condition.
    #[cfg(feature = "client")]
    #[cold]
    pub(crate) fn with_stored(mut self, item: Option<Item>) -> Self {
        self.inner.stored = item;
        self
    }

    #[cfg(feature = "client")]
    pub(crate) fn stored(&self) -> Option<&Item> {
        self.inner.stored.as_ref()
    }

    /// Returns what failed.
    pub fn kind(&self) -> ErrorKind {
        self.inner.kind
    }

    /// Returns the message without its context.
    #[cfg(feature = "client")]
    pub(crate) fn message(&self) -> &str {
        &self.inner.message
    }

    /// Returns whether the write may have been applied. [`Outcome::NotApplied`] for reads and rejected writes.
    pub fn outcome(&self) -> Outcome {
        self.inner.outcome
    }

    /// Returns the name of the call that failed, such as `put`.
    pub fn operation_name(&self) -> Option<&'static str> {
        self.inner.operation
    }

    /// Returns the entity's name.
    pub fn entity(&self) -> Option<&'static str> {
        self.inner.entity
    }

    /// Returns the table's name on AWS.
    pub fn table(&self) -> Option<&str> {
        self.inner.table.as_deref()
    }

    /// Returns the index's name. `None` for the table.
    pub fn index(&self) -> Option<&'static str> {
        self.inner.index
    }

    /// Returns the unique field whose value another item has. Set for [`NotUnique`](ErrorKind::NotUnique), and for a
    /// transaction that was cancelled for this reason.
    pub fn field(&self) -> Option<&'static str> {
        self.inner.field
    }

    /// Returns the key as text, with sensitive values redacted.
    pub fn key(&self) -> Option<&str> {
        self.inner.key.as_deref()
    }

    /// Returns the random shard to which the last request was sent. `None` if shards are not random.
    ///
    /// Retry a put whose [`outcome`](Self::outcome) is unknown in this shard, with `in_shard`. If the put was applied,
    /// its item is recognized there.
    pub fn shard(&self) -> Option<u32> {
        self.inner.shard
    }

    /// Returns the reasons why DynamoDB throttled the last request, with the tables and indexes that lack throughput.
    ///
    /// Empty for other errors, and for unprocessed items of a batch, because DynamoDB returns no reason for them.
    pub fn throttles(&self) -> &[Throttle] {
        &self.inner.throttles
    }

    /// Returns the actions that caused a transaction to be cancelled, in order, with their reasons. Empty for other
    /// errors.
    #[cfg(feature = "client")]
    pub fn cancellations(&self) -> &[Cancellation] {
        &self.inner.cancellations
    }

    /// Returns the required and the stored version. Set for [`VersionConflict`](ErrorKind::VersionConflict).
    #[cfg(feature = "client")]
    pub fn version_conflict(&self) -> Option<&VersionConflict> {
        self.inner.version.as_ref()
    }
}

/// Prints the text of [`Display`](fmt::Display) and the kind. `unwrap` and `main` print this.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?}, {:?})", self.inner.kind, self.inner.outcome)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.inner;
        let mut place = Vec::<Cow<'_, str>>::new();
        if let Some(operation) = inner.operation {
            place.push(operation.into());
        }
        if let Some(entity) = inner.entity {
            place.push(format!("`{entity}`").into());
        }
        if let Some(index) = inner.index {
            place.push(format!("index {index}").into());
        }
        if let Some(table) = &inner.table {
            place.push(format!("table {table}").into());
        }
        if let Some(key) = &inner.key {
            place.push(format!("key {key}").into());
        }
        if let Some((segment, total)) = inner.segment {
            place.push(format!("segment {segment} of {total}").into());
        }
        if !place.is_empty() {
            write!(f, "{}: ", place.join(", "))?;
        }
        f.write_str(&inner.message)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.inner.source.as_deref().map(|source| source as _)
    }
}
