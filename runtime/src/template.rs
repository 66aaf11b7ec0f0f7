//! What a key's templates can write: where a key is stored, how wide its segments are, and whether two templates can
//! write the same text. Also what follows from a field, where an update changes it.
//!
//! The [load](crate::load) and the [rules](crate::check) ask it, at compile time too.

pub(crate) mod declared_key;
pub(crate) mod independence;
pub(crate) mod overlap;
pub(crate) mod segment;
