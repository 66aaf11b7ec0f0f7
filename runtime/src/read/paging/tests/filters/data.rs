//! Lanes of items, a random share of which matches.

use std::ops::Range;

use crate::physics::limits::PAGE_BYTES;

/// Lanes of items of one size, dealt in turn: the item at position `i` in lane `r` of `n` is number `i n + r` of all.
pub(super) struct Data {
    /// The items of each lane.
    pub(super) items: usize,
    pub(super) item_bytes: u64,
    /// The indices of the matching items of each lane, in order.
    matches: Vec<Vec<usize>>,
}

impl Data {
    /// Makes items of which each matches with a probability of `share`.
    pub(super) fn new(share: f64, lanes: usize, items: usize, item_bytes: u64, seed: u64) -> Self {
        let mut matches = vec![Vec::new(); lanes];
        let mut random = Random(seed);
        let mut number = random.gap(share);
        while number < lanes * items {
            matches[number % lanes].push(number / lanes);
            number = number.saturating_add(1).saturating_add(random.gap(share));
        }
        Self { items, item_bytes, matches }
    }

    pub(super) fn lanes(&self) -> usize {
        self.matches.len()
    }

    /// Returns the maximum number of items that a request evaluates.
    pub(super) fn page(&self) -> usize {
        (PAGE_BYTES / self.item_bytes) as usize
    }

    /// Returns the indices of the matches in a part of a lane.
    pub(super) fn matches_of(&self, lane: usize, places: Range<usize>) -> &[usize] {
        let matches = &self.matches[lane];
        let at = |place: usize| matches.partition_point(|of_match| *of_match < place);
        &matches[at(places.start)..at(places.end)]
    }

    /// Returns the first matches of all lanes.
    pub(super) fn first(&self, limit: usize) -> Vec<usize> {
        let of_lane = |(lane, places): (usize, &Vec<usize>)| -> Vec<usize> {
            places.iter().take(limit).map(|place| place * self.lanes() + lane).collect()
        };
        let mut first: Vec<usize> = self.matches.iter().enumerate().flat_map(of_lane).collect();
        first.sort_unstable();
        first.truncate(limit);
        first
    }
}

/// Knuth's MMIX generator. Only the upper bits are used.
struct Random(u64);

impl Random {
    /// Returns the number of items that do not match before the next one that does.
    fn gap(&mut self, share: f64) -> usize {
        for _ in 0..2 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        }
        let even = ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
        if share >= 1.0 { 0 } else { (even.ln() / (-share).ln_1p()) as usize }
    }
}
