//! The reported outcome of a write if answers are lost and other writers come between its requests.

mod design;
mod late;
mod races;
mod sentinels;
mod several_requests;
mod two_writers;
mod versions;
mod write_ids;
