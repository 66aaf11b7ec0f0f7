//! Queries: pages, order, cursors, streams, and errors.

mod cursors;
mod damaged_cursors;
mod design;
mod empty_requests;
mod errors;
mod failures;
mod over_fetched_pages;
mod pages;
mod streams;
mod ties;
mod unread_shards;
