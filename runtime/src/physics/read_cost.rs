//! What a fan-out read costs, by lane.

use super::{
    capacity::{Consistency, query_units},
    fan_out::first_page,
    limits::PARTITION_READ_UNITS,
};

/// The items of the page that estimates speak of: the newest 50.
pub const PAGE_ITEMS: u64 = 50;

/// The cost of one read of the first items over several lanes, eventually consistent. Strongly consistent it is twice
/// as much.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ReadCost {
    /// The lanes that it visits: a fan-out touches all shards of a key.
    pub lanes: u64,
    /// The items that the first round asks of each lane.
    pub items_per_lane: u64,
    /// Read units a lane serves for it.
    pub units_per_lane: f64,
    /// Read units of all lanes.
    pub units: f64,
    /// Read units of all lanes when nothing is found: the floor of every query.
    pub empty_units: f64,
}

impl ReadCost {
    /// The first `items`, in pages as [`first_page`] has them, from `lanes` lanes full of items of `item_bytes`.
    ///
    /// More lanes than items of a page still cost the floor of an empty query each.
    #[must_use]
    pub const fn of(items: u64, lanes: u64, item_bytes: u64) -> Self {
        let asked = first_page(items, lanes, item_bytes);
        // What free items fill up beyond what is wanted is not asked for.
        let items_per_lane = if asked < items { asked } else { items };
        let units_per_lane = query_units(items_per_lane.saturating_mul(item_bytes), Consistency::Eventual);
        Self {
            lanes,
            items_per_lane,
            units_per_lane,
            units: units_per_lane * lanes as f64,
            empty_units: query_units(0, Consistency::Eventual) * lanes as f64,
        }
    }

    /// The reads a second that each lane carries: 3,000 read units. More shards do not raise it, as each read touches
    /// every one of them; they only make a lane's part of the page smaller, down to the floor.
    #[must_use]
    pub const fn reads_per_second(&self) -> f64 {
        PARTITION_READ_UNITS as f64 / self.units_per_lane
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_50_cost_the_published_units() {
        for (lanes, units) in [(10, 10.0), (30, 15.0), (50, 25.0), (60, 30.0), (100, 50.0), (200, 100.0)] {
            let cost = ReadCost::of(PAGE_ITEMS, lanes, 400);
            assert_eq!(cost.units, units, "{lanes} lanes");
            assert_eq!(cost.empty_units, 0.5 * lanes as f64);
        }
    }

    #[test]
    fn shards_do_not_divide_readers() {
        let one = ReadCost::of(PAGE_ITEMS, 1, 100);
        assert_eq!((one.units_per_lane, one.reads_per_second()), (1.0, 3_000.0));
        let ten = ReadCost::of(PAGE_ITEMS, 10, 100);
        assert_eq!((ten.units_per_lane, ten.reads_per_second()), (0.5, 6_000.0));
        let many = ReadCost::of(PAGE_ITEMS, 1_000, 100);
        assert_eq!(many.reads_per_second(), 6_000.0);
    }
}
