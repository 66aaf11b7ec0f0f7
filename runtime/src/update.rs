//! Changing fields of stored items, one by one.
//!
//! [`Handle::update`](crate::Handle::update) changes an item that is there, [`Handle::upsert`](crate::Handle::upsert)
//! makes it where it is not. Both name the fields by their constants, and every index key that a field feeds follows.
//! An [`ItemUpdate`] is such a change as a value, without a table.

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
