//! Decides how many items are requested from each lane.

use super::Plan;
use crate::{physics::fan_out, read::item_size::ItemSize};

/// The minimum number of items requested from a lane with a filter if their size is unknown: a block of 4 KB, the
/// minimum cost of a request, with items of 256 bytes.
const MIN_FILTERED_ITEMS: usize = 16;

impl Plan {
    /// Returns the declared size of the items that are read.
    pub(crate) fn item_size(&self) -> ItemSize {
        ItemSize::declared(self.entity.entry_bytes(self.key))
    }

    /// Returns the number of items to request from each of `lanes` open lanes while `items` are still wanted and `scan`
    /// may still be read: as many as make one round certain if the lanes are even, plus those that are free, but at
    /// most the lane's share of `scan`. If neither is given, returns `None`: as many as a page of 1 MB contains.
    ///
    /// With a filter, it is unknown how many make a round certain: each request is for the lane's share plus the items
    /// that are free, even if there is only one lane.
    pub(crate) fn items_per_lane(
        &self,
        items: Option<usize>,
        scan: Option<usize>,
        lanes: usize,
        size: &ItemSize,
    ) -> Option<usize> {
        let lanes = lanes.max(1);
        let certain = items.map(|wanted| {
            if self.is_filtered() {
                let share = wanted.div_ceil(lanes);
                return if size.is_unknown() { share.max(MIN_FILTERED_ITEMS) } else { size.with_free_items(share) };
            }
            let page = fan_out::items_per_lane(wanted as u64, lanes as u64);
            let page = usize::try_from(page).unwrap_or(usize::MAX).min(wanted);
            if lanes == 1 { page } else { size.with_free_items(page).min(wanted) }
        });
        let share = scan.map(|scan| scan.div_ceil(lanes));
        certain.into_iter().chain(share).min().map(|items| items.max(1))
    }

    /// Returns the number of items that the first round of a page requests from each of `lanes` open lanes, according
    /// to the declared item size.
    pub(crate) fn first_page(&self, lanes: usize) -> Option<usize> {
        let items = self.items_per_lane(self.page_limit(), self.scan_limit, lanes, &self.item_size());
        let affordable = self.budget().map(|budget| budget.items_per_request(lanes).max(1));
        items.into_iter().chain(affordable).min()
    }

    /// Whether the query has a filter.
    pub(crate) fn is_filtered(&self) -> bool {
        #[cfg(feature = "client")]
        let is_filtered = self.filter.is_some();
        #[cfg(not(feature = "client"))]
        let is_filtered = false;
        is_filtered
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        key::Timestamp,
        read::{
            spec::QuerySpec,
            testing::{Design, START, brand},
        },
        schema::{EntitySchema, Peak},
    };

    /// Plans a query of items of about this size, if one is declared.
    fn plan(item_bytes: Option<u64>) -> Plan {
        let peak = |item_bytes| Peak::new(1, item_bytes);
        let entity = EntitySchema { peak: item_bytes.map(peak), ..*Design::PLAIN.schema() };
        let mut spec = QuerySpec::new();
        spec.partition.push(brand());
        let now = Timestamp { seconds: START, nanos: 0 };
        Plan::new(Box::leak(Box::new(entity)), 0, &spec, now).unwrap()
    }

    fn asked(plan: &Plan, items: Option<usize>, scan: Option<usize>, lanes: usize) -> Option<usize> {
        plan.items_per_lane(items, scan, lanes, &plan.item_size())
    }

    #[test]
    fn several_lanes_are_each_asked_for_a_part_of_the_limit() {
        let plan = plan(None);
        assert_eq!(asked(&plan, Some(50), None, 10), Some(13));
        assert_eq!(asked(&plan, Some(50), Some(1_000), 10), Some(13));
        assert_eq!(asked(&plan, None, None, 10), None);
    }

    #[test]
    fn the_scan_limit_is_divided_among_the_lanes() {
        let plan = plan(Some(300));
        assert_eq!(asked(&plan, None, Some(50), 10), Some(5));
        assert_eq!(asked(&plan, Some(50), Some(31), 10), Some(4));
        assert_eq!(asked(&plan, Some(50), Some(3), 10), Some(1));
    }

    #[test]
    fn one_lane_is_asked_for_the_full_limit() {
        for plan in [plan(None), plan(Some(300))] {
            assert_eq!(asked(&plan, Some(50), None, 1), Some(50));
            assert_eq!(asked(&plan, Some(50), Some(7), 1), Some(7));
            assert_eq!(asked(&plan, Some(usize::MAX), None, 1), Some(usize::MAX));
        }
    }

    #[test]
    fn free_items_are_computed_from_the_declared_size() {
        let plan = plan(Some(270));
        let free = (13_u64 * 270).next_multiple_of(4_096) / 270;
        assert_eq!(free, 15);
        assert_eq!(asked(&plan, Some(50), None, 10), Some(free as usize));
        // No lane has more than all items.
        assert_eq!(asked(&plan, Some(3), None, 10), Some(3));
    }

    #[test]
    fn a_request_asks_for_at_least_one_item() {
        let plan = plan(None);
        assert_eq!(asked(&plan, Some(0), None, 10), Some(1));
        assert_eq!(asked(&plan, Some(5), Some(0), 10), Some(1));
        assert_eq!(asked(&plan, Some(5), None, 0), Some(5));
    }
}
