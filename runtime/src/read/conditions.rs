//! Converts an interval of multi-attribute sort keys into a condition on each attribute.

use std::ops::Bound;

use super::interval::{Interval, SortCondition};
use crate::key::KeyScalar;

impl Interval {
    /// Returns the key conditions for this interval, one for each attribute of the sort key from left to right:
    /// equalities, then at most one other condition. The remaining attributes have no condition.
    ///
    /// AWS does not allow more than that. Over several attributes the conditions can therefore match more than the
    /// interval; the additional items are dropped when they arrive.
    pub fn conditions(&self) -> Vec<SortCondition> {
        let (Some(lower), Some(upper)) = (End::of(&self.lower), End::of(&self.upper)) else {
            return Some(self.condition()).filter(|condition| *condition != SortCondition::All).into_iter().collect();
        };
        let equal = lower.values.iter().zip(upper.values).take_while(|(a, b)| a == b);
        let mut conditions: Vec<_> = equal.map(|(value, _)| SortCondition::Equal(value.clone())).collect();
        let place = conditions.len();
        let rest = Self { lower: lower.lower(place), upper: upper.upper(place) }.condition();
        conditions.extend(Some(rest).filter(|rest| *rest != SortCondition::All));
        conditions
    }
}

/// An end of an interval, by its attributes. An open end has none.
struct End<'a> {
    values: &'a [KeyScalar],
    /// Whether the end is after all keys that begin with these values.
    is_end: bool,
    is_excluded: bool,
}

impl<'a> End<'a> {
    /// Returns `None` for an end of a single-attribute key.
    fn of(bound: &'a Bound<KeyScalar>) -> Option<Self> {
        match bound {
            Bound::Included(KeyScalar::Several(several)) => {
                Some(Self { values: several.values(), is_end: several.is_end(), is_excluded: false })
            }
            Bound::Excluded(KeyScalar::Several(several)) => {
                Some(Self { values: several.values(), is_end: several.is_end(), is_excluded: true })
            }
            Bound::Unbounded => Some(Self { values: &[], is_end: false, is_excluded: false }),
            Bound::Included(_) | Bound::Excluded(_) => None,
        }
    }

    /// Returns the value at this position, and whether it is the last.
    fn at(&self, place: usize) -> Option<(KeyScalar, bool)> {
        let value = self.values.get(place)?;
        Some((value.clone(), self.values.len() == place + 1))
    }

    fn lower(&self, place: usize) -> Bound<KeyScalar> {
        match self.at(place) {
            Some((value, true)) if self.is_end || self.is_excluded => Bound::Excluded(value),
            Some((value, _)) => Bound::Included(value),
            None => Bound::Unbounded,
        }
    }

    fn upper(&self, place: usize) -> Bound<KeyScalar> {
        match self.at(place) {
            Some((value, true)) if self.is_excluded && !self.is_end => Bound::Excluded(value),
            Some((value, _)) => Bound::Included(value),
            None => Bound::Unbounded,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::key::KeyScalars;

    fn scalars(numbers: &[u8]) -> Vec<KeyScalar> {
        numbers.iter().map(|number| KeyScalar::N(number.to_string())).collect()
    }

    fn key(numbers: &[u8]) -> KeyScalar {
        KeyScalar::Several(KeyScalars::new(scalars(numbers)))
    }

    fn end(numbers: &[u8]) -> KeyScalar {
        KeyScalar::Several(KeyScalars::end(scalars(numbers)))
    }

    fn number(number: u8) -> KeyScalar {
        KeyScalar::N(number.to_string())
    }

    fn conditions(lower: Bound<KeyScalar>, upper: Bound<KeyScalar>) -> Vec<SortCondition> {
        Interval { lower, upper }.conditions()
    }

    use Bound::{Excluded, Included, Unbounded};

    #[test]
    fn fixed_attributes_are_equal_and_the_next_has_the_range() {
        use SortCondition::{AtLeast, Below, Between, Equal};
        assert_eq!(conditions(Unbounded, Unbounded), []);
        assert_eq!(conditions(Included(key(&[3])), Excluded(end(&[3]))), [Equal(number(3))]);
        let whole = Included(key(&[3, 4]));
        assert_eq!(conditions(whole.clone(), whole), [Equal(number(3)), Equal(number(4))]);
        assert_eq!(conditions(Included(key(&[3, 4])), Excluded(end(&[3]))), [Equal(number(3)), AtLeast(number(4))]);
        assert_eq!(conditions(Included(key(&[3])), Excluded(key(&[3, 9]))), [Equal(number(3)), Below(number(9))]);
        assert_eq!(
            conditions(Included(key(&[3, 4])), Excluded(end(&[3, 9]))),
            [Equal(number(3)), Between(number(4), number(9))]
        );
    }

    #[test]
    fn inexpressible_bounds_widen_the_condition() {
        use SortCondition::{Above, AtLeast};
        assert_eq!(conditions(Excluded(key(&[3, 4])), Unbounded), [AtLeast(number(3))]);
        assert_eq!(conditions(Included(end(&[3])), Unbounded), [Above(number(3))]);
    }

    #[test]
    fn a_single_attribute_has_one_condition() {
        assert_eq!(conditions(Included(number(3)), Unbounded), [SortCondition::AtLeast(number(3))]);
        assert_eq!(conditions(Included(number(3)), Included(number(3))), [SortCondition::Equal(number(3))]);
    }

    fn holds(condition: &SortCondition, value: &KeyScalar) -> bool {
        match condition {
            SortCondition::All => true,
            SortCondition::Equal(a) => value == a,
            SortCondition::BeginsWith(a) => value.as_s().is_some_and(|value| value.starts_with(a.as_str())),
            SortCondition::Below(a) => value < a,
            SortCondition::AtMost(a) => value <= a,
            SortCondition::Above(a) => value > a,
            SortCondition::AtLeast(a) => value >= a,
            SortCondition::Between(a, b) => (a..=b).contains(&value),
        }
    }

    fn bound() -> impl Strategy<Value = Bound<KeyScalar>> {
        let numbers = prop::collection::vec(0..4_u8, 3);
        prop_oneof![
            Just(Unbounded),
            numbers.clone().prop_map(|numbers| Included(key(&numbers))),
            numbers.clone().prop_map(|numbers| Excluded(key(&numbers))),
            (numbers.clone(), 1..3_usize).prop_map(|(numbers, count)| Included(end(&numbers[..count]))),
            (numbers.clone(), 1..3_usize).prop_map(|(numbers, count)| Excluded(end(&numbers[..count]))),
            (numbers, 1..3_usize).prop_map(|(numbers, count)| Included(key(&numbers[..count]))),
        ]
    }

    proptest! {
        #[test]
        fn the_conditions_include_the_full_interval(
            lower in bound(),
            upper in bound(),
            a in 0..4_u8,
            b in 0..4_u8,
            c in 0..4_u8,
        ) {
            let interval = Interval { lower, upper };
            let values = scalars(&[a, b, c]);
            if interval.contains(&key(&[a, b, c])) {
                let conditions = interval.conditions();
                let all = conditions.iter().zip(&values).all(|(condition, value)| holds(condition, value));
                prop_assert!(all, "{:?} {:?}", interval, conditions);
            }
        }
    }
}
