//! Optimistic locking with a field that counts the writes of an item.
//!
//! With `#[entity(version)]` on an integer field, a write succeeds only if the item was not written since it was read.
//! The field contains the version that was read: 0 for no item, n for version n. A put writes the next version, and
//! [`Written::version`](crate::Written::version) returns it, so that the same struct can be put again:
//!
//! ```no_run
//! # #[cfg(all(feature = "client", feature = "chrono"))] {
//! # use keywright::{Entity, ErrorKind, Handle, Table};
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Table)]
//! # struct Platform;
//! #[derive(Entity, Serialize, Deserialize)]
//! #[entity(table = Platform)]
//! #[pk(template = "ORDER#<id>")]
//! #[sk(template = "ORDER")]
//! struct Order {
//!     id: String,
//!     total: u64,
//!     #[entity(version)]
//!     version: u64,
//! }
//!
//! # async fn example(platform: Handle<Platform>) -> keywright::Result<()> {
//! let mut order = Order { id: "o-1".into(), total: 100, version: 0 };
//! order.version = platform.put(&order).await?.version(); // 1
//! order.total = 120;
//! match platform.put(&order).await {
//!     Ok(written) => order.version = written.version(),  // 2
//!     Err(error) => match error.version_conflict() {
//!         Some(conflict) => println!("another writer has {:?}", conflict.found),
//!         None => return Err(error),
//!     },
//! }
//! platform.delete(Order::key("o-1")).version(order.version).await?;
//! # Ok(()) }
//! # }
//! ```
//!
//! # Which version a write requires
//!
//! | Call | Requires | Writes |
//! |---|---|---|
//! | `put` of version 0 | no item, or one without a version | 1 |
//! | `put` of version n | version n | n + 1 |
//! | `create` | no item | one more than the struct's |
//! | `replace` | an item with the struct's version | one more |
//! | `delete(key)` | nothing | |
//! | `delete(key).version(n)` | version n, or no item | |
//! | `update`, `upsert` | nothing | one more |
//! | `move_to` | the version that it read | one more, regardless of what the function sets |
//! | `update_each` | the version that the function received | one more, if something changes |
//! | `delete_each` | the version that the function received | |
//! | `backfill` | nothing | none: it does not change the version |
//!
//! In a [transaction](crate::Handle::transaction) `put`, `create` and `replace` require the same versions.
//! `delete_item` requires the struct's version or no item, `replace_item` requires the version of the new struct, and
//! `delete` by key requires none. A condition of `when` is checked in addition to the version. If both fail, the error
//! is the version conflict. An [expired](crate::lifecycle) item counts as no item.
//!
//! An item that is deleted and created again starts from version 1. A struct that was read before the delete may have
//! the new item's version, and its put then overwrites the new item. If that can happen, mark items as deleted instead,
//! or give the new item the version of the old one.
//!
//! Items that were written before the field was a version read as version 0, and a put of version 0 overwrites them, as
//! does a put of a struct that was never read. If such items can exist, write new items with `create`.
//!
//! After a version has reached the maximum of its type, the next write fails with
//! [`OutOfRange`](crate::ErrorKind::OutOfRange).
//!
//! Batches do not support conditions, so `batch_put` rejects such an entity. On a global table (multi-Region,
//! eventually consistent), conditions and versions are checked only in one Region. If two Regions write at the same
//! time, the last writer wins. On a table with `regions = "strong"`, they are checked in all Regions.
//!
//! # Lost responses
//!
//! A versioned write that is repeated after a lost response may conflict with its own first attempt. The error is then
//! a [`VersionConflict`](crate::ErrorKind::VersionConflict) with the outcome [`Unknown`](crate::Outcome::Unknown): the
//! stored version can be this writer's or another one's, even if the content is equal. Check
//! [`outcome`](crate::Error::outcome) before you read the item and repeat the change, or it may be applied twice. On a
//! table with [write ids](crate::write_id), the write recognizes its own version.
//!
//! An `update` requires no version, and each repetition would increment it. Therefore it is not repeated after a lost
//! response, unless its condition requires one version: `update(key).add(Order::TOTAL, 1).when(Order::VERSION.eq(3))`.

#[cfg(feature = "client")]
pub use crate::error::VersionConflict;

use crate::entity::Held;

/// A type that can be a version: `u32`, `u64` or `i64`.
#[diagnostic::on_unimplemented(
    message = "KW020: `{Self}` cannot be a version",
    label = "not `u32`, `u64` or `i64`",
    note = "write `u64`; 0 means that the item was never stored, so that no `Option` is needed"
)]
pub trait VersionField {
    /// The maximum version.
    #[doc(hidden)]
    const __MOST: u64;

    #[doc(hidden)]
    fn __held(&self) -> Held;
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl VersionField for $type {
            const __MOST: u64 = <$type>::MAX as u64;

            fn __held(&self) -> Held {
                Held { read: u64::try_from(*self).ok() }
            }
        }
    )*};
}

integers!(u32 u64 i64);
