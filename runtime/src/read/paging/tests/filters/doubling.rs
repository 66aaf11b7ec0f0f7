//! The best schedule that has no knowledge of the data.
//!
//! A schedule of this kind begins with the number of items that would suffice if everything matched, filled up to whole
//! 4 KB blocks: without knowledge of the filter, a larger first request would cost more. While the page is not certain,
//! it requests more from each lane that can still contain one of its items: a fixed multiple of what the lane has
//! evaluated. The multiple is at least 1, so a lane at least doubles each time: a lane of 1 MB takes at most nine
//! requests. The schedule knows the size of the items as well as a query does, and when to stop, but neither which
//! items match nor where a lane ends.
//!
//! The best multiple is chosen afterwards for these data sets. It is therefore the best one for the filter's share, the
//! number of lanes, the limit and the length of the range. A query knows only the number of lanes and the limit.

use super::{Cost, Data};
use crate::physics::limits::READ_BLOCK_BYTES;

/// The number of items of the next request to a lane, as a multiple of those that it has evaluated.
const MULTIPLES: [f64; 8] = [1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 9.0, 15.0];

/// Returns the mean read units of a page over data sets, by the schedule that needs the fewest.
pub(super) fn best(sets: &[Data], limit: usize) -> f64 {
    let costs = MULTIPLES.map(|multiple| sets.iter().map(|data| page(data, limit, multiple).rcu).sum::<f64>());
    costs.into_iter().fold(f64::INFINITY, f64::min) / sets.len() as f64
}

/// Returns the cost of a page by one schedule.
fn page(data: &Data, limit: usize, multiple: f64) -> Cost {
    let mut cost = Cost::default();
    let mut evaluated = vec![0_usize; data.lanes()];
    let mut is_read = vec![false; data.lanes()];
    let mut found = Vec::new();
    loop {
        // A lane that was read up to the last wanted match, or beyond, returns nothing that comes before it.
        let last = found.get(limit - 1).copied().unwrap_or(usize::MAX);
        let is_behind = |lane: usize| evaluated[lane].checked_sub(1).is_none_or(|at| at * data.lanes() + lane < last);
        let is_uncertain = |lane: usize| is_behind(lane) && !is_read[lane];
        let undecided_lanes: Vec<usize> = (0..data.lanes()).filter(|lane| is_uncertain(*lane)).collect();
        if undecided_lanes.is_empty() {
            return cost;
        }
        for lane in undecided_lanes {
            let from = evaluated[lane];
            let items = if from == 0 { limit.div_ceil(data.lanes()) } else { (from as f64 * multiple) as usize };
            let blocks = (items as u64 * data.item_bytes).div_ceil(READ_BLOCK_BYTES);
            let asked = ((blocks * READ_BLOCK_BYTES / data.item_bytes) as usize).max(items).clamp(1, data.page());
            let until = (from + asked).min(data.items);
            cost.add(Cost::of_request((until - from) as u64 * data.item_bytes));
            let matches = data.matches_of(lane, from..until).iter().take(limit);
            found.extend(matches.map(|place| place * data.lanes() + lane));
            evaluated[lane] = until;
            is_read[lane] = until - from < asked;
        }
        found.sort_unstable();
        found.truncate(limit);
    }
}
