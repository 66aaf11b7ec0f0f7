//! Reads DynamoDB Streams as typed changes.
//!
//! A [`StreamRecord`] is parsed from the JSON of a Lambda event, as a whole or record by record, or converted from a
//! record of the SDK (feature `streams`). It returns the [`Change`] of an entity, or `None` if another entity changed:
//!
//! ```
//! # use keywright::{Entity, Table};
//! # use serde::{Deserialize, Serialize};
//! use keywright::streams::{Change, StreamEvent};
//!
//! # #[derive(Table)]
//! # struct Shop;
//! #[derive(Debug, Entity, Serialize, Deserialize)]
//! #[entity(table = Shop)]
//! #[pk(template = "CUSTOMER#<customer>")]
//! #[sk(template = "ORDER#<id>")]
//! struct Order { customer: String, id: u32, status: String }
//!
//! fn handle(event: StreamEvent) -> keywright::Result<()> {
//!     for record in &event.records {
//!         match record.change::<Order>()? {
//!             Some(Change::Inserted(order)) => println!("new: {order:?}"),
//!             Some(Change::Changed { old, new }) if old.status != new.status => println!("{} is {}", new.id, new.status),
//!             Some(Change::Changed { .. }) => {}
//!             Some(Change::Removed(order)) if record.expired => println!("expired: {order:?}"),
//!             Some(Change::Removed(order)) => println!("gone: {order:?}"),
//!             None => {}                                      // of another entity
//!         }
//!     }
//!     Ok(())
//! }
//! ```
//!
//! The stream must contain both images (`NEW_AND_OLD_IMAGES`), so that changes have an old and a new item.
//!
//! An item that moves to another key (`move_to`, or from an older key of `legacy`) is reported as a removal and an
//! insertion, as in DynamoDB. AWS: [Change data capture for DynamoDB
//! Streams](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html).

mod change;
mod event;
mod record;
#[cfg(feature = "streams")]
mod sdk;
mod wire;

pub use change::Change;
pub use event::StreamEvent;
pub use record::{StreamRecord, StreamView};
