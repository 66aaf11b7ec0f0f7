//! How precisely serde's functions store a time.

use syn::Path;

/// How much of a time functions store that write or read it in serde's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Precision {
    /// All of it; also where there is no function.
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
