//! The model of a derive's input for later phases, with all names and numbers resolved.
//!
//! A model checks nothing. If the attributes are wrong, it contains what was probably meant, so that the code generated
//! along with the error fits its uses.

pub(crate) mod collection;
pub(crate) mod entity;
pub(crate) mod key_enum;
pub(crate) mod key_field;
pub(crate) mod projection;
pub(crate) mod schema;
pub(crate) mod table;
