//! From model to Rust: data, and calls into the runtime. Only `::keywright::__private` is named.

pub(crate) mod collection;
pub(crate) mod entity;
pub(crate) mod key_enum;
pub(crate) mod key_field;
pub(crate) mod projection;
pub(crate) mod schema;
pub(crate) mod table;
