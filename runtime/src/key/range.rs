//! Ranges of field values.

use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use super::{KeyArg, KeyValue};

/// A range over a key field of type `F`: any of Rust's ranges over values that can be passed for an `F`.
///
/// `a..b` excludes `b` and `a..=b` includes it, as in Rust's ranges.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range over a key field of type `{F}`",
    label = "expected a range such as `from..until`"
)]
pub trait KeyRange<F> {
    /// Returns the lower and the upper end.
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>);
}

fn included<F>(value: impl KeyArg<F>) -> Bound<KeyValue<'static>> {
    value.into_value().map_or(Bound::Unbounded, Bound::Included)
}

fn excluded<F>(value: impl KeyArg<F>) -> Bound<KeyValue<'static>> {
    value.into_value().map_or(Bound::Unbounded, Bound::Excluded)
}

impl<F, V: KeyArg<F>> KeyRange<F> for Range<V> {
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>) {
        (included(self.start), excluded(self.end))
    }
}

impl<F, V: KeyArg<F>> KeyRange<F> for RangeInclusive<V> {
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>) {
        let (start, end) = self.into_inner();
        (included(start), included(end))
    }
}

impl<F, V: KeyArg<F>> KeyRange<F> for RangeFrom<V> {
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>) {
        (included(self.start), Bound::Unbounded)
    }
}

impl<F, V: KeyArg<F>> KeyRange<F> for RangeTo<V> {
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>) {
        (Bound::Unbounded, excluded(self.end))
    }
}

impl<F, V: KeyArg<F>> KeyRange<F> for RangeToInclusive<V> {
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>) {
        (Bound::Unbounded, included(self.end))
    }
}

impl<F> KeyRange<F> for RangeFull {
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>) {
        (Bound::Unbounded, Bound::Unbounded)
    }
}

impl<F, V: KeyArg<F>> KeyRange<F> for (Bound<V>, Bound<V>) {
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>) {
        let end = |bound| match bound {
            Bound::Included(value) => included(value),
            Bound::Excluded(value) => excluded(value),
            Bound::Unbounded => Bound::Unbounded,
        };
        (end(self.0), end(self.1))
    }
}

/// A range of the values of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ValueRange {
    pub(crate) lower: Bound<KeyValue<'static>>,
    pub(crate) upper: Bound<KeyValue<'static>>,
}

impl ValueRange {
    pub(crate) const ALL: Self = Self { lower: Bound::Unbounded, upper: Bound::Unbounded };

    pub(crate) fn of<F>(range: impl KeyRange<F>) -> Self {
        let (lower, upper) = range.into_bounds();
        Self { lower, upper }
    }

    pub(crate) fn contains(&self, value: &KeyValue<'_>) -> bool {
        let above = match &self.lower {
            Bound::Included(lower) => value >= lower,
            Bound::Excluded(lower) => value > lower,
            Bound::Unbounded => true,
        };
        let below = match &self.upper {
            Bound::Included(upper) => value <= upper,
            Bound::Excluded(upper) => value < upper,
            Bound::Unbounded => true,
        };
        above && below
    }

    pub(crate) fn intersected(self, other: Self) -> Self {
        Self { lower: later(self.lower, other.lower), upper: earlier(self.upper, other.upper) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        is_empty(&self.lower, &self.upper)
    }

    /// Returns whether this range begins at or before the start of the other range.
    pub(crate) fn reaches_lower(&self, other: &Self) -> bool {
        later(self.lower.clone(), other.lower.clone()) == other.lower
    }

    /// Returns whether this range ends at or after the end of the other range.
    pub(crate) fn reaches_upper(&self, other: &Self) -> bool {
        earlier(self.upper.clone(), other.upper.clone()) == other.upper
    }
}

/// Returns the more restrictive of two lower ends.
pub(crate) fn later<T: Ord>(a: Bound<T>, b: Bound<T>) -> Bound<T> {
    more_restrictive(a, b, |a, b| a > b)
}

/// Returns the more restrictive of two upper ends.
pub(crate) fn earlier<T: Ord>(a: Bound<T>, b: Bound<T>) -> Bound<T> {
    more_restrictive(a, b, |a, b| a < b)
}

fn more_restrictive<T: Ord>(a: Bound<T>, b: Bound<T>, is_stricter: impl Fn(&T, &T) -> bool) -> Bound<T> {
    let a_wins = match (&a, &b) {
        (_, Bound::Unbounded) => true,
        (Bound::Unbounded, _) => false,
        (Bound::Included(x) | Bound::Excluded(x), Bound::Included(y) | Bound::Excluded(y)) => {
            is_stricter(x, y) || (x == y && matches!(a, Bound::Excluded(_)))
        }
    };
    if a_wins { a } else { b }
}

/// Returns whether no value is between two ends.
pub(crate) fn is_empty<T: Ord>(lower: &Bound<T>, upper: &Bound<T>) -> bool {
    match (lower, upper) {
        (Bound::Unbounded, _) | (_, Bound::Unbounded) => false,
        (Bound::Included(lower), Bound::Included(upper)) => lower > upper,
        (Bound::Included(lower) | Bound::Excluded(lower), Bound::Included(upper) | Bound::Excluded(upper)) => {
            lower >= upper
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KeyField as _;

    fn range(of: impl KeyRange<u32>) -> ValueRange {
        ValueRange::of(of)
    }

    fn held(range: &ValueRange) -> Vec<u32> {
        (0..10_u32).filter(|n| n.to_value().is_some_and(|value| range.contains(&value))).collect()
    }

    #[test]
    fn rust_ranges_keep_their_bounds() {
        assert_eq!(held(&range(3..6)), [3, 4, 5]);
        assert_eq!(held(&range(3..=6)), [3, 4, 5, 6]);
        assert_eq!(held(&range(7..)), [7, 8, 9]);
        assert_eq!(held(&range(..2)), [0, 1]);
        assert_eq!(held(&range(..=2)), [0, 1, 2]);
        assert_eq!(held(&range(..)).len(), 10);
        assert_eq!(held(&range((Bound::Excluded(3), Bound::Included(5)))), [4, 5]);
    }

    #[test]
    fn an_intersection_holds_what_both_hold() {
        let ranges = [
            range(2..6),
            range(4..=8),
            range(..),
            range((Bound::Excluded(2), Bound::Unbounded)),
            range(..6),
            range(..=6),
            range((Bound::Included(7), Bound::Excluded(3))),
        ];
        for a in &ranges {
            for b in &ranges {
                let both = a.clone().intersected(b.clone());
                let expected: Vec<u32> = held(a).into_iter().filter(|n| held(b).contains(n)).collect();
                assert_eq!(held(&both), expected, "{a:?} and {b:?}");
                if both.is_empty() {
                    assert!(expected.is_empty());
                }
            }
        }
    }

    #[test]
    fn a_range_is_empty_when_its_ends_meet() {
        assert!(range(3..3).is_empty());
        assert!(range((Bound::Included(5), Bound::Excluded(3))).is_empty());
        assert!(range((Bound::Excluded(3), Bound::Excluded(3))).is_empty());
        assert!(!range(3..=3).is_empty());
        assert!(!range(3..).is_empty());
    }
}
