//! Reads attributes into structs, using darling. Unreadable parts are reported, and the rest is kept for later phases.

pub(crate) mod attr;
pub(crate) mod collection;
pub(crate) mod duration;
pub(crate) mod entity;
pub(crate) mod instant;
pub(crate) mod key_enum;
pub(crate) mod key_field;
pub(crate) mod projection;
pub(crate) mod schema;
pub(crate) mod table;
pub(crate) mod value;
