//! Reads over many partition keys: exact, economical, resumable, and complete or explicitly partial if lanes fail.

mod asking;
mod certificates;
mod changes_between_pages;
mod cursor_size;
mod dropped_reads;
mod failing_lanes;
mod filter_costs;
mod lazy_buckets;
mod meter;
mod moving_ranges;
mod page_walks;
mod partial_limits;
mod partial_walks;
mod plant;
mod scan_limits;
mod sealed_cursors;
mod stats;
mod streams;
mod targeted_reads;
mod whole_read_errors;
mod wrong_cursors;
