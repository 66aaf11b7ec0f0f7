//! Finds the heaviest values of a stream, in bounded memory.

use std::cmp::Reverse;

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
        self.weight - self.error
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
    use std::collections::BTreeMap;

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

    /// Compares Zipf-like weights over many values with the exact counts.
    #[test]
    fn weights_of_heavy_values_have_lower_and_upper_bounds() {
        let (mut top, mut exact) = (Top::default(), BTreeMap::<String, u64>::new());
        let mut state = 1_u64;
        for _ in 0..60_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = format!("key{}", (2_000.0_f64.powf((state >> 11) as f64 / (1_u64 << 53) as f64)) as u64);
            top.add(&value, 3);
            *exact.entry(value).or_default() += 3;
        }
        assert!(exact.len() > 1_500, "{}", exact.len());
        let heaviest = top.heaviest();
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
}
