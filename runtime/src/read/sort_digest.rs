//! Sort keys of a merge as numbers that compare like the keys.
//!
//! Sort keys of one query begin the same way: with a literal, a date, an hour. Their digest is the 16 bytes after this
//! common prefix, so that few comparisons of a merge read the keys themselves.

use super::direction::Direction;
use crate::key::KeyScalar;

/// The beginning that all sort keys of a merge share.
#[derive(Debug, Default)]
pub(super) enum CommonPrefix {
    /// No key is known yet.
    #[default]
    Unknown,
    Text(Vec<u8>),
    /// A key is not a text, so that digests decide nothing.
    None,
}

impl CommonPrefix {
    /// Shortens the prefix to the part that it shares with this key.
    pub(super) fn admit(&mut self, key: Option<&KeyScalar>) {
        match (&mut *self, key.and_then(KeyScalar::as_s)) {
            (Self::Unknown, Some(key)) => *self = Self::Text(key.into()),
            (Self::Text(prefix), Some(key)) => {
                let shared = prefix.iter().zip(key.as_bytes()).take_while(|(a, b)| a == b).count();
                prefix.truncate(shared);
            }
            (Self::None, _) | (_, None) => *self = Self::None,
        }
    }

    /// Returns the digest of a key. Different digests are in the order of their keys, and equal ones decide nothing.
    /// `None` for a key that must be [admitted](Self::admit) first, which invalidates all digests.
    pub(super) fn digest(&self, key: Option<&KeyScalar>, direction: Direction) -> Option<u128> {
        let Self::Text(prefix) = self else { return matches!(self, Self::None).then_some(0) };
        let rest = key.and_then(KeyScalar::as_s)?.as_bytes().strip_prefix(prefix.as_slice())?;
        let digest = first_16_bytes(rest);
        Some(match direction {
            Direction::Ascending => digest,
            Direction::Descending => !digest,
        })
    }
}

/// Returns the first 16 bytes as a number, with zeros for missing ones: a text precedes all texts that begin with it.
fn first_16_bytes(text: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    match text.first_chunk() {
        Some(first) => bytes = *first,
        None => bytes.iter_mut().zip(text).for_each(|(byte, of)| *byte = *of),
    }
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    fn scalar(text: &str) -> Option<KeyScalar> {
        Some(KeyScalar::S(text.to_owned()))
    }

    #[test]
    fn a_key_that_is_not_text_ends_all_digests() {
        let mut prefix = CommonPrefix::default();
        let number = Some(KeyScalar::N("7".to_owned()));
        assert_eq!(prefix.digest(scalar("a").as_ref(), Direction::Ascending), None);
        prefix.admit(scalar("a").as_ref());
        assert_eq!(prefix.digest(scalar("ab").as_ref(), Direction::Ascending), Some(u128::from(b'b') << 120));
        assert_eq!(prefix.digest(number.as_ref(), Direction::Ascending), None);
        prefix.admit(number.as_ref());
        assert_eq!(prefix.digest(number.as_ref(), Direction::Ascending), Some(0));
        assert_eq!(prefix.digest(scalar("a").as_ref(), Direction::Ascending), Some(0));
    }

    proptest! {
        #[test]
        fn different_digests_are_in_the_order_of_their_keys(texts in vec("(2026-01-0)?[\\x00ab0-1é]{0,20}", 1..12)) {
            let keys: Vec<_> = texts.iter().map(|text| scalar(text)).collect();
            let mut prefix = CommonPrefix::default();
            keys.iter().for_each(|key| prefix.admit(key.as_ref()));
            for direction in [Direction::Ascending, Direction::Descending] {
                let digest = |key: &Option<KeyScalar>| prefix.digest(key.as_ref(), direction).unwrap();
                for (a, b) in keys.iter().flat_map(|a| keys.iter().map(move |b| (a, b))) {
                    let (of_a, of_b) = (digest(a), digest(b));
                    prop_assert!(of_a == of_b || of_a.cmp(&of_b) == direction.order(a, b), "{a:?} {b:?}");
                }
            }
        }
    }
}
