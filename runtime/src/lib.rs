#![cfg_attr(docsrs, feature(doc_cfg))]
// The README's code is tested by `docs`, because it runs on the embedded engine, which depends on this crate.
#![cfg_attr(all(feature = "client", feature = "chrono", not(doctest)), doc = include_str!("../README.md"))]
#![cfg_attr(
    not(all(feature = "client", feature = "chrono")),
    doc = "DynamoDB single-table designs on plain structs, whose hot keys do not compile."
)]

//! # Cargo features
//!
//! | Feature | Default | Adds |
//! |---|---|---|
//! | `client` | yes | requests over the SDK; without it, only keys, checks and plans are left |
//! | `chrono` | yes | `DateTime<Utc>`, `NaiveDateTime` and `NaiveDate` in keys |
//! | `jiff`, `time` | | instants, times without a time zone, and dates of these crates in keys |
//! | `uuid` | | UUIDs in keys |
//! | `metrics` | | durations, requests, units and throttles of calls, through the facade crate `metrics` |
//! | `encryption` | | [`CursorKeys::encrypting`](read::CursorKeys) |
//! | `streams` | | typed changes from the SDK's own stream records |
//!
//! ```toml
//! keywright = { version = "0.1", features = ["uuid"] }
//! ```

mod attributes;
mod base64url;
#[doc(hidden)]
pub mod check;
#[cfg(feature = "client")]
pub mod client;
pub mod collection;
pub mod counter;
pub mod entity;
pub mod error;
pub mod error_index;
pub mod expression;
#[cfg(feature = "client")]
mod item;
pub mod key;
pub mod lifecycle;
#[doc(hidden)]
pub mod lint;
pub mod load;
#[cfg(feature = "client")]
pub mod monitor;
pub mod physics;
pub mod projection;
mod query_cost;
pub mod read;
pub mod schema;
#[cfg(feature = "client")]
pub mod streams;
mod template;
pub mod throttling;
pub mod unique;
pub mod update;
pub mod version;
pub mod workers;
pub mod write_id;

#[cfg(feature = "client")]
pub use attributes::Item;
pub use attributes::{Attribute, Attributes};
#[cfg(feature = "client")]
pub use client::{Conditional, Handle, Stored, Written};
pub use collection::{Assembly, Collection};
pub use counter::Counter;
pub use entity::{Entity, Key, Schema, Table, Transactional};
#[cfg(feature = "client")]
pub use error::{Cancellation, CancellationReason};
pub use error::{Error, ErrorKind, Outcome, Result};
#[cfg(feature = "client")]
pub use item::located::Located;
pub use key::{Bytes, KeyArg, KeyField, KeyValue, Ordered, TextField};
pub use keywright_macros::{Collection, Entity, KeyEnum, KeyField, Projection, Schema, Table};
pub use projection::Projection;
pub use query_cost::{QueryCost, Unbounded};
pub use read::{Cursor, Page};
pub use update::ItemUpdate;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
