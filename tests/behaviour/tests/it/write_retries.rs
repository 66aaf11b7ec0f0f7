//! Retries of writes that are throttled or whose answers are lost.

mod appends;
mod design;
mod errors;
mod limits;
mod storms;
