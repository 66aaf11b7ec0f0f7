//! Changes individual fields of stored items.
//!
//! [`Handle::update`](crate::Handle::update) changes an existing item, and [`Handle::upsert`](crate::Handle::upsert)
//! also creates it if necessary. Both refer to fields by their constants, and update every index key that depends on
//! them. An [`ItemUpdate`] represents such a change without a table.

mod assign;
mod gather;
mod in_place;
mod into_update;
mod item_update;
mod methods;
mod number;
mod target;
#[cfg(not(feature = "client"))]
mod without_client;

#[cfg(feature = "client")]
mod operation;
#[cfg(feature = "client")]
mod written_value;

pub use assign::{Assign, Erase};
pub use gather::Gather;
pub use in_place::InPlace;
pub use into_update::{IntoItemUpdate, IntoUpdate};
pub use item_update::ItemUpdate;
#[cfg(feature = "client")]
pub(crate) use methods::operations;
pub use number::Number;
#[cfg(feature = "client")]
#[doc(hidden)]
pub use operation::Operations;
#[cfg(feature = "client")]
pub(crate) use operation::{Action, Fits, Operation};
pub use target::IntoKey;
#[cfg(not(feature = "client"))]
pub(crate) use without_client::Operations;
