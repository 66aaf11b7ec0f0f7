//! Intervals of sort keys, and DynamoDB's key conditions for them.

use std::ops::{Bound, RangeBounds};

use super::direction::Direction;
use crate::key::{
    KeyScalar,
    range::{earlier, is_empty, later},
};

/// An interval of sort keys that is read from one lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval {
    /// The lower end.
    pub lower: Bound<KeyScalar>,
    /// The upper end.
    pub upper: Bound<KeyScalar>,
}

/// The one condition on the sort key that a Query request can have.
///
/// AWS: *Key condition expressions for the Query operation*. If the condition includes an end that the interval
/// excludes, that item is dropped when it arrives.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SortCondition {
    /// No condition: the whole partition.
    All,
    /// `sk = :a`
    Equal(KeyScalar),
    /// `begins_with(sk, :a)`
    BeginsWith(String),
    /// `sk < :a`
    Below(KeyScalar),
    /// `sk <= :a`
    AtMost(KeyScalar),
    /// `sk > :a`
    Above(KeyScalar),
    /// `sk >= :a`
    AtLeast(KeyScalar),
    /// `sk BETWEEN :a AND :b`, both ends included.
    Between(KeyScalar, KeyScalar),
}

impl Interval {
    /// The interval of all sort keys.
    pub const ALL: Self = Self { lower: Bound::Unbounded, upper: Bound::Unbounded };

    pub(crate) fn equal(key: KeyScalar) -> Self {
        Self { lower: Bound::Included(key.clone()), upper: Bound::Included(key) }
    }

    /// Returns the interval of texts that begin with `prefix`.
    pub(crate) fn prefix(prefix: String) -> Self {
        if prefix.is_empty() {
            return Self::ALL;
        }
        let upper = successor(&prefix).map_or(Bound::Unbounded, |text| Bound::Excluded(KeyScalar::S(text)));
        Self { lower: Bound::Included(KeyScalar::S(prefix)), upper }
    }

    pub(crate) fn intersected(self, other: Self) -> Self {
        Self { lower: later(self.lower, other.lower), upper: earlier(self.upper, other.upper) }
    }

    /// Returns the rest of the interval after a sort key in a direction, with or without the key itself.
    pub(crate) fn resumed(self, direction: Direction, key: &KeyScalar, with_key: bool) -> Self {
        let end = if with_key { Bound::Included(key.clone()) } else { Bound::Excluded(key.clone()) };
        match direction {
            Direction::Ascending => Self { lower: later(self.lower, end), upper: self.upper },
            Direction::Descending => Self { lower: self.lower, upper: earlier(self.upper, end) },
        }
    }

    /// Returns whether the interval contains no sort key.
    pub fn is_empty(&self) -> bool {
        is_empty(&self.lower, &self.upper)
    }

    /// Returns whether the interval contains a sort key.
    pub fn contains(&self, key: &KeyScalar) -> bool {
        (self.lower.as_ref(), self.upper.as_ref()).contains(key)
    }

    /// Whether a sort key comes after the whole interval, in a direction.
    pub(crate) fn ends_before(&self, direction: Direction, key: &KeyScalar) -> bool {
        let end = match direction {
            Direction::Ascending => self.upper.as_ref(),
            Direction::Descending => self.lower.as_ref(),
        };
        match end {
            Bound::Unbounded => false,
            Bound::Included(end) => direction.order(end, key).is_lt(),
            Bound::Excluded(end) => direction.order(end, key).is_le(),
        }
    }

    /// Returns the sort key before the start of the interval that the key condition includes, in a direction.
    pub(crate) fn key_before_start(&self, direction: Direction) -> Option<&KeyScalar> {
        let start = match direction {
            Direction::Ascending => &self.lower,
            Direction::Descending => &self.upper,
        };
        match (start, self.condition()) {
            (Bound::Excluded(key), SortCondition::Between(..)) => Some(key),
            _ => None,
        }
    }

    /// Whether the conditions on the attributes of a sort key may include any number of sort keys before the start of
    /// the interval. See [`conditions`](Self::conditions).
    pub(crate) fn is_inexact(&self) -> bool {
        let is_of_several = |bound: &Bound<KeyScalar>| match bound {
            Bound::Included(key) | Bound::Excluded(key) => matches!(key, KeyScalar::Several(_)),
            Bound::Unbounded => false,
        };
        let is_exact = |condition: &SortCondition| matches!(condition, SortCondition::Equal(_));
        (is_of_several(&self.lower) || is_of_several(&self.upper)) && !self.conditions().iter().all(is_exact)
    }

