//! Tracks how long a partition has been hot, and by which keys.

use super::hash_position::HashPosition;
use super::settings::HeatRule;
use super::top_keys::TopKeys;
use super::trend::Trend;

/// The number of keys tracked in a hot partition: a key with a sixteenth of its heat is found.
const KEYS: usize = 16;

/// The share of a partition's heat above which a single position among a key's sort keys is the cause, so that a split
/// between sort keys would not help.
///
/// Assumed: AWS says that such a split is made if it helps, but not how that is decided.
const SINGLE_POSITION_SHARE: f64 = 0.75;

/// The heat of one partition, by its reads or its writes.
#[derive(Debug, Clone)]
pub(super) struct Heat {
    window: u64,
    units: f64,
    hot_windows: u32,
    keys: TopKeys,
    places: Vote,
    trend: Trend,
}

/// Units that heat a partition.
#[derive(Debug, Clone, Copy)]
pub(super) struct Warmth<'a> {
    pub(super) place: HashPosition,
    /// Whether they are those of a key. The pages of scans count as those of one key.
    pub(super) is_of_key: bool,
    /// The sort key in an order-preserving form, if the trend of the traffic is determined from it.
    pub(super) sort: Option<&'a [u8]>,
    pub(super) units: f64,
}

impl Warmth<'_> {
    fn key(&self) -> u64 {
        if self.is_of_key { self.place.hash() } else { 0 }
    }
}

/// How a hot partition is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Split {
    /// Between partition keys.
    ByKey,
    /// Between the sort keys of the partition key with this hash.
    BySortKey(u64),
}

impl Heat {
    pub(super) fn new() -> Self {
        Self {
            window: 0,
            units: 0.0,
            hot_windows: 0,
            keys: TopKeys::new(KEYS),
            places: Vote::default(),
            trend: Trend::default(),
        }
    }

    /// Counts consumed units. `limit` is what the partition serves per second. Returns the split that is due.
    pub(super) fn add(&mut self, rule: &HeatRule, warmth: &Warmth<'_>, window: u64, limit: u64) -> Option<Split> {
        let is_over = window != self.window;
        if is_over {
            self.close(rule, window, limit);
        }
        self.units += warmth.units;
        self.keys.add(warmth.key(), "", warmth.units, 0.0);
        self.places.add(warmth.place, warmth.units);
        if let Some(sort) = warmth.sort {
            self.trend.add(warmth.key(), sort);
        }
        if is_over && rule.is_long_enough(self.hot_windows) { self.split(rule) } else { None }
    }

    /// Returns units that were not consumed after all.
    pub(super) fn take_back(&mut self, warmth: &Warmth<'_>) {
        self.units = (self.units - warmth.units).max(0.0);
        self.keys.take_back(warmth.key(), warmth.units);
    }

    /// Returns the split that helps, if any.
    fn split(&self, rule: &HeatRule) -> Option<Split> {
        let (hash, share) = self.keys.top()?;
        if share < rule.dominant_key_share {
            return Some(Split::ByKey);
        }
        let is_divisible =
            self.places.share(self.keys.total()) < SINGLE_POSITION_SHARE && !self.trend.is_monotonic(hash);
        (rule.can_split_keys() && is_divisible).then_some(Split::BySortKey(hash))
    }

    /// Ends the window of the last traffic. The windows since then had none.
    fn close(&mut self, rule: &HeatRule, window: u64, limit: u64) {
        let was_hot = self.units >= rule.share * limit as f64 * rule.window.as_secs_f64();
        if was_hot && window == self.window.saturating_add(1) {
            self.hot_windows = self.hot_windows.saturating_add(1);
        } else {
            *self = Self::new();
        }
        self.window = window;
        self.units = 0.0;
    }
}

/// The weighted majority vote of Boyer and Moore (1981): finds the position with more than half of the units, if there
/// is one.
#[derive(Debug, Clone, Copy, Default)]
struct Vote {
    candidate: Option<HashPosition>,
    weight: f64,
}

impl Vote {
    fn add(&mut self, place: HashPosition, units: f64) {
        if self.candidate == Some(place) {
            self.weight += units;
        } else if self.weight >= units {
            self.weight -= units;
        } else {
            *self = Self { candidate: Some(place), weight: units - self.weight };
        }
    }

    /// Returns the share of the candidate among all units, if it was the candidate from the beginning: a half or more.
    fn share(&self, total: f64) -> f64 {
        if total > 0.0 { (1.0 + self.weight / total) / 2.0 } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Partitions;
    use crate::hash::mix;

    fn warmth(hash: u64, sort: u64, units: f64) -> Warmth<'static> {
        Warmth { place: HashPosition::new(hash, sort), is_of_key: true, sort: None, units }
    }

    /// Returns the split of a partition of 1,000 units per second, and the second in which it is due.
    fn splits(settings: &Partitions, mut seconds: impl FnMut(u64) -> Vec<Warmth<'static>>) -> Option<(u64, Split)> {
        let rule = &settings.heat;
        let mut heat = Heat::new();
        (0..3_600).find_map(|second| {
            let window = rule.number_of_window(Duration::from_secs(second));
            let split = seconds(second).iter().filter_map(|warmth| heat.add(rule, warmth, window, 1_000)).last();
            split.map(|split| (second, split))
        })
    }

    fn split_after(units: f64, keys: u64, mut is_quiet: impl FnMut(u64) -> bool) -> Option<u64> {
        let split = splits(&Partitions::default(), |second| match is_quiet(second) {
            true => Vec::new(),
            false => (0..keys).map(|key| warmth(key, 0, units / keys as f64)).collect(),
        });
        assert!(split.is_none_or(|(_, split)| split == Split::ByKey));
        split.map(|(second, _)| second)
    }

    #[test]
    fn sustained_load_over_many_keys_splits_a_partition() {
        assert_eq!(split_after(800.0, 100, |_| false), Some(300));
        assert_eq!(split_after(1_000.0, 2, |_| false), Some(300));
        assert_eq!(split_after(790.0, 100, |_| false), None);
    }

    #[test]
    fn one_hot_item_never_splits_a_partition() {
        assert_eq!(split_after(1_000.0, 1, |_| false), None);
    }

    #[test]
    fn one_key_is_split_by_sort_key_if_its_sort_keys_are_spread() {
        let spread = |second: u64| (0..10).map(|item| warmth(7, mix(second * 10 + item), 100.0)).collect();
        assert_eq!(splits(&Partitions::default(), spread), Some((300, Split::BySortKey(7))));
        assert_eq!(splits(&Partitions::default().split_by_sort_key(false), spread), None);
        let mostly_one = |second: u64| (0..10).map(|item| warmth(7, (item / 9) * mix(second), 100.0)).collect();
        assert_eq!(splits(&Partitions::default(), mostly_one), None);
    }

    #[test]
    fn refunded_capacity_adds_no_heat() {
        let settings = Partitions::default();
        let mut heat = Heat::new();
        for second in 0..3_600 {
            let window = settings.heat.number_of_window(Duration::from_secs(second));
            for key in 0..3 {
                assert_eq!(heat.add(&settings.heat, &warmth(key, 0, 500.0), window, 1_000), None);
                heat.take_back(&warmth(key, 0, 300.0));
            }
        }
    }

    #[test]
    fn a_pause_restarts_the_time_to_a_split() {
        assert_eq!(split_after(1_000.0, 100, |second| (200..240).contains(&second)), Some(540));
    }
}
