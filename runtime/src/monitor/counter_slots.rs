//! Finds the counter of a key.

/// Maps the hash of a key to the slot of its counter: open addressing with linear probing, at most half full.
///
/// An entry takes two bytes, because the hashes themselves are stored with the counters. `HashMap<u64, u16>` would take
/// eight times as much, more than the rest of the monitor.
#[derive(Debug)]
pub(super) struct Places {
    slots: Vec<u16>,
    mask: usize,
}

const EMPTY: u16 = u16::MAX;

impl Places {
    /// Creates a map with room for this many keys.
    pub(super) fn new(keys: u16) -> Self {
        let size = (usize::from(keys) * 2).next_power_of_two();
        Self { slots: vec![EMPTY; size], mask: size - 1 }
    }

    /// The slot of a key.
    pub(super) fn find(&self, hash: u64, hashes: &[u64]) -> Option<u16> {
        let (_, slot) = self.probe(hash, hashes)?;
        Some(slot)
    }

    /// Inserts the slot of a key that is not present.
    pub(super) fn insert(&mut self, hash: u64, slot: u16) {
        let mut at = self.home(hash);
        while self.at(at) != EMPTY {
            at = self.after(at);
        }
        self.set(at, slot);
    }

    /// Removes a key and closes the gap by moving up the entries that it displaced.
    pub(super) fn remove(&mut self, hash: u64, hashes: &[u64]) {
        let Some((mut gap, _)) = self.probe(hash, hashes) else { return };
        let mut at = self.after(gap);
        while let Some(hash) = hashes.get(usize::from(self.at(at))) {
            let (from_home, from_gap) = (at.wrapping_sub(self.home(*hash)), at.wrapping_sub(gap));
            if from_home & self.mask >= from_gap & self.mask {
                self.set(gap, self.at(at));
                gap = at;
            }
            at = self.after(at);
        }
        self.set(gap, EMPTY);
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    /// The position of a key in the table, and its slot.
    fn probe(&self, hash: u64, hashes: &[u64]) -> Option<(usize, u16)> {
        let mut at = self.home(hash);
        loop {
            let slot = self.at(at);
            // No slot is as high as `EMPTY`, so this also ends the search at an empty entry.
            if *hashes.get(usize::from(slot))? == hash {
                return Some((at, slot));
            }
            at = self.after(at);
        }
    }

    fn home(&self, hash: u64) -> usize {
        hash as usize & self.mask
    }

    fn after(&self, at: usize) -> usize {
        (at + 1) & self.mask
    }

    fn at(&self, at: usize) -> u16 {
        self.slots.get(at).copied().unwrap_or(EMPTY)
    }

    fn set(&mut self, at: usize, slot: u16) {
        if let Some(place) = self.slots.get_mut(at) {
            *place = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Compares the map with one of the standard library. The few hashes collide and wrap around.
        #[test]
        fn counter_slots_are_a_hash_map(steps in proptest::collection::vec((0_u64..24, any::<bool>()), 0..400)) {
            let mut places = Places::new(16);
            let mut hashes: Vec<u64> = Vec::new();
            let mut expected = HashMap::new();
            let mut free: Vec<u16> = Vec::new();
            for (number, inserts) in steps {
                // The home positions are 28 to 31 and 0 to 7 of 32.
                let hash = (number % 12 + 28) | number << 40;
                match (expected.get(&hash).copied(), inserts) {
                    (None, true) if expected.len() < 16 => {
                        let slot = free.pop().unwrap_or(hashes.len() as u16);
                        hashes.resize(hashes.len().max(usize::from(slot) + 1), u64::MAX);
                        hashes[usize::from(slot)] = hash;
                        places.insert(hash, slot);
                        expected.insert(hash, slot);
                    }
                    (Some(slot), false) => {
                        places.remove(hash, &hashes);
                        expected.remove(&hash);
                        free.push(slot);
                    }
                    _ => {}
                }
                for number in 0..24 {
                    let hash = (number % 12 + 28) | number << 40;
                    prop_assert_eq!(places.find(hash, &hashes), expected.get(&hash).copied());
                }
            }
            places.clear();
            prop_assert!(expected.keys().all(|hash| places.find(*hash, &hashes).is_none()));
        }
    }
}
