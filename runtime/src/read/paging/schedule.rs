//! Decides how many items a page evaluates next, if not every evaluated item is returned.
//!
//! DynamoDB charges for the items that it evaluates, before a filter, and a request's `Limit` counts those items too:
//! [Query:
//! Limit](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html#DDB-Query-request-Limit). So a
//! request is sized by the share of the evaluated items that matched so far, not by the number of missing items:
//!
//! 1. The number of wanted matches is divided by that share, plus [a quarter](MARGIN) as a margin. The share counts one
//!    additional match, so that it is not 0 while nothing has matched: then a round evaluates [three quarters](CAUTION)
//!    of what all earlier rounds did, times the wanted matches, and at least as much as they did.
//! 2. A round evaluates at most [`GROWTH`] times as many items as all rounds before it.
//! 3. A lane's later requests [grow in any case](min_items_of_lane), even if rare matches suggest only a few items each
//!    time. A lane of 1 MB therefore takes at most ten requests, for any distribution of its matches.
//!
//! The schedule only uses how many items were evaluated, how many matched, and how many requests a lane was sent.

/// The maximum number of items of a round, as a multiple of those that were evaluated before it.
const GROWTH: usize = 16;

/// The factor by which more than the expected number of items is evaluated: a round that falls short costs another
/// request to each lane, and one that exceeds the number costs read units.
const MARGIN: (usize, usize) = (5, 4);

/// The fraction of the expected number of items that is evaluated while nothing has matched, because the share is then
/// a guess.
const CAUTION: (usize, usize) = (3, 4);

/// The number of requests to a lane that [`min_items_of_lane`] does not affect: two informed guesses.
const FREE_REQUESTS: u32 = 2;

/// The maximum number of requests for the first 1 MB of a lane, if the first request evaluates 4 KB.
#[cfg(test)]
pub(super) const MAX_PARTIAL_REQUESTS: usize = 10;

/// The results of a page's requests so far, over all lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    /// The items that DynamoDB evaluated.
    pub(super) evaluated: usize,
    /// The number of these items that are returned, or are expected to be.
    pub(super) matched: usize,
}

impl Seen {
    /// Whether some evaluated items did not match.
    pub(super) fn has_losses(self) -> bool {
        self.matched < self.evaluated
    }

    /// Returns the number of items to evaluate next, over all lanes, to get this many more matches.
    pub(super) fn items_for(self, wanted: usize) -> usize {
        let (times, of) = if self.matched > 0 { MARGIN } else { CAUTION };
        let share_of = self.matched.saturating_add(1).saturating_mul(of);
        let likely = wanted.max(1).saturating_mul(self.evaluated.saturating_add(1)).saturating_mul(times) / share_of;
        let least = if self.matched > 0 { 1 } else { self.evaluated };
        likely.max(least).min(self.evaluated.saturating_mul(GROWTH)).max(1)
    }
}

/// Returns the minimum number of items of the next request to a lane that was sent `requests` and evaluated `evaluated`
/// items: from the third request on a quarter, a half, and then all of what the lane has evaluated.
pub(super) fn min_items_of_lane(evaluated: usize, requests: u32) -> usize {
    match requests.checked_sub(FREE_REQUESTS) {
        Some(0) => evaluated / 4,
        Some(1) => evaluated / 2,
        Some(_) => evaluated,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items_for(wanted: usize, evaluated: usize, matched: usize) -> usize {
        Seen { evaluated, matched }.items_for(wanted)
    }

    #[test]
    fn rounds_are_sized_by_the_share_of_matches() {
        // 1 in 10: 100 items for 10 matches, plus a quarter.
        assert_eq!(items_for(10, 1_000, 100), 123);
        assert_eq!(items_for(1, 1_000, 100), 12);
        assert_eq!(items_for(10, 1_000, 500), 24);
    }

    #[test]
    fn rounds_grow_while_nothing_matches() {
        let mut evaluated = 43;
        let mut rounds = Vec::new();
        while evaluated < 100_000 {
            let items = items_for(5, evaluated, 0);
            rounds.push(items);
            evaluated += items;
        }
        assert_eq!(rounds, [165, 783, 3_720, 17_670, 83_932]);
        // For one match, the schedule doubles the evaluated items.
        assert_eq!(items_for(1, 1_000, 0), 1_000);
    }

    #[test]
    fn rounds_are_bounded_by_the_items_evaluated() {
        assert_eq!(items_for(1_000, 50, 0), 800);
        assert_eq!(items_for(usize::MAX, 50, 3), 800);
        assert_eq!(items_for(usize::MAX, usize::MAX, 0), usize::MAX);
        assert_eq!(items_for(usize::MAX, 0, 0), 1);
        assert_eq!(items_for(0, 0, 0), 1);
    }

    /// A lane of 256 blocks of 4 KB, for which every estimate is too small.
    #[test]
    fn a_page_of_a_lane_takes_a_bounded_number_of_requests() {
        const BLOCK: usize = 10;
        let (mut evaluated, mut requests) = (0, 0);
        while evaluated < 256 * BLOCK {
            evaluated += min_items_of_lane(evaluated, requests).next_multiple_of(BLOCK).max(BLOCK);
            requests += 1;
        }
        assert_eq!(requests as usize, MAX_PARTIAL_REQUESTS);
    }
}
