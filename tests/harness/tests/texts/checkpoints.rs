//! Checkpoints of sweeps and scans.

use keywright::{ErrorKind, client::Checkpoint};
use proptest::prelude::*;

use super::{
    corpus::{files, generated},
    mutations::mutated,
};

/// Checks that a checkpoint round-trips, apart from white space at its end, as in a file, or that the error is clear.
fn read(text: &str) -> Option<Checkpoint> {
    match text.parse::<Checkpoint>() {
        Ok(checkpoint) => {
            assert_eq!(checkpoint.to_string(), text.trim_end(), "one checkpoint has one text");
            Some(checkpoint)
        }
        Err(error) => {
            assert!(
                error.kind() == ErrorKind::CursorMalformed && error.to_string().contains("checkpoint"),
                "{error:?}"
            );
            None
        }
    }
}

#[test]
fn sample_files_are_checkpoints_or_give_clear_errors() {
    for file in files("checkpoints") {
        assert_eq!(read(&file.text()).is_some(), file.is_valid(), "{}", file.name);
    }
    for text in generated() {
        assert!(read(&text).is_none());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_checkpoints_are_rejected((_, text) in mutated(files("checkpoints"))) {
        let is_original = files("checkpoints").iter().any(|file| file.is_valid() && file.text() == text.trim_end());
        prop_assert_eq!(read(&text).is_some(), is_original, "{}", text);
    }

    #[test]
    fn arbitrary_text_is_rejected(text in any::<String>()) {
        prop_assert!(read(&text).is_none());
    }
}
