//! Reads the values that a key condition fixes.

/// Returns the `name = :value` comparisons of a key condition, unresolved.
pub(super) fn equalities(condition: &str) -> impl Iterator<Item = (&str, &str)> {
    let tokens = tokens(condition);
    let equalities = tokens.windows(3).filter_map(|three| match three {
        [name, "=", value] => Some((*name, *value)),
        _ => None,
    });
    equalities.collect::<Vec<_>>().into_iter()
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Space,
    Operator,
    Punctuation,
    Word,
}

impl Kind {
    fn of(c: char) -> Self {
        match c {
            '<' | '=' | '>' => Self::Operator,
            '(' | ')' | ',' => Self::Punctuation,
            c if c.is_whitespace() => Self::Space,
            _ => Self::Word,
        }
    }
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = Kind::of(first);
        let end = rest.find(|c| Kind::of(c) != kind).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        if kind != Kind::Space {
            tokens.push(token);
        }
        rest = after;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(condition: &str) -> Vec<(&str, &str)> {
        equalities(condition).collect()
    }

    #[test]
    fn only_equality_terms_are_found() {
        assert_eq!(found("a=:a"), [("a", ":a")]);
        assert_eq!(found("((#a  =\n:a)AND b <= :b)"), [("#a", ":a")]);
        assert_eq!(found("größe = :ä AND c = :c"), [("größe", ":ä"), ("c", ":c")]);
        for none in ["", "=", "a =", "= :a", "a >= :a", "a <> :a", "begins_with(a, :a)"] {
            assert!(found(none).is_empty(), "{none}: {:?}", found(none));
        }
    }
}
