//! What a write says of itself when answers are lost and other writers come between its requests.

#[path = "outcomes/design.rs"]
mod design;
#[path = "outcomes/late.rs"]
mod late;
#[path = "outcomes/races.rs"]
mod races;
#[path = "outcomes/sentinels.rs"]
mod sentinels;
#[path = "outcomes/several_requests.rs"]
mod several_requests;
#[path = "outcomes/two_writers.rs"]
mod two_writers;
#[path = "outcomes/versions.rs"]
mod versions;
#[path = "outcomes/write_ids.rs"]
mod write_ids;
