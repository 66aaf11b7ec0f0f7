//! The words of a line: unquoted, or quoted as JSON if they contain unusual characters.

use std::fmt;

/// A name, quoted if its end would be ambiguous otherwise.
pub(super) struct Word<'a>(pub(super) &'a str);

/// A text that is always quoted.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |character: char| character.is_ascii_alphanumeric() || "_.-".contains(character);
        match !self.0.is_empty() && self.0.chars().all(is_plain) {
            true => f.write_str(self.0),
            false => Quoted(self.0).fmt(f),
        }
    }
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        serde_json::Value::from(self.0).fmt(f)
    }
}

/// Splits a line into words. Spaces within quotes do not end a word.
pub(super) fn words(line: &str) -> Vec<&str> {
    let (mut words, mut start) = (Vec::new(), None);
    let (mut quoted, mut escaped) = (false, false);
    for (at, character) in line.char_indices() {
        let ends = !quoted && character.is_whitespace();
        match (ends, start) {
            (true, Some(from)) => {
                words.extend(line.get(from..at));
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
        quoted ^= character == '"' && !escaped;
        escaped = quoted && character == '\\' && !escaped;
    }
    words.extend(start.and_then(|from| line.get(from..)));
    words
}

/// Returns the text of a quoted or unquoted word, and the rest after its closing quote.
pub(super) fn split_name(word: &str) -> Option<(String, &str)> {
    if !word.starts_with('"') {
        let end = word.find([':', '"', '[']).unwrap_or(word.len());
        let (name, rest) = word.split_at_checked(end)?;
        return (!name.is_empty()).then(|| (name.to_owned(), rest));
    }
    let mut values = serde_json::Deserializer::from_str(word).into_iter::<String>();
    let text = values.next()?.ok()?;
    let rest = word.get(values.byte_offset()..)?;
    Some((text, rest))
}

/// Returns the text of a whole word.
pub(super) fn name(word: &str) -> Option<String> {
    split_name(word).filter(|(_, rest)| rest.is_empty()).map(|(name, _)| name)
}
