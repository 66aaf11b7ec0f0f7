//! Instants.

/// An instant in UTC, to the nanosecond. The types of all date crates are converted to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    pub seconds: i64,
    /// Nanoseconds after that, from 0 to 999,999,999.
    pub nanos: u32,
}
