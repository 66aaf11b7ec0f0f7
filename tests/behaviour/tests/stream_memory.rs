//! The measured memory of a stream: it depends on the lanes and the items per request, not on the items read.

#[path = "stream_memory/canned.rs"]
mod canned;
#[path = "stream_memory/gaps.rs"]
mod gaps;
#[path = "stream_memory/measured.rs"]
mod measured;
#[path = "stream_memory/streams.rs"]
mod streams;
