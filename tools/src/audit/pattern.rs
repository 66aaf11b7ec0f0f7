//! Represents the pattern of a key: literals, and parts whose values differ.

use serde::{Deserialize, Serialize};

use super::kind::Kind;

/// The pattern of a key: a list of parts for each of its attributes.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct KeyPattern {
    /// The parts of each attribute, the partition key's first.
    pub(crate) attributes: Vec<Vec<Part>>,
}

/// A text between two delimiters of a key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Part {
    /// A text that is the same in every item.
    Literal(String),
    /// A value that differs from item to item.
    Value,
}

impl KeyPattern {
    /// Returns whether a key, cut into its parts, has this pattern.
    pub(crate) fn matches(&self, key: &[Vec<&str>]) -> bool {
        self.attributes.len() == key.len()
            && self.attributes.iter().zip(key).all(|(parts, texts)| {
                parts.len() == texts.len()
                    && parts.iter().zip(texts).all(|(part, text)| match part {
                        Part::Literal(literal) => literal == text,
                        Part::Value => true,
                    })
            })
    }

    /// Returns the number of literals. If a key matches two patterns, the one with more literals applies.
    pub(crate) fn literals(&self) -> usize {
        self.parts().filter(|part| matches!(part, Part::Literal(_))).count()
    }

    /// Returns the parts of all attributes, in order.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> {
        self.attributes.iter().flatten()
    }

    /// Finds the only literal in which the two patterns differ, if it follows another literal. Such a literal is a
    /// value of which this pattern has seen only one.
    pub(crate) fn differing_value(&self, other: &Self) -> Option<(usize, usize)> {
        let lengths = |pattern: &Self| pattern.attributes.iter().map(Vec::len).collect::<Vec<_>>();
        if lengths(self) != lengths(other) {
            return None;
        }
        let mut found = None;
        for (attribute, (own, others)) in self.attributes.iter().zip(&other.attributes).enumerate() {
            for (at, (one, two)) in own.iter().zip(others).enumerate() {
                match (one, two) {
                    _ if one == two => {}
                    (Part::Literal(_), _) if found.is_none() && is_after_tag(own, at) => {
                        found = Some((attribute, at));
                    }
                    _ => return None,
                }
            }
        }
        found
    }

    /// Finds the parts in which patterns of two separate sets of items differ, if each of these is a value of which one
    /// or both sets have only one. Returns nothing for equal patterns, and for patterns of different kinds of items.
    pub(crate) fn differing_values(&self, other: &Self) -> Vec<(usize, usize)> {
        let lengths = |pattern: &Self| pattern.attributes.iter().map(Vec::len).collect::<Vec<_>>();
        if lengths(self) != lengths(other) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (attribute, (own, others)) in self.attributes.iter().zip(&other.attributes).enumerate() {
            for (at, (one, two)) in own.iter().zip(others).enumerate() {
                let may_be_value = |part: &Part, parts| match part {
                    Part::Value => true,
                    Part::Literal(literal) => {
                        is_after_tag(parts, at) || !matches!(Kind::of(literal), Kind::Word | Kind::Empty)
                    }
                };
                match one == two {
                    true => {}
                    false if may_be_value(one, own) && may_be_value(two, others) => found.push((attribute, at)),
                    false => return Vec::new(),
                }
            }
        }
        found
    }

    /// Turns a literal into a value. Returns the literal, and the value's position among the values of the pattern.
    pub(crate) fn widen(&mut self, attribute: usize, at: usize) -> Option<(String, usize)> {
        let before = self.attributes.iter().take(attribute).flatten();
        let before = before.chain(self.attributes.get(attribute)?.iter().take(at));
        let position = before.filter(|part| **part == Part::Value).count();
        let part = self.attributes.get_mut(attribute)?.get_mut(at)?;
        match std::mem::replace(part, Part::Value) {
            Part::Literal(literal) => Some((literal, position)),
            Part::Value => None,
        }
    }
}

/// Returns whether a part follows a literal that is a word.
fn is_after_tag(parts: &[Part], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| parts.get(before)).is_some_and(|part| match part {
        Part::Literal(literal) => !literal.is_empty(),
        Part::Value => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(attributes: &[&[&str]]) -> KeyPattern {
        let part = |text: &&str| if *text == "<>" { Part::Value } else { Part::Literal((*text).to_owned()) };
        KeyPattern { attributes: attributes.iter().map(|parts| parts.iter().map(part).collect()).collect() }
    }

    #[test]
    fn a_value_is_recognized_when_a_second_one_differs() {
        let acme = pattern(&[&["TENANT", "acme"], &["ORDER", "<>"]]);
        let mut pear = pattern(&[&["TENANT", "pear"], &["ORDER", "<>"]]);
        assert_eq!(acme.differing_value(&pear), Some((0, 1)));
        assert_eq!(pear.widen(0, 1), Some(("pear".to_owned(), 0)));
        assert_eq!(pear, pattern(&[&["TENANT", "<>"], &["ORDER", "<>"]]));
        // A tag is not a value.
        assert_eq!(pattern(&[&["USER", "<>"]]).differing_value(&pattern(&[&["ORDER", "<>"]])), None);
        assert_eq!(acme.differing_value(&pattern(&[&["TENANT", "pear"], &["CART", "<>"]])), None);
    }

    #[test]
    fn patterns_of_separate_items_differ_in_values() {
        let acme = pattern(&[&["TENANT", "acme"], &["DAY", "2026-06-22", "<>"]]);
        let all = pattern(&[&["TENANT", "<>"], &["DAY", "<>", "<>"]]);
        assert_eq!(acme.differing_values(&all), [(0, 1), (1, 1)]);
        assert_eq!(all.differing_values(&acme), [(0, 1), (1, 1)]);
        assert_eq!(acme.differing_values(&acme), []);
        assert_eq!(acme.differing_values(&pattern(&[&["TENANT", "acme"], &["MONTH", "2026-06", "<>"]])), []);
        // A date names no kind of item, wherever it is.
        let day = pattern(&[&["2026-06-22"], &["<>"]]);
        assert_eq!(day.differing_values(&pattern(&[&["2026-06-23"], &["<>"]])), [(0, 0)]);
        let posts = pattern(&[&["u", "<>", "post"]]);
        assert_eq!(posts.differing_values(&pattern(&[&["u", "<>", "follower"]])), []);
    }
}
