//! Finds the heaviest keys of a stream in bounded memory.

use std::cmp::Ordering;

/// Weighted Space-Saving (Metwally, Agrawal, El Abbadi 2005): it contains every key with more than 1 / `capacity` of
/// the weight, and underestimates none.
#[derive(Debug, Clone)]
pub(super) struct TopKeys {
    capacity: usize,
    keys: Vec<Entry>,
    total: f64,
}

/// A key, identified by its hash: two keys with one hash count as one.
#[derive(Debug, Clone)]
struct Entry {
    hash: u64,
    key: String,
    weight: Weight,
}

/// The maximum weight of a key.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Weight {
    pub(super) consumed: f64,
    pub(super) throttled: f64,
    /// The part of it that other keys may have contributed.
    pub(super) error: f64,
}

impl Weight {
    pub(super) fn sum(&self) -> f64 {
        self.consumed + self.throttled + self.error
    }
}

impl TopKeys {
    pub(super) fn new(capacity: usize) -> Self {
        Self { capacity, keys: Vec::new(), total: 0.0 }
    }

    pub(super) fn add(&mut self, hash: u64, key: &str, consumed: f64, throttled: f64) {
        if self.capacity == 0 {
            return;
        }
        self.total += consumed + throttled;
        if let Some(entry) = self.find(hash) {
            entry.weight.consumed += consumed;
            entry.weight.throttled += throttled;
            return;
        }
        if self.keys.len() < self.capacity {
            let weight = Weight { consumed, throttled, error: 0.0 };
            self.keys.push(Entry { hash, key: key.to_owned(), weight });
            return;
        }
        // The lightest key is replaced.
        let lightest = self.keys.iter_mut().min_by(|a, b| a.weight.sum().total_cmp(&b.weight.sum()));
        if let Some(entry) = lightest {
            entry.weight = Weight { consumed, throttled, error: entry.weight.sum() };
            entry.hash = hash;
            entry.key.clear();
            entry.key.push_str(key);
        }
    }

    /// Returns units that a key has not consumed after all, if it is still tracked.
    pub(super) fn take_back(&mut self, hash: u64, consumed: f64) {
        if let Some(entry) = self.find(hash) {
            entry.weight.consumed -= consumed;
            self.total -= consumed;
        }
    }

    /// Returns the hash of the heaviest key and its minimum share. `None` before anything is added.
    pub(super) fn top(&self) -> Option<(u64, f64)> {
        let certain = |entry: &Entry| entry.weight.consumed + entry.weight.throttled;
        let top = self.keys.iter().max_by(|a, b| certain(a).total_cmp(&certain(b)))?;
        (self.total > 0.0).then(|| (top.hash, certain(top) / self.total))
    }

    /// Returns the total weight of all keys.
    pub(super) fn total(&self) -> f64 {
        self.total
    }

    /// Returns the keys, heaviest first.
    pub(super) fn heaviest(&self) -> Vec<(&String, Weight)> {
        let mut keys: Vec<_> = self.keys.iter().map(|entry| (&entry.key, entry.weight)).collect();
        keys.sort_by(|(a_key, a), (b_key, b)| match b.sum().total_cmp(&a.sum()) {
            Ordering::Equal => a_key.cmp(b_key),
            unequal => unequal,
        });
        keys
    }

    fn find(&mut self, hash: u64) -> Option<&mut Entry> {
        self.keys.iter_mut().find(|entry| entry.hash == hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heavy_key_is_found_among_many_light_ones() {
        let mut keys = TopKeys::new(8);
        for n in 0..10_000 {
            let (hash, key) = if n % 4 == 0 { (u64::MAX, "heavy".to_owned()) } else { (n, format!("light{n}")) };
            keys.add(hash, &key, 1.0, 0.5);
        }
        let heaviest = keys.heaviest();
        assert_eq!(heaviest.len(), 8);
        assert_eq!(heaviest[0].0, "heavy");
        assert_eq!(heaviest[0].1.consumed, 2_500.0);
        assert_eq!(heaviest[0].1.throttled, 1_250.0);
        let (hash, share) = keys.top().unwrap();
        assert_eq!(hash, u64::MAX);
        assert!((share - 0.25).abs() < 1e-9);
    }

    #[test]
    fn zero_capacity_keeps_no_keys() {
        let mut keys = TopKeys::new(0);
        keys.add(1, "a", 1.0, 0.0);
        assert!(keys.heaviest().is_empty());
        assert_eq!(keys.top(), None);
    }
}
