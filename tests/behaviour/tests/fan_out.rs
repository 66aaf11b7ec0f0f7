//! Reads over many partition keys: exact, frugal, resumable, and whole or openly partial where lanes fail.

#[path = "fan_out/asking.rs"]
mod asking;
#[path = "fan_out/changes_between_pages.rs"]
mod changes_between_pages;
#[path = "fan_out/cursor_size.rs"]
mod cursor_size;
#[path = "fan_out/dropped_reads.rs"]
mod dropped_reads;
#[path = "fan_out/failing_lanes.rs"]
mod failing_lanes;
#[path = "fan_out/lazy_buckets.rs"]
mod lazy_buckets;
#[path = "fan_out/meter.rs"]
mod meter;
#[path = "fan_out/moving_ranges.rs"]
mod moving_ranges;
#[path = "fan_out/not_one_lanes.rs"]
mod not_one_lanes;
#[path = "fan_out/page_walks.rs"]
mod page_walks;
#[path = "fan_out/partial_knobs.rs"]
mod partial_knobs;
#[path = "fan_out/partial_walks.rs"]
mod partial_walks;
#[path = "fan_out/plant.rs"]
mod plant;
#[path = "fan_out/scan_limits.rs"]
mod scan_limits;
#[path = "fan_out/sealed_cursors.rs"]
mod sealed_cursors;
#[path = "fan_out/stats.rs"]
mod stats;
#[path = "fan_out/streams.rs"]
mod streams;
#[path = "fan_out/targeted_reads.rs"]
mod targeted_reads;
#[path = "fan_out/wrong_cursors.rs"]
mod wrong_cursors;
