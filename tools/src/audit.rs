//! What is in a table that exists: the patterns of its keys, what is hot, and what is large.
//!
//! [`Auditor`] counts the items of a table one by one, without any declaration of its entities: it finds the delimiter,
//! the literals, times and ids of the keys, and which attribute holds the value of a key as well. [`Audit`] says for
//! each pattern how many items it has, how large they are, how many different partition keys there are, and which have
//! the most items; for each index the same.
//!
//! Memory is bounded, whatever the number of items: different values are counted by HyperLogLog with a standard error
//! of 1.6 %, exactly up to 512; the most frequent keys by Space-Saving with 256 counters, which gives bounds from both
//! sides. Up to 512 patterns of a key are kept apart.
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
pub use options::AuditOptions;
pub use report::{
    Audit, CollectionAudit, EntryAudit, Estimate, IndexAudit, IndexPatternAudit, KeyAttributeAudit, KeyPart,
    LargestItem, PartAudit, PatternAudit, TopKey,
};
#[cfg(feature = "client")]
pub use scan::{ScanOptions, ScanPosition, scan};
pub use shape::{IndexShape, NoTable, TableShape};
pub use slot::{Epoch, NumberForm};

pub(crate) use report::VERSION;
#[cfg(feature = "client")]
pub(crate) use scan::describe;
