//! Determines whether the traffic of a key follows a rising or falling sort key.

/// The number of writes that are needed to determine a trend.
const MIN_WRITES: u32 = 50;

/// The share of writes beyond all previous sort keys from which these are rising or falling. In random order only a few
/// writes are: about twice the logarithm of their number.
///
/// Assumed: AWS does not say how it determines this.
const EXTREMES: f64 = 0.2;

/// The sort keys of the key with the most traffic of a partition.
#[derive(Debug, Clone, Default)]
pub(super) struct Trend {
    key: u64,
    /// The lead of that key over the others, in writes, as in a majority vote.
    lead: u32,
    lowest: Vec<u8>,
    highest: Vec<u8>,
    writes: u32,
    extremes: u32,
}

impl Trend {
    /// Records a write. `sort` is in an order-preserving form.
    pub(super) fn add(&mut self, key: u64, sort: &[u8]) {
        if self.key != key {
            match self.lead.checked_sub(1) {
                Some(lead) => self.lead = lead,
                None => *self = Self { key, lowest: sort.to_vec(), highest: sort.to_vec(), ..Self::default() },
            }
            return;
        }
        self.lead = self.lead.saturating_add(1);
        self.writes = self.writes.saturating_add(1);
        let is_lower = sort < self.lowest.as_slice() || self.writes == 1;
        let is_higher = sort > self.highest.as_slice() || self.writes == 1;
        if is_lower {
            self.lowest = sort.to_vec();
        }
        if is_higher {
            self.highest = sort.to_vec();
        }
        if is_lower || is_higher {
            self.extremes = self.extremes.saturating_add(1);
        }
    }

    /// Returns whether the sort keys of this key are known to rise or fall.
    pub(super) fn is_monotonic(&self, key: u64) -> bool {
        self.key == key && self.writes >= MIN_WRITES && f64::from(self.extremes) > EXTREMES * f64::from(self.writes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn is_monotonic(sorts: impl Iterator<Item = u64>) -> bool {
        let mut trend = Trend::default();
        for (number, sort) in sorts.enumerate() {
            trend.add(7, &sort.to_be_bytes());
            if number % 20 == 0 {
                trend.add(8, &[]);
            }
        }
        trend.is_monotonic(7)
    }

    #[test]
    fn only_rising_or_falling_sort_keys_are_monotonic() {
        let mut random = Random::new(1);
        assert!(is_monotonic(0..1_000));
        assert!(is_monotonic((0..1_000).rev()));
        // Like several writers whose clocks differ by a few writes.
        assert!(is_monotonic((0..1_000).map(|number| number + random.below(5))));
        let mut random = Random::new(1);
        assert!(!is_monotonic((0..1_000).map(|_| random.bits())));
        assert!(!is_monotonic(std::iter::repeat_n(5, 1_000)));
    }
}
