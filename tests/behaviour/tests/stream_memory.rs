//! The memory of a stream, counted: it grows with the lanes and the items of a request, not with the items read.

#[path = "stream_memory/canned.rs"]
mod canned;
#[path = "stream_memory/gaps.rs"]
mod gaps;
#[path = "stream_memory/measured.rs"]
mod measured;
#[path = "stream_memory/streams.rs"]
mod streams;
