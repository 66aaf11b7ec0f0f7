//! Finds the heaviest values of a stream, in bounded memory.

use std::{cmp::Reverse, collections::BTreeMap};

use serde::{Deserialize, Serialize};

/// The number of values counted at the same time.
const CAPACITY: usize = 256;

/// Weighted Space-Saving (Metwally, Agrawal, El Abbadi 2005) with 256 counters. Every value with more than 1/256 of the
/// total weight is counted. No weight is underestimated, and none is overestimated by more than 1/256 of the total.
/// With up to 256 distinct values, all weights are exact.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Top {
    counters: Vec<Counted>,
    total: u64,
}

/// A value and its weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counted {
    pub(crate) value: String,
    /// An upper bound of the value's weight.
    pub(crate) weight: u64,
    /// The part of the weight that may belong to other values.
    pub(crate) error: u64,
}

impl Counted {
    /// Returns a lower bound of the value's weight.
    pub(crate) fn certain(&self) -> u64 {
        // A part comes from a file, which may have been edited.
        self.weight.saturating_sub(self.error)
    }
}

impl Top {
    /// Counts a value.
    pub(crate) fn add(&mut self, value: &str, weight: u64) {
        self.total = self.total.saturating_add(weight);
        if let Some(counter) = self.counters.iter_mut().find(|counter| counter.value == value) {
            counter.weight = counter.weight.saturating_add(weight);
        } else if self.counters.len() < CAPACITY {
            self.counters.push(Counted { value: value.to_owned(), weight, error: 0 });
        } else if let Some(lightest) = self.counters.iter_mut().min_by_key(|counter| counter.weight) {
            let error = lightest.weight;
            *lightest = Counted { value: value.to_owned(), weight: error.saturating_add(weight), error };
        }
    }

    /// Adds the counters of another stream (Agarwal, Cormode, Huang, Phillips, Wei, Yi 2012, Mergeable Summaries). The
    /// bounds hold for both streams together: no weight is underestimated, and none is overestimated by more than 1/256
    /// of the total.
    pub(crate) fn merge(&mut self, other: Self) {
        let (uncounted, uncounted_there) = (self.uncounted(), other.uncounted());
        let mut there: BTreeMap<_, _> =
            other.counters.into_iter().map(|counter| (counter.value, (counter.weight, counter.error))).collect();
        for counter in &mut self.counters {
            let (weight, error) = there.remove(&counter.value).unwrap_or((uncounted_there, uncounted_there));
            counter.weight = counter.weight.saturating_add(weight);
            counter.error = counter.error.saturating_add(error);
        }
        self.counters.extend(there.into_iter().map(|(value, (weight, error))| Counted {
            value,
            weight: weight.saturating_add(uncounted),
            error: error.saturating_add(uncounted),
        }));
        self.counters.sort_by(|one, two| (two.weight, &one.value).cmp(&(one.weight, &two.value)));
        self.counters.truncate(CAPACITY);
        self.total = self.total.saturating_add(other.total);
    }

    /// Returns the greatest weight that a value without a counter can have.
    fn uncounted(&self) -> u64 {
        let lightest = self.counters.iter().map(|counter| counter.weight).min();
        lightest.filter(|_| self.counters.len() >= CAPACITY).unwrap_or_default()
    }

    /// Returns the weight of all values.
    #[cfg(test)]
    fn total(&self) -> u64 {
        self.total
    }

    /// Returns the values, ordered by the lower bound of their weight, the heaviest first.
    pub(crate) fn heaviest(&self) -> Vec<&Counted> {
        let mut counters: Vec<_> = self.counters.iter().collect();
        counters.sort_by_key(|counter| (Reverse(counter.certain()), &counter.value));
        counters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_counted_exactly() {
        let mut top = Top::default();
        for n in 0..10_000_u64 {
            top.add(&format!("key{}", n % 200), n % 200);
        }
        let heaviest = top.heaviest();
        assert_eq!((heaviest.len(), heaviest[0].value.as_str()), (200, "key199"));
        assert_eq!((heaviest[0].weight, heaviest[0].error), (50 * 199, 0));
        assert_eq!(top.total(), 50 * (0..200).sum::<u64>());
    }

    #[test]
    fn an_edited_counter_has_no_certain_weight() {
        let counted: Counted = serde_json::from_str(r#"{"value":"a","weight":1,"error":2}"#).unwrap();
        assert_eq!(counted.certain(), 0);
    }

    /// Returns Zipf-like values.
    fn values(seed: u64, count: usize) -> impl Iterator<Item = String> {
        let mut state = seed;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            format!("key{}", (2_000.0_f64.powf((state >> 11) as f64 / (1_u64 << 53) as f64)) as u64)
        })
        .take(count)
    }

    fn assert_bounded(top: &Top, exact: &BTreeMap<String, u64>) {
        assert_eq!(top.total(), exact.values().sum::<u64>());
        let heaviest = top.heaviest();
        assert!(heaviest.len() <= CAPACITY);
        for counted in &heaviest {
            let exact = exact[&counted.value];
            assert!(counted.certain() <= exact && exact <= counted.weight, "{counted:?}: {exact}");
            assert!(counted.error <= top.total() / 256, "{counted:?}");
        }
        let heavy = exact.iter().filter(|(_, weight)| **weight > top.total() / 256);
        for (value, _) in heavy {
            assert!(heaviest.iter().any(|counted| counted.value == *value), "{value}");
        }
    }

    #[test]
    fn weights_of_heavy_values_have_lower_and_upper_bounds() {
        let (mut top, mut exact) = (Top::default(), BTreeMap::<String, u64>::new());
        for value in values(1, 60_000) {
            top.add(&value, 3);
            *exact.entry(value).or_default() += 3;
        }
        assert!(exact.len() > 1_500, "{}", exact.len());
        assert_bounded(&top, &exact);
    }

    /// Streams of all values, of few values and of none, which continue after the merge.
    #[test]
    fn merged_weights_have_lower_and_upper_bounds() {
        let (mut merged, mut exact) = (Top::default(), BTreeMap::<String, u64>::new());
        for (seed, count) in [(1, 40_000), (2, 30_000), (3, 60), (4, 0), (5, 20_000)] {
            let mut part = Top::default();
            for value in values(seed, count) {
                part.add(&value, seed);
                *exact.entry(value).or_default() += seed;
            }
            merged.merge(part);
            assert_bounded(&merged, &exact);
        }
        for value in values(6, 10_000) {
            merged.add(&value, 2);
            *exact.entry(value).or_default() += 2;
        }
        assert_bounded(&merged, &exact);
    }
}
