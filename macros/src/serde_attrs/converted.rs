//! What the functions with which serde writes a field store.

use syn::Path;

/// What a function stores: `Converted` of the runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Converted {
    Number,
    Text,
    Unknown,
}

impl Converted {
    /// Returns what a function of `chrono`, `time` or `jiff` stores. A function of another path may store anything.
    pub(crate) fn of(function: &Path) -> Self {
        let words: Vec<String> = function.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let has = |word: &str| words.iter().any(|segment| segment == word);
        let is_of = |name: &str| words.first().is_some_and(|segment| segment == name);
        let is_chrono = words.iter().any(|word| word.starts_with("ts_") && word.contains("seconds"));
        match () {
            () if is_chrono || (is_of("time") || is_of("jiff")) && has("timestamp") => Self::Number,
            () if is_of("time") && (has("rfc3339") || has("rfc2822") || has("iso8601")) => Self::Text,
            () => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn functions_of_date_crates_are_known() {
        for path in [
            parse_quote!(chrono::serde::ts_seconds::serialize),
            parse_quote!(ts_milliseconds_option::serialize),
            parse_quote!(time::serde::timestamp::milliseconds::option::serialize),
            parse_quote!(::jiff::fmt::serde::timestamp::second::required::serialize),
        ] {
            assert_eq!(Converted::of(&path), Converted::Number);
        }
        assert_eq!(Converted::of(&parse_quote!(time::serde::rfc3339::serialize)), Converted::Text);
        for path in
            [parse_quote!(crate::time::timestamp::serialize), parse_quote!(rfc3339::serialize), parse_quote!(as_text)]
        {
            assert_eq!(Converted::of(&path), Converted::Unknown);
        }
    }
}
