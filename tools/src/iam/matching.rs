//! Decides whether a pattern can match a key.

use super::key_text::{KeyText, Piece};

/// One character of a text, or any number of them.
#[derive(Debug, Clone, Copy)]
struct Token {
    set: Set,
    repeats: bool,
}

/// The characters that a token admits.
#[derive(Debug, Clone, Copy)]
enum Set {
    One(char),
    Digits,
    /// All but these.
    Without([Option<char>; 2]),
}

/// Returns whether the IAM pattern of one text matches a key that another text describes. A value of the pattern
/// matches every text, also one with the delimiter. The tenant of the pattern is any value without the delimiter and
/// without `%`: the policy excludes others.
///
/// It can be a false yes, because a value's fields and escapes are not considered.
pub(super) fn may_match(pattern: &KeyText, key: &KeyText) -> bool {
    let (pattern, key) = (tokens(pattern, true), tokens(key, false));
    let (mut seen, mut open) = (vec![false; (pattern.len() + 1) * (key.len() + 1)], vec![(0, 0)]);
    while let Some((p, k)) = open.pop() {
        let Some(visited) = seen.get_mut(p * (key.len() + 1) + k) else { continue };
        if std::mem::replace(visited, true) {
            continue;
        }
        if p == pattern.len() && k == key.len() {
            return true;
        }
        let (of_pattern, of_key) = (pattern.get(p), key.get(k));
        if of_pattern.is_some_and(|token| token.repeats) {
            open.push((p + 1, k));
        }
        if of_key.is_some_and(|token| token.repeats) {
            open.push((p, k + 1));
        }
        if let (Some(a), Some(b)) = (of_pattern, of_key)
            && a.set.meets(b.set)
        {
            open.push((p + usize::from(!a.repeats), k + usize::from(!b.repeats)));
        }
    }
    false
}

fn tokens(text: &KeyText, is_pattern: bool) -> Vec<Token> {
    let one = |set| Token { set, repeats: false };
    let any = |set| Token { set, repeats: true };
    let mut tokens = Vec::new();
    for piece in &text.pieces {
        match (piece, is_pattern) {
            (Piece::Text(text), _) => tokens.extend(text.chars().map(|character| one(Set::One(character)))),
            (Piece::Digit, true) => tokens.push(one(Set::Without([None; 2]))),
            (Piece::Digit, false) => tokens.push(one(Set::Digits)),
            (Piece::Value { .. }, true) => tokens.push(any(Set::Without([None; 2]))),
            (Piece::Value { without } | Piece::Tenant { without }, false) => {
                let set = Set::Without([*without, None]);
                tokens.extend([one(set), any(set)]);
            }
            (Piece::Tenant { without }, true) => {
                let set = Set::Without([*without, without.map(|_| '%')]);
                tokens.extend([one(set), any(set)]);
            }
        }
    }
    tokens
}

impl Set {
    fn meets(self, other: Self) -> bool {
        match (self, other) {
            (Self::One(a), other) => other.has(a),
            (other, Self::One(b)) => other.has(b),
            // All but two characters include a digit, and another one.
            (Self::Digits | Self::Without(_), Self::Digits | Self::Without(_)) => true,
        }
    }

    fn has(self, character: char) -> bool {
        match self {
            Self::One(one) => one == character,
            Self::Digits => character.is_ascii_digit(),
            Self::Without(excluded) => !excluded.contains(&Some(character)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUE: Piece = Piece::Value { without: Some('#') };
    const TENANT: Piece = Piece::Tenant { without: Some('#') };

    fn text(pieces: &[Piece]) -> KeyText {
        KeyText { pieces: pieces.to_vec() }
    }

    fn fixed(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    #[test]
    fn a_value_of_a_pattern_also_matches_the_delimiter() {
        let order = text(&[fixed("ORDER#"), VALUE]);
        let item = text(&[fixed("ORDER#"), VALUE, fixed("#ITEM#"), VALUE]);
        assert!(may_match(&order, &item), "`ORDER#*`");
        assert!(!may_match(&item, &order), "a value of a key has no delimiter");
        assert!(may_match(&order, &text(&[fixed("ORDER#")])), "`*` also matches no characters");
        assert!(!may_match(&text(&[fixed("USER#"), VALUE]), &order));
    }

    #[test]
    fn a_tenant_matches_one_value() {
        let of_tenant = text(&[fixed("T#"), TENANT, fixed("#O#"), VALUE]);
        assert!(may_match(&of_tenant, &of_tenant));
        assert!(!may_match(&of_tenant, &text(&[fixed("T#"), VALUE, fixed("#U#"), VALUE])));
        assert!(!may_match(&text(&[TENANT, fixed("#"), VALUE]), &text(&[fixed("%UNIQUE#User#email#"), VALUE])));
        assert!(may_match(&text(&[VALUE]), &text(&[fixed("%UNIQUE#User#email#"), VALUE])));
    }

    #[test]
    fn digits_match_digits() {
        let (year, month) = (text(&[fixed("LOG#"), Piece::Digit]), text(&[fixed("LOG#"), Piece::Digit, Piece::Digit]));
        assert!(may_match(&year, &year) && !may_match(&year, &month));
        assert!(!may_match(&text(&[fixed("LOG#x")]), &year));
        assert!(may_match(&year, &text(&[fixed("LOG#x")])), "`?` is any character");
    }
}
