//! Generates Rust from the model: data, and calls into the runtime. It names only `::keywright::__private`.

pub(crate) mod collection;
pub(crate) mod entity;
pub(crate) mod key_enum;
pub(crate) mod key_field;
pub(crate) mod projection;
pub(crate) mod schema;
pub(crate) mod table;
