//! Cursors, plain and sealed.

use keywright::{
    Error, ErrorKind,
    read::{Cursor, CursorKeys},
};
use proptest::prelude::*;

use super::{
    corpus::{files, generated},
    mutations::mutated,
};

fn keys() -> CursorKeys {
    CursorKeys::new("2026-01", [7; 32]).unwrap()
}

fn is_clear(error: &Error) -> bool {
    let kinds =
        [ErrorKind::CursorMalformed, ErrorKind::CursorTruncated, ErrorKind::CursorTampered, ErrorKind::CursorOutdated];
    kinds.contains(&error.kind()) && error.to_string().contains("cursor")
}

/// Checks that a cursor round-trips, or that the error is clear.
fn read(text: &str) -> Result<Cursor, Error> {
    let parsed = text.parse::<Cursor>();
    match &parsed {
        Ok(cursor) => assert_eq!(cursor.to_string(), text, "one cursor has one text"),
        Err(error) => assert!(is_clear(error), "{error:?}"),
    }
    parsed
}

fn open(text: &str) -> Result<Cursor, Error> {
    let opened = keys().open(text);
    match &opened {
        Ok(cursor) => assert_eq!(&cursor.to_string().parse::<Cursor>().unwrap(), cursor),
        Err(error) => assert!(is_clear(error), "{error:?}"),
    }
    opened
}

#[test]
fn sample_files_are_cursors_or_give_clear_errors() {
    for file in files("cursors") {
        assert_eq!(read(&file.text()).is_ok(), file.is_valid(), "{}", file.name);
        assert!(open(&file.text()).is_err(), "{} is not sealed", file.name);
    }
    for file in files("sealed") {
        assert_eq!(open(&file.text()).is_ok(), file.is_valid(), "{}", file.name);
        assert!(read(&file.text()).is_err(), "{} is sealed", file.name);
    }
    for text in generated() {
        assert!(read(&text).is_err() && open(&text).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_cursors_round_trip_or_are_rejected((_, text) in mutated(files("cursors"))) {
        let _ = read(&text);
        prop_assert!(open(&text).is_err(), "it was not sealed with this key");
    }

    #[test]
    fn mutated_sealed_cursors_are_rejected((_, text) in mutated(files("sealed"))) {
        let is_original = files("sealed").iter().any(|file| file.is_valid() && file.text() == text);
        prop_assert_eq!(open(&text).is_ok(), is_original, "{}", text);
        prop_assert!(read(&text).is_err());
    }

    #[test]
    fn reading_arbitrary_text_never_panics(text in any::<String>()) {
        let _ = (read(&text), open(&text));
    }
}
