//! Represents fields as values, from which conditions, filters and updates are built.
//!
//! Every stored field of an entity has a constant with its name in capitals, such as `Order::STATUS` for `status`.
//! Comparing a field with a value gives a [`Condition`]. Conditions are combined with `&`, `|` and `!`:
//!
//! ```
//! # #[cfg(feature = "client")] mod example {
//! # use keywright::{Entity, Table};
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Table)]
//! # struct Shop;
//! #[derive(Entity, Serialize, Deserialize)]
//! #[entity(table = Shop)]
//! #[pk(template = "CUSTOMER#<customer>")]
//! #[sk(template = "ORDER#<id>")]
//! struct Order {
//!     customer: String,
//!     id: u32,
//!     status: String,
//!     cents: u64,
//!     coupon: Option<String>,
//!     tags: Vec<String>,
//! }
//!
//! # fn example() {
//! let dear = Order::CENTS.gt(10_000) & !Order::COUPON.exists();
//! let open = Order::STATUS.eq("open") | Order::STATUS.begins_with("wait") | Order::TAGS.contains("vip");
//! let both = dear & open & Order::TAGS.size().lt(10);
//! println!("{both}");
//! # } }
//! ```
//!
//! Attribute names and values are replaced by placeholders, so reserved words can be used as names.

mod arg;
mod field;
mod kinds;
mod nested;
mod path;
mod role;
mod stored;

#[cfg(feature = "client")]
mod aliases;
#[cfg(feature = "client")]
mod attribute;
#[cfg(feature = "client")]
mod compare;
#[cfg(feature = "client")]
mod condition;
#[cfg(feature = "client")]
mod evaluate;
#[cfg(feature = "client")]
mod filter;
#[cfg(feature = "client")]
mod node;
#[cfg(feature = "client")]
mod range;
#[cfg(feature = "client")]
mod render;
#[cfg(feature = "client")]
mod size;

#[cfg(feature = "client")]
pub(crate) use aliases::aliases_of;
pub use arg::FieldArg;
#[cfg(feature = "client")]
pub use condition::Condition;
pub use field::{Field, Joined};
#[cfg(feature = "client")]
pub(crate) use filter::Filter;
pub use kinds::{Comparable, Container, Textual};
pub use nested::{List, Map};
#[doc(hidden)]
pub use path::Step;
#[cfg(feature = "client")]
pub(crate) use path::shown;
pub use path::{Path, attribute};
#[cfg(feature = "client")]
pub use render::Expression;
#[cfg(feature = "client")]
pub(crate) use render::Placeholders;
#[cfg(feature = "client")]
pub(crate) use render::check;
pub use role::{Changing, Fixed, Free, Independent, Inner, Joint, KeyOnly, Keyed, Native, Settable, Stored};
#[doc(hidden)]
pub use role::{Known, KnownGroup, KnownRole, SetAlone};
#[cfg(feature = "client")]
pub use size::Size;
#[doc(hidden)]
pub use stored::{Probe, Unserialized};
#[cfg(feature = "client")]
pub(crate) use {
    attribute::{attribute_of, native, written},
    condition::Refusal,
};
