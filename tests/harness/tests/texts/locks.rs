//! Lock files.

use std::{fs, path::Path};

use keywright::key::Timestamp;
use keywright_tools::lock::{Lock, compare};
use proptest::prelude::*;

use super::{
    corpus::{Text, files, generated},
    mutations::mutated,
};

/// 2026-07-01.
const NOW: Timestamp = Timestamp { seconds: 1_782_864_000, nanos: 0 };

/// Returns the corpus, and the locks of the examples.
fn all() -> Vec<Text> {
    let mut files = files("locks");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/docs");
    for folder in fs::read_dir(examples).unwrap() {
        let path = folder.unwrap().path().join("keywright.lock");
        if let Ok(bytes) = fs::read(&path) {
            files.push(Text { name: format!("valid {}", path.display()), bytes });
        }
    }
    assert!(files.iter().filter(|file| file.is_valid()).count() > 3);
    files
}

fn read(text: &str) -> bool {
    match text.parse::<Lock>() {
        Ok(lock) => {
            let again: Lock = lock.to_string().parse().unwrap_or_else(|error| panic!("{error} in\n{lock}"));
            assert_eq!(again, lock);
            assert_eq!(again.to_string(), lock.to_string());
            assert!(compare(&lock, &again, NOW).is_empty());
            true
        }
        Err(error) => {
            assert!((1..=text.lines().count().max(1)).contains(&error.line()), "{error}");
            assert!(error.to_string().len() > "line 1: ".len());
            false
        }
    }
}

#[test]
fn sample_files_are_locks_or_errors_with_a_line() {
    for file in all() {
        assert_eq!(read(&file.text()), file.is_valid(), "{}", file.name);
    }
    for text in generated() {
        assert!(!read(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_locks_round_trip_or_are_errors_with_a_line((_, text) in mutated(all())) {
        let _ = read(&text);
    }

    #[test]
    fn comparison_is_empty_only_for_equal_locks((_, one) in mutated(all()), (_, other) in mutated(all())) {
            if let (Ok(one), Ok(other)) = (one.parse::<Lock>(), other.parse::<Lock>()) {
            let changes = compare(&one, &other, NOW);
            prop_assert_eq!(changes.is_empty(), one == other);
        }
    }
}
