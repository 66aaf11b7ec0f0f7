//! The memory of a stream, counted: so many lanes by so many items of a request, however many items there are.

#[path = "stream_memory/canned.rs"]
mod canned;
#[path = "stream_memory/gaps.rs"]
mod gaps;
#[path = "stream_memory/measured.rs"]
mod measured;
#[path = "stream_memory/streams.rs"]
mod streams;
