#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(all(feature = "client", feature = "chrono"), doc = include_str!("../README.md"))]
#![cfg_attr(
    not(all(feature = "client", feature = "chrono")),
    doc = "DynamoDB single-table designs on plain structs, whose hot keys do not compile."
)]

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
pub mod key;
pub mod lifecycle;
#[doc(hidden)]
pub mod lint;
pub mod load;
#[cfg(feature = "client")]
pub mod monitor;
pub mod physics;
pub mod projection;
pub mod read;
pub mod schema;
mod sensitive;
#[cfg(feature = "client")]
pub mod streams;
pub mod throttling;
pub mod unique;
pub mod update;
pub mod version;
pub mod write_id;

pub use attributes::{Attribute, Attributes};
#[cfg(feature = "client")]
pub use client::{Handle, Item, Located};
pub use collection::{Assembly, Collection};
pub use counter::Counter;
pub use entity::{Entity, Schema, Table};
pub use error::{Error, ErrorKind, Outcome, Result};
pub use key::{Bytes, Key, KeyArg, KeyField, KeyValue, Ordered};
pub use keywright_macros::{Collection, Entity, KeyEnum, Projection, Schema, Table};
pub use projection::Projection;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
