//! The cost of a fan-out read, by lane.

use super::{
    capacity::{Consistency, query_units},
    fan_out::first_page,
    limits::PARTITION_READ_UNITS,
};

/// The number of items in the page of estimates: the newest 50.
pub const PAGE_ITEMS: u64 = 50;

/// The cost of one eventually consistent read of the first items over several lanes. A strongly consistent read costs
/// twice as much.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ReadCost {
    /// The number of lanes that the read accesses: a fan-out reads all shards of a key.
    pub lanes: u64,
    /// The number of items that the first round requests from each lane.
    pub items_per_lane: u64,
    /// Read units in each lane.
    pub units_per_lane: f64,
    /// Read units of all lanes.
    pub units: f64,
    /// Read units of all lanes if nothing is found: the minimum of every query.
    pub empty_units: f64,
}

impl ReadCost {
    /// Returns the cost of the first `items` from `lanes` lanes full of items of `item_bytes`, with requests sized by
    /// [`first_page`].
    ///
    /// With more lanes than items on a page, each lane still costs the minimum of an empty query.
    #[must_use]
    pub const fn of(items: u64, lanes: u64, item_bytes: u64) -> Self {
        let asked = first_page(items, lanes, item_bytes);
        // Free items beyond the wanted ones are not requested.
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

    /// Returns the reads per second that each lane serves with 3,000 read units. More shards do not raise this limit,
    /// because each read accesses every shard. They only make a lane's part of the page smaller, down to the minimum.
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
