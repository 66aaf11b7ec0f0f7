//! Finds the heaviest keys of a stream in bounded memory.

use super::{counter_slots::Places, order::Order};

/// Weighted Space-Saving: in a stream of total weight W, m counters overestimate no key by more than W / m, and include
/// every heavier key.
///
/// Source: Metwally, Agrawal, El Abbadi: [Efficient Computation of Frequent and Top-k Elements in Data
/// Streams](https://doi.org/10.1007/978-3-540-30570-5_27), 2005. A key without a counter takes over the lightest one,
/// whose weight becomes the key's error.
#[derive(Debug)]
pub(super) struct SpaceSaving {
    counters: u16,
    /// Stored separately from the tallies, because the search reads only the hashes.
    hashes: Vec<u64>,
    tallies: Vec<Tally>,
    places: Places,
    total: u64,
}

/// The counts of a key. Sums saturate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The maximum weight of the key.
    pub(super) total: u32,
    /// The part of the total that other keys may have contributed.
    pub(super) error: u32,
    /// The minimum part of the total that was rejected.
    pub(super) refused: u32,
    /// The largest addition, in [`Tally::STEP`]s.
    largest: u16,
    /// The index of the key's name, if [`Tally::is_named`].
    pub(super) name: u8,
    pub(super) is_named: bool,
}

impl Tally {
    /// Two bytes hold an addition of up to 2 million: 7,000 write units in one request.
    const STEP: u32 = 32;

    /// The minimum weight of the key.
    pub(super) fn at_least(&self) -> u32 {
        self.total.saturating_sub(self.error)
    }

    /// The largest known addition, rounded up.
    pub(super) fn largest(&self) -> u32 {
        (u32::from(self.largest) * Self::STEP).min(self.at_least())
    }

    fn add(&mut self, weight: u32, is_refused: bool) {
        self.total = self.total.saturating_add(weight);
        self.largest = self.largest.max(u16::try_from(weight.div_ceil(Self::STEP)).unwrap_or(u16::MAX));
        if is_refused {
            self.refused = self.refused.saturating_add(weight);
        }
    }
}

impl SpaceSaving {
    /// The maximum number of counters.
    pub(super) const MAX_COUNTERS: u16 = u16::MAX - 1;

    /// Creates this number of counters, from 1 to [`MAX_COUNTERS`](Self::MAX_COUNTERS).
    pub(super) fn new(counters: u16) -> Self {
        let counters = counters.clamp(1, Self::MAX_COUNTERS);
        Self {
            counters,
            hashes: Vec::with_capacity(usize::from(counters)),
            tallies: Vec::with_capacity(usize::from(counters)),
            places: Places::new(counters),
            total: 0,
        }
    }

    /// Adds to the key of this hash. `order` must belong to these counters.
    pub(super) fn add(&mut self, order: &mut Order, hash: u64, weight: u32, is_refused: bool) -> Option<&mut Tally> {
        self.total = self.total.saturating_add(u64::from(weight));
        let slot = match self.places.find(hash, &self.hashes) {
            Some(slot) => slot,
            None => self.take(order, hash)?,
        };
        let tally = self.tallies.get_mut(usize::from(slot))?;
        tally.add(weight, is_refused);
        Some(tally)
    }

    /// The total weight of the stream.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// The counts of a key. A key without a counter weighs at most as much as the lightest counter.
    pub(super) fn tally(&self, hash: u64) -> Option<&Tally> {
        self.tallies.get(usize::from(self.places.find(hash, &self.hashes)?))
    }

    pub(super) fn tally_mut(&mut self, hash: u64) -> Option<&mut Tally> {
        self.tallies.get_mut(usize::from(self.places.find(hash, &self.hashes)?))
    }

    /// The maximum weight of a key without a counter: 0 while there are free counters.
    pub(super) fn lightest(&self) -> u32 {
        if self.tallies.len() < usize::from(self.counters) {
            return 0;
        }
        self.tallies.iter().map(|tally| tally.total).min().unwrap_or_default()
    }

    pub(super) fn clear(&mut self) {
        self.hashes.clear();
        self.tallies.clear();
        self.places.clear();
        self.total = 0;
    }

    /// Assigns a counter to a key that has none: a free one, or the lightest.
    fn take(&mut self, order: &mut Order, hash: u64) -> Option<u16> {
        if self.tallies.len() < usize::from(self.counters) {
            let slot = u16::try_from(self.tallies.len()).ok()?;
            self.hashes.push(hash);
            self.tallies.push(Tally::default());
            self.places.insert(hash, slot);
            order.push(slot);
            return Some(slot);
        }
        loop {
            let (known, slot) = order.top()?;
            let tally = self.tallies.get_mut(usize::from(slot))?;
            if known < tally.total {
                order.correct_top(tally.total);
                continue;
            }
            let owner = self.hashes.get_mut(usize::from(slot))?;
            let former = *owner;
            self.places.remove(former, &self.hashes);
            *self.hashes.get_mut(usize::from(slot))? = hash;
            self.places.insert(hash, slot);
            *tally = Tally { total: tally.total, error: tally.total, ..Tally::default() };
            return Some(slot);
        }
    }
}

#[cfg(test)]
mod tests;
