//! The distribution of the number of items in one of several even lanes, of those before the last wanted item.

/// A binomial distribution: each of `trials` items is in the lane with a probability of 1 in `lanes`.
///
/// The terms are computed by recurrence from the largest outwards, relative to the largest, and divided by their sum.
/// So no factorials are needed, and a small tail has as many correct digits as a large one. The work grows with the
/// square root of the mean.
pub(super) struct LaneShare {
    trials: f64,
    other_lanes: f64,
    /// The index of the largest term.
    mode: f64,
    /// The sum of all terms relative to the largest.
    sum: f64,
}

/// Terms are omitted from a sum if they are below this share of the smallest value that it is compared with.
const NEGLIGIBLE: f64 = 1e-18;

impl LaneShare {
    /// The distribution for the last of `items`, at least 1, over `lanes`, at least 2.
    pub(super) const fn of(items: u64, lanes: u64) -> Self {
        let mut share = Self {
            trials: (items - 1) as f64,
            other_lanes: (lanes - 1) as f64,
            mode: (items / lanes) as f64,
            sum: 1.0,
        };
        share.sum = 1.0 + share.sum_after(share.mode, 1.0) + share.sum_before(share.mode, 1.0);
        share
    }

    /// The smallest count that the lane reaches with a probability of at most `probability`. At least 1.
    pub(super) const fn rarely_reached(&self, probability: f64) -> u64 {
        let allowed = probability * self.sum;
        let mut at = self.mode;
        let mut term = 1.0;
        loop {
            let next = term * self.rise(at);
            if next <= allowed * NEGLIGIBLE {
                break;
            }
            term = next;
            at += 1.0;
        }
        // The tail is summed starting from its smallest terms.
        let mut tail = term;
        while tail <= allowed && at > 0.0 {
            at -= 1.0;
            term /= self.rise(at);
            tail += term;
        }
        at as u64 + 1
    }

    /// The probability that the lane has `count` or more items.
    pub(super) const fn at_least(&self, count: u64) -> f64 {
        let count = count as f64;
        let mut at = self.mode;
        let mut term = 1.0;
        if count > self.mode {
            while at < count && term > 0.0 {
                term *= self.rise(at);
                at += 1.0;
            }
            return (term + self.sum_after(at, term)) / self.sum;
        }
        while at > count && term > 0.0 {
            at -= 1.0;
            term /= self.rise(at);
        }
        1.0 - self.sum_before(at, term) / self.sum
    }

    /// The ratio of the term at `count + 1` to that at `count`.
    const fn rise(&self, count: f64) -> f64 {
        (self.trials - count) / ((count + 1.0) * self.other_lanes)
    }

    /// The sum of the terms above `at`, given the term at `at`.
    const fn sum_after(&self, mut at: f64, mut term: f64) -> f64 {
        let mut sum = 0.0;
        loop {
            term *= self.rise(at);
            let next = sum + term;
            if next == sum {
                return sum;
            }
            sum = next;
            at += 1.0;
        }
    }

    /// The sum of the terms below `at`, given the term at `at`.
    const fn sum_before(&self, mut at: f64, mut term: f64) -> f64 {
        let mut sum = 0.0;
        while at > 0.0 {
            at -= 1.0;
            term /= self.rise(at);
            let next = sum + term;
            if next == sum {
                return sum;
            }
            sum = next;
        }
        sum
    }
}
