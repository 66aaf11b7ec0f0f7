//! The displayed text of a key.

use super::usage::KeyUsage;
use crate::key::{KeyScalar, redaction::shown_partition};

/// The number of bytes of a long key that are shown: its beginning, and its end, which usually contains the shard.
const HEAD: usize = 112;
const TAIL: usize = 44;

/// The stored text of a partition key.
#[derive(Debug, Clone)]
pub(super) struct KeyText {
    /// The key with sensitive values redacted, shortened if it is long.
    pub(super) text: Box<str>,
    /// The length of the whole key in bytes.
    pub(super) key_bytes: u16,
    /// Whether `text` is the whole key.
    pub(super) is_whole: bool,
}

impl KeyText {
    pub(super) fn of(usage: &KeyUsage<'_>) -> Self {
        let values: Vec<_> = usage.partition.values().iter().map(KeyScalar::to_string).collect();
        let text = shown(&KeyScalar::S(shown_partition(usage.entity, usage.place, usage.partition)));
        Self {
            is_whole: *text == *values.join(", "),
            text,
            key_bytes: u16::try_from(usage.partition.size()).unwrap_or(u16::MAX),
        }
    }
}

/// Returns the text of a key that the monitor stores and shows: complete up to 156 bytes, otherwise its first 112 and
/// its last 44 bytes around an ellipsis, or slightly less at the boundary of a character.
///
/// All texts of keys are created here.
pub(super) fn shown(key: &KeyScalar) -> Box<str> {
    let text = key.to_string();
    if text.len() <= HEAD + TAIL {
        return text.into();
    }
    let head = text.get(..text.floor_char_boundary(HEAD)).unwrap_or_default();
    let tail = text.get(text.ceil_char_boundary(text.len() - TAIL)..).unwrap_or_default();
    format!("{head}\u{2026}{tail}").into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn long_keys_are_shortened_in_the_middle() {
        let text = format!("TENANT#{}#7", "x".repeat(147));
        assert_eq!(&*shown(&KeyScalar::S(text.clone())), text);
        let text = format!("TENANT#{}#7", "x".repeat(2_000));
        let shown = shown(&KeyScalar::S(text));
        assert!(shown.starts_with("TENANT#xxx") && shown.ends_with("xxx#7") && shown.contains("x\u{2026}x"), "{shown}");
        assert_eq!(shown.len(), HEAD + TAIL + 3);
    }

    proptest! {
        #[test]
        fn the_shown_key_is_bounded(text in "\\PC{0,700}") {
            prop_assert!(shown(&KeyScalar::S(text)).len() <= HEAD + TAIL + 3);
        }
    }

    #[test]
    fn numbers_and_bytes_are_shown_as_in_errors() {
        assert_eq!(&*shown(&KeyScalar::N("7.5".into())), "7.5");
        assert_eq!(&*shown(&KeyScalar::B(vec![0xAB, 0x01])), "ab01");
        assert_eq!(shown(&KeyScalar::B(vec![0xAB; 2_048])).len(), HEAD + TAIL + 3);
    }
}
