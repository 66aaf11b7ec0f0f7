//! Reads the items of a response body without building a map of attribute values for each.
//!
//! DynamoDB's responses are JSON in which each value has its type: `{"id": {"S": "a"}, "total": {"N": "7"}}`. [`split`]
//! indexes the items of a body in one pass over its bytes, and records the location of each attribute's name and value.
//! A [`BodyItem`] is one of these items. It finds attributes by name, its values are deserialized
//! like those of the SDK, and it converts to an [`Item`](crate::Item) if a caller needs one.

mod attribute;
mod body_item;
mod index;
mod node;
mod page;
mod plain_text;
mod scan;
mod size;
mod span;
mod split;
#[cfg(test)]
pub(crate) mod tests;
mod unescape;
mod value;

pub(crate) use body_item::BodyItem;
pub(crate) use page::Page;
pub(crate) use plain_text::is_plain_text;
pub(crate) use split::{Member, split};
pub(crate) use value::Value;
