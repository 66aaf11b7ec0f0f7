//! Sensitive values appear in no error, trace, metric, or debug output.

mod bulk_calls;
mod design;
mod messages;
