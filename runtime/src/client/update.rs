//! Changing stored items: from an [`ItemUpdate`](crate::update::ItemUpdate) to DynamoDB's request, and what comes of it.

mod anew;
mod check;
mod demand;
mod follow;
mod made;
mod managed;
mod move_to;
mod refusal;
mod rendered;
mod request;
mod transfer;
mod unique;
mod updating;
mod upserting;

pub(crate) use managed::check_alone;
pub use move_to::MoveTo;
pub(crate) use refusal::refusal;
pub(crate) use rendered::{Rendered, Twice, render};
pub use updating::Update;
pub use upserting::Upsert;
