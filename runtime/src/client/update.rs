//! Changes stored items: converts an [`ItemUpdate`](crate::update::ItemUpdate) into DynamoDB's request, and interprets
//! the response.

mod any;
mod check;
mod expired;
mod index_keys;
mod key_inputs;
pub(crate) mod managed_fields;
mod move_to;
mod moving;
pub(crate) mod own_condition;
mod refusal;
mod rendered;
mod request;
mod transfer;
mod unique;
mod updating;
mod upserted;
mod upserting;

pub(crate) use any::AnyUpdate;
pub use move_to::MoveTo;
pub(crate) use refusal::refusal;
pub(crate) use rendered::{Rendered, RepeatEffect, RequestParts, render};
pub use updating::Update;
pub use upserting::Upsert;
