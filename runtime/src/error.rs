//! The one error of the library.

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

/// `std::result::Result` with this library's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, where, and whether anything was written.
///
/// It names the entity, the index and the key that it happened to, as far as they are known. Its
/// [`source`](std::error::Error::source) is the SDK's own error where DynamoDB or the way to it failed, an
/// `aws_sdk_dynamodb::error::SdkError` with code and request id.
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
    /// The segment of a scan, and of how many.
    segment: Option<(usize, usize)>,
    throttles: Vec<Throttle>,
    #[cfg(feature = "client")]
    cancellations: Vec<Cancellation>,
    #[cfg(feature = "client")]
    version: Option<VersionConflict>,
    source: Option<Box<dyn StdError + Send + Sync>>,
    /// The item by which a condition was judged.
    #[cfg(feature = "client")]
    stored: Option<Item>,
}

/// The kinds of [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value cannot stand in a key: it is empty, out of range, too wide, or holds a byte that `raw` reserves.
    KeyValue,
    /// A key is longer than DynamoDB takes: 2,048 bytes for a partition key, 1,024 for a sort key.
    KeyTooLong,
    /// A text is not a key of this template.
    KeyMismatch,
    /// An item is larger than 400 KB.
    ItemTooLarge,
    /// A query over time buckets has no bound and the key no `retention`.
    UnboundedRange,
    /// A query would visit more lanes than its bound.
    TooManyLanes,
    /// An argument that no request can be made of, such as a limit of 0.
    InvalidArgument,
    /// A cursor that is damaged or is none of ours.
    CursorMalformed,
    /// A cursor whose text has lost its end.
    CursorTruncated,
    /// A cursor that is not as its key signed or encrypted it, or that should be signed and is not.
    CursorTampered,
    /// A cursor of another query, range, table or context.
    CursorForeign,
    /// A cursor of another version, of older keys of the entity, or sealed with a key that is not known any more.
    CursorOutdated,
    /// The item exists already.
    AlreadyExists,
    /// The item does not exist.
    NotFound,
    /// The item that is stored is not as the write's own condition demands, or has counted something else than a put
    /// says. Also a refused write of which the reason is not known any more: the engine returned no item, and the one
    /// that is stored now would be accepted.
    ConditionFailed,
    /// Another item is stored under the same key.
    KeyCollision,
    /// Another item has the same value in a field that is [unique](crate::unique): [`Error::field`] names it. The text
    /// shows that item's key, unless the field is `sensitive`, and of the key no sensitive value: do not hand it on to
    /// who must not know of the other item.
    NotUnique,
    /// Another version of the item is stored than the write demands: [`Error::version_conflict`] has both.
    VersionConflict,
    /// The table does not exist.
    TableNotFound,
    /// The table has another key schema or other indexes than declared.
    TableMismatch,
    /// An item is of another entity.
    WrongEntity,
    /// The items of a partition lack the one that their collection needs.
    MissingParent,
    /// The items of a partition are several where their collection has a place for one.
    Ambiguous,
    /// A counter, the sum of its shards, or a version would leave the range of its field's type.
    OutOfRange,
    /// An item does not decode.
    Decode,
    /// An entity does not encode.
    Encode,
    /// A transaction was cancelled, and nothing of it was written: [`Error::cancellations`] says which actions are the
    /// reason. Where the [`outcome`](Error::outcome) is unknown, an earlier request of it may still be carried out.
    TransactionCancelled,
    /// Other requests were changing an item, whenever this one was sent.
    TransactionConflict,
    /// A transaction with this idempotency token was carried out, or is under way, with other parameters: what was
    /// meant here may be in it, so that the outcome is unknown.
    TokenReused,
    /// DynamoDB refused for lack of throughput.
    Throttled,
    /// DynamoDB, or the way to it, failed otherwise.
    Service,
}

