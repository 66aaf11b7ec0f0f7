//! Items in the body of an answer, read without building a map of attribute values for each.
//!
//! DynamoDB answers in JSON in which each value has its type: `{"id": {"S": "a"}, "total": {"N": "7"}}`. [`split`]
//! indexes the items of a body in one pass over its bytes: for each attribute, where its name and its value lie.
//! [`BodyItem`] is one of them: it finds an attribute by its name, hands each value to serde as `serde_dynamo` would,
//! and becomes an [`Item`](crate::Item) where a caller needs one.

mod attribute;
mod body_item;
mod deserialize;
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
