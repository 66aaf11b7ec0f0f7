//! The heaviest keys of a stream, in bounded memory.

use std::collections::BTreeMap;

/// Weighted Space-Saving (Metwally, Agrawal, El Abbadi 2005): every key with more than
/// 1 / `capacity` of the weight is in it, and no weight is too small.
#[derive(Debug, Clone)]
pub(super) struct TopKeys {
    capacity: usize,
    keys: BTreeMap<String, Weight>,
    total: f64,
}

/// What a key has brought, at most.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Weight {
    pub(super) consumed: f64,
    pub(super) throttled: f64,
    /// What other keys may have brought of it.
    pub(super) error: f64,
}

impl Weight {
    pub(super) fn sum(&self) -> f64 {
        self.consumed + self.throttled + self.error
    }
}

impl TopKeys {
    pub(super) fn new(capacity: usize) -> Self {
        Self { capacity, keys: BTreeMap::new(), total: 0.0 }
    }

    pub(super) fn add(&mut self, key: &str, consumed: f64, throttled: f64) {
        if self.capacity == 0 {
            return;
        }
        self.total += consumed + throttled;
        if let Some(weight) = self.keys.get_mut(key) {
            weight.consumed += consumed;
            weight.throttled += throttled;
            return;
        }
        let error = if self.keys.len() < self.capacity { 0.0 } else { self.evict() };
        self.keys.insert(key.to_owned(), Weight { consumed, throttled, error });
    }

    /// Takes back what a key has consumed, as far as it is still known.
    pub(super) fn take_back(&mut self, key: &str, consumed: f64) {
        if let Some(weight) = self.keys.get_mut(key) {
            weight.consumed -= consumed;
            self.total -= consumed;
        }
    }

    /// The share of the heaviest key, at least; 0 before anything is added.
    pub(super) fn top_share(&self) -> f64 {
        let top = self.keys.values().map(|weight| weight.consumed + weight.throttled).fold(0.0, f64::max);
        if self.total > 0.0 { top / self.total } else { 0.0 }
    }

    /// The keys, the heaviest first.
    pub(super) fn heaviest(&self) -> Vec<(&String, Weight)> {
        let mut keys: Vec<_> = self.keys.iter().map(|(key, weight)| (key, *weight)).collect();
        keys.sort_by(|(_, a), (_, b)| b.sum().total_cmp(&a.sum()));
        keys
    }

    /// Drops the lightest key and says what it weighed.
    fn evict(&mut self) -> f64 {
        let lightest = self.keys.iter().min_by(|(_, a), (_, b)| a.sum().total_cmp(&b.sum()));
        let lightest = lightest.map(|(key, weight)| (key.clone(), weight.sum()));
        lightest.map_or(0.0, |(key, sum)| {
            self.keys.remove(&key);
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heavy_key_is_found_among_many_light_ones() {
        let mut keys = TopKeys::new(8);
        for n in 0..10_000 {
            let light = format!("light{n}");
            keys.add(if n % 4 == 0 { "heavy" } else { &light }, 1.0, 0.5);
        }
        let heaviest = keys.heaviest();
        assert_eq!(heaviest.len(), 8);
        assert_eq!(heaviest[0].0, "heavy");
        assert_eq!(heaviest[0].1.consumed, 2_500.0);
        assert_eq!(heaviest[0].1.throttled, 1_250.0);
        assert!((keys.top_share() - 0.25).abs() < 1e-9);
    }

    #[test]
    fn nothing_is_kept_without_room() {
        let mut keys = TopKeys::new(0);
        keys.add("a", 1.0, 0.0);
        assert!(keys.heaviest().is_empty());
        assert_eq!(keys.top_share(), 0.0);
    }
}
