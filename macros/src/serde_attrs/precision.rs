//! The precision with which serde's functions store a time.

use syn::Path;

/// The precision of a time that functions write or read instead of serde.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Precision {
    /// Full precision. Also without a function.
    #[default]
    Whole,
    Micros,
    Millis,
    Seconds,
    /// The function is not known.
    Unknown,
}

impl Precision {
    /// The precision of a module or a function of `chrono`, `time` or `jiff`.
    pub(super) fn of(path: &Path) -> Self {
        let words = path.segments.iter().map(|segment| segment.ident.to_string());
        let is_module =
            |word: &String| !matches!(word.as_str(), "serialize" | "deserialize" | "option" | "required" | "optional");
        match words.filter(is_module).last().unwrap_or_default().as_str() {
            "ts_nanoseconds" | "ts_nanoseconds_option" | "nanoseconds" | "nanosecond" | "rfc3339" | "iso8601" => {
                Self::Whole
            }
            "ts_microseconds" | "ts_microseconds_option" | "microseconds" | "microsecond" => Self::Micros,
            "ts_milliseconds" | "ts_milliseconds_option" | "milliseconds" | "millisecond" => Self::Millis,
            "ts_seconds" | "ts_seconds_option" | "timestamp" | "second" | "rfc2822" => Self::Seconds,
            _ => Self::Unknown,
        }
    }
}
