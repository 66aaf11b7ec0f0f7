//! Describes the contents of an existing table: the patterns of its keys, hot keys and large items.
//!
//! [`Auditor`] counts the items of a table one by one and needs no declaration of its entities. It finds the delimiter
//! of the keys, their literals, times and ids, and the attributes that repeat a value of a key. For each pattern,
//! [`Audit`] reports the number and size of the items, the number of distinct partition keys, and the partition keys
//! with the most items. It reports the same figures for each index.
//!
//! Memory is bounded, whatever the number of items. Distinct values are counted exactly up to 512, and by HyperLogLog
//! with a standard error of 1.6 % above. The most frequent keys are found by Space-Saving with 256 counters, which
//! gives a lower and an upper bound. Up to 512 patterns of a key are counted separately.
//!
//! The audits of separate parts of a table can be [merged](Auditor::merge), with the same bounds.
//!
//! Items come from [`read_items`]: the files of an [export to
//! S3](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html), the output of `aws
//! dynamodb scan`, or lines of keys.

mod attribute;
mod auditor;
mod content;
mod counts;
mod finding;
mod findings;
mod input;
mod item;
mod kind;
mod learn;
mod merge;
mod options;
mod pattern;
mod report;
#[cfg(feature = "client")]
mod scan;
mod shape;
mod sketch;
mod slot;
mod space;
mod split;
mod summary;
mod template;
mod text;

pub use attribute::AttributeAudit;
pub use auditor::Auditor;
pub use content::Source;
pub use finding::{Finding, Risk};
pub use input::{InputError, read_items};
pub use item::{NotAnItem, StoredItem};
pub use kind::Kind;
pub use merge::MergeError;
pub use options::AuditOptions;
pub use report::{
    Audit, CollectionAudit, EntryAudit, Estimate, IndexAudit, IndexPatternAudit, KeyAttributeAudit, KeyPart,
    LargestItem, PartAudit, PatternAudit, TopKey,
};
#[cfg(feature = "client")]
pub use scan::{ScanOptions, ScanPosition, scan};
pub use shape::{IndexShape, NoTable, TableShape};
pub use slot::{Epoch, LikelyShards, NumberForm};

pub(crate) use input::read_records;
pub(crate) use report::VERSION;
#[cfg(feature = "client")]
pub(crate) use scan::describe;
