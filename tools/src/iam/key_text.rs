//! The texts that a template writes, and the IAM pattern of them.

use std::fmt::Write as _;

use super::request::{PolicyError, Tenant};

/// The texts of one attribute of a partition key, as a sequence of pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct KeyText {
    pub(super) pieces: Vec<Piece>,
}

/// A piece of a key's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// The same text in each key.
    Text(String),
    /// One digit of a value of fixed width.
    Digit,
    /// A value of variable length, which is never empty.
    Value {
        /// The character that the value never contains: the table's delimiter, unless the value is a whole attribute.
        without: Option<char>,
    },
    /// The value that identifies the tenant.
    Tenant {
        /// As for [`Value`](Self::Value).
        without: Option<char>,
    },
}

/// The position of a value: all keys of this text have it between the same characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The number of characters before it.
    before: usize,
    /// The character that ends it, and that it never contains. `None` if it extends to the end.
    end: Option<char>,
}

impl KeyText {
    pub(super) fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            _ if text.is_empty() => {}
            Some(Piece::Text(before)) => before.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }

    /// Appends values of fixed width, in which each `0` is any digit.
    pub(super) fn digits(&mut self, shape: &str) {
        for character in shape.chars() {
            match character {
                '0' => self.pieces.push(Piece::Digit),
                other => self.text(other.encode_utf8(&mut [0; 4])),
            }
        }
    }

    /// Returns the pattern for `StringLike`.
    pub(super) fn pattern(&self, tenant: Option<&Tenant>) -> String {
        let mut pattern = String::new();
        for piece in &self.pieces {
            match (piece, tenant) {
                (Piece::Text(text), _) => pattern.extend(text.chars().map(literal)),
                (Piece::Digit, _) => pattern.push('?'),
                (Piece::Tenant { .. }, Some(tenant)) => {
                    let _ = write!(pattern, "${{{}}}", tenant.variable);
                }
                (Piece::Value { .. } | Piece::Tenant { .. }, _) => pattern.push('*'),
            }
        }
        pattern
    }

    /// Returns whether the pattern contains wildcards.
    pub(super) fn is_exact(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::Text(_) | Piece::Tenant { .. }))
    }

    /// Returns the first character that a policy cannot contain.
    ///
    /// AWS: [IAM name requirements](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html).
    pub(super) fn unwritable(&self) -> Option<char> {
        let texts = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(text),
            _ => None,
        });
        texts.flat_map(|text| text.chars()).find(|character| !('\u{20}'..='\u{ff}').contains(character))
    }

    /// Returns the characters that the tenant's value in a key never contains, because they are escaped or end it.
    pub(super) fn reserved(&self) -> impl Iterator<Item = char> {
        let escaped = self.pieces.iter().find_map(|piece| match piece {
            Piece::Tenant { without: Some(delimiter) } => Some([*delimiter, '%']),
            _ => None,
        });
        let end = self.tenant_place().and_then(|place| place.end);
        escaped.into_iter().flatten().chain(end)
    }

    /// Returns the position of the tenant's value, if all keys have it there: after as many characters, and before
    /// the end or a character that the value never contains. Then two keys that match one pattern have the same tenant.
    pub(super) fn tenant_place(&self) -> Option<Place> {
        let at = self.pieces.iter().position(|piece| matches!(piece, Piece::Tenant { .. }))?;
        self.place(at)
    }

    /// Returns whether the text has a value at this position.
    pub(super) fn has_value_at(&self, place: Place) -> bool {
        let is_value = |piece: &Piece| matches!(piece, Piece::Value { .. } | Piece::Tenant { .. });
        let values = self.pieces.iter().enumerate().filter(|(_, piece)| is_value(piece));
        values.filter_map(|(at, _)| self.place(at)).any(|own| own == place)
    }

    fn place(&self, at: usize) -> Option<Place> {
        let (before, after) = self.pieces.split_at_checked(at)?;
        let before = before.iter().try_fold(0, |characters: usize, piece| match piece {
            Piece::Text(text) => Some(characters.saturating_add(text.chars().count())),
            Piece::Digit => Some(characters.saturating_add(1)),
            Piece::Value { .. } | Piece::Tenant { .. } => None,
        })?;
        match after.get(1) {
            None => Some(Place { before, end: None }),
            // The first character of a literal is reserved in the value before it.
            Some(Piece::Text(text)) => Some(Place { before, end: text.chars().next() }),
            Some(_) => None,
        }
    }
}

/// Returns a character that is no wildcard and begins no variable.
fn literal(character: char) -> String {
    match character {
        '*' | '?' | '$' => format!("${{{character}}}"),
        other => other.to_string(),
    }
}

/// Returns the patterns of values that contain one of these characters, or a wildcard.
pub(super) fn holding(characters: impl Iterator<Item = char>) -> Vec<String> {
    let mut patterns = Vec::new();
    for character in characters.chain(['*', '?']) {
        let pattern = format!("*{}*", literal(character));
        if !patterns.contains(&pattern) {
            patterns.push(pattern);
        }
    }
    patterns
}

/// Refuses a text that a policy cannot contain.
pub(super) fn check_writable(entity: &str, source: &str, texts: &[KeyText]) -> Result<(), PolicyError> {
    match texts.iter().find_map(KeyText::unwritable) {
        None => Ok(()),
        Some(character) => Err(PolicyError::new(format!(
            "`{entity}`: the key `{source}` contains {character:?}, and a policy only characters from U+0020 to \
             U+00FF; use other characters in the template"
        ))),
    }
}
