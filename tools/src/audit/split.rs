//! Splits keys into parts at the table's delimiter.

use std::collections::BTreeMap;

use super::kind::Kind;

/// Characters that are rare in values. In a key, they are a delimiter.
const CERTAIN: &[char] = &['#', '|', '~', '^', '/'];

/// Characters that are common in values, too.
const LIKELY: &[char] = &[':', '_', '.', '-'];

/// The share of the texts that contain a delimiter of each kind, in per cent.
const CERTAIN_PER_CENT: usize = 5;
const LIKELY_PER_CENT: usize = 50;

/// Lengths of times and UUIDs, which can contain the delimiter, the longest first.
const WHOLE: &[usize] = &[36, 30, 27, 24, 20, 19, 16, 13, 10, 7];

/// Finds the character that separates the parts of these keys. Returns `#` if no character does.
pub(crate) fn delimiter<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> char {
    let total = texts.clone().count();
    let most = |candidates: &[char], percentage: usize, of: fn(&str, char) -> bool| {
        let mut counts = BTreeMap::<usize, usize>::new();
        for text in texts.clone() {
            for (position, candidate) in candidates.iter().enumerate() {
                *counts.entry(position).or_default() += usize::from(of(text, *candidate));
            }
        }
        // If counts are equal, the first character of the list wins.
        let (position, count) = counts.into_iter().rev().max_by_key(|(_, count)| *count)?;
        (count > 0 && count * 100 >= total * percentage).then(|| candidates.get(position).copied()).flatten()
    };
    most(CERTAIN, CERTAIN_PER_CENT, |text, candidate| text.contains(candidate))
        .or_else(|| most(LIKELY, LIKELY_PER_CENT, begins_with_a_word))
        .unwrap_or('#')
}

/// Returns whether a text consists of a word, the character and further text, as in `user:17`.
fn begins_with_a_word(text: &str, delimiter: char) -> bool {
    let is_value = !matches!(Kind::of(text), Kind::Text | Kind::Word);
    let word = text.split_once(delimiter).filter(|(_, rest)| !is_value && !rest.is_empty());
    word.is_some_and(|(word, _)| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// Splits a text into parts. A time or a UUID is one part, even if it contains the delimiter.
pub(crate) fn split(text: &str, delimiter: char) -> Vec<&str> {
    if !LIKELY.contains(&delimiter) {
        return text.split(delimiter).collect();
    }
    let (mut parts, mut rest) = (Vec::new(), text);
    loop {
        let end = whole(rest, delimiter).or_else(|| rest.find(delimiter));
        let Some((part, behind)) = end.and_then(|end| rest.split_at_checked(end)) else {
            parts.push(rest);
            return parts;
        };
        parts.push(part);
        match behind.strip_prefix(delimiter) {
            Some(behind) => rest = behind,
            None => return parts,
        }
    }
}

/// Returns the end of the time or UUID with which a text begins.
fn whole(text: &str, delimiter: char) -> Option<usize> {
    WHOLE.iter().copied().find(|length| {
        let Some((value, behind)) = text.split_at_checked(*length) else { return false };
        let kind = Kind::of(value);
        let is_value = kind.is_time() || matches!(kind, Kind::Uuid | Kind::TimeUuid);
        is_value && (behind.is_empty() || behind.starts_with(delimiter))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_found() {
        for (texts, expected) in [
            (&["CUSTOMER#ann", "PROFILE", "ORDER#2023-05-28T14:15:39.247Z"][..], '#'),
            (&["a|b", "c|d", "e|f#g"], '|'),
            (&["user:17", "order:2026-06-22T14:00:00Z"], ':'),
            (&["2026-06-22T14:00:00Z", "2026-06-23T14:00:00Z"], '#'),
            (&["user_17", "user_18"], '_'),
            (&["player001", "player002"], '#'),
        ] {
            assert_eq!(delimiter(texts.iter().copied()), expected, "{texts:?}");
        }
    }

    #[test]
    fn times_and_uuids_are_not_split() {
        assert_eq!(split("order:2026-06-22T14:00:00Z:7", ':'), ["order", "2026-06-22T14:00:00Z", "7"]);
        assert_eq!(split("user-f81d4fae-7dec-41d0-a765-00a0c91e6bf6", '-').len(), 2);
        assert_eq!(split("a##b", '#'), ["a", "", "b"]);
        assert_eq!(split("a:", ':'), ["a", ""]);
        assert_eq!(split("", ':'), [""]);
    }
}
