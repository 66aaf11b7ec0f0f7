//! Converts the units of a key in a window into rates.

use std::time::Duration;

use super::{Capacity, space_saving::SpaceSaving};

/// The rates of a key, in units per second.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rates {
    pub(super) capacity: Capacity,
    /// The units in the window, which are not a rate.
    pub(super) units: f64,
    pub(super) rate: f64,
    pub(super) error: f64,
    pub(super) refused: f64,
    pub(super) share: f64,
    /// The largest request, as a rate.
    pub(super) largest: f64,
    /// The lower bound of the rate, which decides about events.
    pub(super) sure: f64,
}

/// The time span of a sum.
#[derive(Debug, Clone, Copy)]
pub(super) enum Span {
    /// The half-window that ends.
    Half,
    /// This half-window and the previous one.
    Second,
    /// The span of a snapshot.
    Shown(Duration),
}

impl Span {
    /// The length of a half-window. A sustained load fills a complete one within a second.
    pub(super) const HALF: Duration = Duration::from_millis(500);

    const SECOND: Duration = Duration::from_secs(1);

    fn seconds(self, is_single: bool) -> f64 {
        let span = match self {
            Self::Half => Self::HALF,
            Self::Second => Self::SECOND,
            Self::Shown(span) => span.max(Self::HALF),
        };
        // A single request has no known period. It counts as one per second, like the limit of a partition.
        (if is_single { span.max(Self::SECOND) } else { span }).as_secs_f64()
    }
}

impl Rates {
    /// `load` is the sum of all keys of this table or index.
    pub(super) fn of(capacity: Capacity, sum: Sum, span: Span, load: u64) -> Self {
        let is_single = sum.total <= sum.largest;
        let seconds = span.seconds(is_single);
        let rate = |grains: u64| capacity.units(grains) / seconds;
        Self {
            capacity,
            units: capacity.units(sum.total),
            rate: rate(sum.total),
            error: rate(sum.error),
            refused: rate(sum.refused),
            share: if load == 0 { 0.0 } else { (sum.total as f64 / load as f64).min(1.0) },
            largest: rate(sum.largest),
            sure: rate(sum.sure(span)),
        }
    }

    /// The rate as a share of a partition's limit.
    pub(super) fn of_a_partition(&self) -> f64 {
        self.rate / self.capacity.limit() as f64
    }
}

/// The counts of a key over half-windows.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) total: u64,
    error: u64,
    refused: u64,
    largest: u64,
    pub(super) is_counted: bool,
}

impl Sum {
    /// `lightest` is the maximum weight of a key without a counter.
    pub(super) fn of(hash: u64, half: &SpaceSaving, lightest: u32) -> Self {
        let tally = half.tally(hash);
        Self {
            total: u64::from(tally.map_or(lightest, |tally| tally.total)),
            error: u64::from(tally.map_or(lightest, |tally| tally.error)),
            refused: u64::from(tally.map_or(0, |tally| tally.refused)),
            largest: u64::from(tally.map_or(0, |tally| tally.largest())),
            is_counted: tally.is_some(),
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            total: self.total + other.total,
            error: self.error + other.error,
            refused: self.refused + other.refused,
            largest: self.largest.max(other.largest),
            is_counted: self.is_counted || other.is_counted,
        }
    }

    /// The lower bound of the units for a rate. In a half-second, these are all units except those of the largest
    /// request, which may be a single one. In a second, they are at most twice those of the other requests, so that the
    /// largest is at most half.
    fn sure(self, span: Span) -> u64 {
        let at_least = self.total.saturating_sub(self.error);
        let others = at_least.saturating_sub(self.largest);
        match span {
            Span::Half => others,
            Span::Second | Span::Shown(_) => at_least.min(2 * others),
        }
    }
}
