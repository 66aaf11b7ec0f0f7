//! Queries on the embedded engine: buckets, shards, generations, cursors, ties.

#[path = "reads/cursors.rs"]
mod cursors;
#[path = "reads/entities.rs"]
mod entities;
#[path = "reads/failures.rs"]
mod failures;
#[path = "reads/queries.rs"]
mod queries;
#[path = "reads/streams.rs"]
mod streams;
#[path = "reads/ties.rs"]
mod ties;