#[doc = include_str!("error/outcome.md")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// No request of the call changed anything, and none will.
    NotApplied,
    /// A request of the call was carried out, may have been, or may still be: read the item before you repeat the call.
    Unknown,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let inner = Inner {
            kind,
            outcome: Outcome::NotApplied,
            message: message.into(),
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
    pub(crate) fn outcome_unknown(mut self) -> Self {
        self.inner.outcome = Outcome::Unknown;
        self
    }

    pub(crate) fn operation(mut self, operation: &'static str) -> Self {
        self.inner.operation.get_or_insert(operation);
        self
    }

    #[cfg(feature = "client")]
    pub(crate) fn in_table(mut self, table: impl Into<String>) -> Self {
        self.inner.table.get_or_insert_with(|| table.into());
        self
    }

    pub(crate) fn of_entity(mut self, entity: &'static str) -> Self {
        self.inner.entity.get_or_insert(entity);
        self
    }

    pub(crate) fn on_index(mut self, index: Option<&'static str>) -> Self {
        self.inner.index = self.inner.index.or(index);
        self
    }

    #[cfg(feature = "client")]
    pub(crate) fn on_field(mut self, field: &'static str) -> Self {
        self.inner.field.get_or_insert(field);
        self
    }

    pub(crate) fn at_key(mut self, key: impl Into<String>) -> Self {
        self.inner.key.get_or_insert_with(|| key.into());
        self
    }

    #[cfg(feature = "client")]
    pub(crate) fn in_shard(mut self, shard: Option<u32>) -> Self {
        self.inner.shard = self.inner.shard.or(shard);
        self
    }

    #[cfg(feature = "client")]
    pub(crate) fn throttled_by(mut self, throttles: Vec<Throttle>) -> Self {
        self.inner.throttles = throttles;
        self
    }

    #[cfg(feature = "client")]
    pub(crate) fn cancelled_by(mut self, cancellations: Vec<Cancellation>) -> Self {
        self.inner.cancellations = cancellations;
        self
    }

    /// The error with which of several inputs it happened to.
    #[cfg(feature = "client")]
    pub(crate) fn of_input(mut self, input: impl fmt::Display) -> Self {
        self.inner.message = format!("{input}: {}", self.inner.message);
        self
    }

    /// The error with more words.
    #[cfg(feature = "client")]
    pub(crate) fn noting(mut self, words: &str) -> Self {
        self.inner.message.push_str(words);
        self
    }

    /// The error with the versions that it is about.
    #[cfg(feature = "client")]
    pub(crate) fn between_versions(mut self, conflict: VersionConflict) -> Self {
        self.inner.version = Some(conflict);
        self
    }

    #[cfg(feature = "client")]
    pub(crate) fn caused_by(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.inner.source = Some(source.into());
        self
    }

    /// With the item by which a condition was judged.
    #[cfg(feature = "client")]
    pub(crate) fn with_stored(mut self, item: Option<Item>) -> Self {
        self.inner.stored = item;
        self
    }

    #[cfg(feature = "client")]
    pub(crate) fn stored(&self) -> Option<&Item> {
        self.inner.stored.as_ref()
    }

    /// What kind of error it is.
    pub fn kind(&self) -> ErrorKind {
        self.inner.kind
    }

    /// What went wrong, without where.
    #[cfg(feature = "client")]
    pub(crate) fn message(&self) -> &str {
        &self.inner.message
    }

    /// Whether the write that failed may have been applied. Reads and refusals are [`Outcome::NotApplied`].
    pub fn outcome(&self) -> Outcome {
        self.inner.outcome
    }

    /// The call that failed, such as `put`.
    pub fn operation_name(&self) -> Option<&'static str> {
        self.inner.operation
    }

    /// The entity that it happened to.
    pub fn entity(&self) -> Option<&'static str> {
        self.inner.entity
    }

    /// The table's name on AWS.
    pub fn table(&self) -> Option<&str> {
        self.inner.table.as_deref()
    }

    /// The index that it happened on; `None` for the table.
    pub fn index(&self) -> Option<&'static str> {
        self.inner.index
    }

    /// The field whose value another item has: of a [`NotUnique`](ErrorKind::NotUnique), and of a transaction that was
    /// cancelled for it.
    pub fn field(&self) -> Option<&'static str> {
        self.inner.field
    }

    /// The key that it happened to, as text.
    pub fn key(&self) -> Option<&str> {
        self.inner.key.as_deref()
    }

    /// The random shard that the write was for: the last one that it was sent to. `None` where shards are not random.
    ///
    /// A put whose [`outcome`](Self::outcome) is unknown is repeated in this one, by `in_shard`: there an attempt that
    /// had arrived is recognized.
    pub fn shard(&self) -> Option<u32> {
        self.inner.shard
    }

    /// Why DynamoDB throttled the last request, with the tables and indexes that are short of throughput.
    ///
    /// Empty for other errors, and where DynamoDB gives no reasons: for items that a batch left unprocessed.
    pub fn throttles(&self) -> &[Throttle] {
        &self.inner.throttles
    }

    /// The actions for which a transaction was cancelled, in their order, each with its reason. Empty for other errors.
    #[cfg(feature = "client")]
    pub fn cancellations(&self) -> &[Cancellation] {
        &self.inner.cancellations
    }

    /// Which version the write demanded and which is stored: of a [`VersionConflict`](ErrorKind::VersionConflict).
    #[cfg(feature = "client")]
    pub fn version_conflict(&self) -> Option<&VersionConflict> {
        self.inner.version.as_ref()
    }
}

/// The same words as [`Display`](fmt::Display), and the kind: what `unwrap` and `main` print.
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
