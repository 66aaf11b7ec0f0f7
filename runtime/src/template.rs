//! Analyzes the templates of keys: where a key is stored, how wide its segments are, and whether two templates can
//! write equal text. Also determines which index keys depend on a field that an update changes.
//!
//! Used by the [load](crate::load) and the [rules](crate::check), also at compile time.

pub(crate) mod declared_key;
pub(crate) mod field_set;
pub(crate) mod independence;
pub(crate) mod overlap;
pub(crate) mod segment;
pub(crate) mod unasked;