    /// Returns the key condition for this interval.
    pub fn condition(&self) -> SortCondition {
        use Bound::{Excluded, Included, Unbounded};
        match (&self.lower, &self.upper) {
            (Unbounded, Unbounded) => SortCondition::All,
            (Unbounded, Excluded(upper)) => SortCondition::Below(upper.clone()),
            (Unbounded, Included(upper)) => SortCondition::AtMost(upper.clone()),
            (Excluded(lower), Unbounded) => SortCondition::Above(lower.clone()),
            (Included(lower), Unbounded) => SortCondition::AtLeast(lower.clone()),
            (Included(lower), Included(upper)) if lower == upper => SortCondition::Equal(lower.clone()),
            (Included(KeyScalar::S(lower)), Excluded(KeyScalar::S(upper)))
                if successor(lower).as_ref() == Some(upper) =>
            {
                SortCondition::BeginsWith(lower.clone())
            }
            (Included(lower) | Excluded(lower), Included(upper) | Excluded(upper)) => {
                SortCondition::Between(lower.clone(), upper.clone())
            }
        }
    }
}

/// Returns the smallest text that is greater than every text with this prefix. `None` if no text is greater.
pub(crate) fn successor(prefix: &str) -> Option<String> {
    let mut text = prefix.to_owned();
    while let Some(last) = text.pop() {
        // After U+D7FF a range of `char`s skips the surrogates, like the order of UTF-8.
        if let Some(next) = (last..=char::MAX).nth(1) {
            text.push(next);
            return Some(text);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(text: &str) -> KeyScalar {
        KeyScalar::S(text.to_owned())
    }

    #[test]
    fn the_successor_ends_a_prefix() {
        let successors = [
            ("ORDER#1#", Some("ORDER#1$")),
            ("é", Some("ê")),
            ("a\u{d7ff}", Some("a\u{e000}")),
            ("a\u{10ffff}", Some("b")),
            ("\u{10ffff}", None),
            ("", None),
        ];
        for (prefix, next) in successors {
            assert_eq!(successor(prefix).as_deref(), next, "{prefix:?}");
        }
    }

    #[test]
    fn a_prefix_contains_exactly_the_keys_that_begin_with_it() {
        let orders = Interval::prefix("ORDER#1#".to_owned());
        assert!(orders.contains(&s("ORDER#1#")));
        assert!(orders.contains(&s("ORDER#1#\u{10ffff}")));
        assert!(!orders.contains(&s("ORDER#10#")));
        assert!(!orders.contains(&s("ORDER#1")));
        assert_eq!(orders.condition(), SortCondition::BeginsWith("ORDER#1#".to_owned()));
        assert_eq!(Interval::prefix(String::new()), Interval::ALL);
    }

    #[test]
    fn every_interval_has_its_condition() {
        use Bound::{Excluded, Included, Unbounded};
        let cases = [
            (Unbounded, Unbounded, SortCondition::All),
            (Unbounded, Excluded(s("b")), SortCondition::Below(s("b"))),
            (Unbounded, Included(s("b")), SortCondition::AtMost(s("b"))),
            (Excluded(s("a")), Unbounded, SortCondition::Above(s("a"))),
            (Included(s("a")), Unbounded, SortCondition::AtLeast(s("a"))),
            (Included(s("a")), Included(s("a")), SortCondition::Equal(s("a"))),
            (Included(s("a")), Excluded(s("b")), SortCondition::BeginsWith("a".to_owned())),
            (Included(s("a")), Excluded(s("c")), SortCondition::Between(s("a"), s("c"))),
            (Excluded(s("a")), Included(s("b")), SortCondition::Between(s("a"), s("b"))),
        ];
        for (lower, upper, condition) in cases {
            assert_eq!(Interval { lower, upper }.condition(), condition);
        }
    }

    #[test]
    fn resuming_includes_or_excludes_the_key_itself() {
        let all = Interval { lower: Bound::Included(s("a")), upper: Bound::Excluded(s("z")) };
        let with = all.clone().resumed(Direction::Ascending, &s("k"), true);
        assert!(with.contains(&s("k")) && !with.contains(&s("j")) && !with.contains(&s("z")));
        let without = all.clone().resumed(Direction::Ascending, &s("k"), false);
        assert!(!without.contains(&s("k")) && without.contains(&s("l")));
        let down = all.resumed(Direction::Descending, &s("k"), false);
        assert!(!down.contains(&s("k")) && down.contains(&s("j")) && down.contains(&s("a")));
        assert!(Interval::equal(s("k")).resumed(Direction::Descending, &s("k"), false).is_empty());
    }
}
