//! What a derive is about, as the phases behind need it: every name looked up, every number known.
//!
//! A model judges nothing. Where the attributes are wrong it holds what seems to be meant, so that what is generated
//! with the error fits what uses it.

pub(crate) mod collection;
pub(crate) mod entity;
pub(crate) mod key_enum;
pub(crate) mod key_field;
pub(crate) mod projection;
pub(crate) mod schema;
pub(crate) mod table;
