use proptest::prelude::*;

use super::*;
use crate::physics::capacity::{Consistency, query_units};

/// Computes `P(Binomial(items - 1, 1/lanes) >= count)` from `ln(n!)` as a plain sum.
fn plain_tail(items: u64, lanes: u64, count: u64) -> f64 {
    let trials = items - 1;
    let ln_factorial: Vec<f64> = std::iter::once(0.0)
        .chain((1..=trials).scan(0.0, |sum, n| {
            *sum += (n as f64).ln();
            Some(*sum)
        }))
        .collect();
    let (here, elsewhere) = ((1.0 / lanes as f64).ln(), (-1.0 / lanes as f64).ln_1p());
    let term = |at: u64| {
        let [all, ours, others] = [trials, at, trials - at].map(|count| ln_factorial[count as usize]);
        (all - ours - others + at as f64 * here + (trials - at) as f64 * elsewhere).exp()
    };
    (count..=trials).rev().map(term).sum()
}

/// Computes the result by its definition: tries each count.
fn plain_items_per_lane(items: u64, lanes: u64) -> u64 {
    let is_certain = |count: &u64| lanes as f64 * plain_tail(items, lanes, *count) <= 1.0 - CERTAINTY;
    (1..=items).find(is_certain).unwrap()
}

/// The probability that the fullest of `lanes` lanes has `count` or more of `items - 1`. Computed lane by lane, each
/// with the items that the earlier lanes have left.
fn exact_second_round(items: u64, lanes: u64, count: u64) -> f64 {
    let trials = items as usize - 1;
    let mut left = vec![0.0; trials + 1];
    left[trials] = 1.0;
    for lanes_left in (1..=lanes).rev() {
        let odds = 1.0 / lanes_left as f64;
        let mut after = vec![0.0; trials + 1];
        let mut lane = vec![1.0];
        for (items_left, probability) in left.iter().enumerate() {
            for (held, share) in lane.iter().enumerate().take(count as usize) {
                after[items_left - held] += probability * share;
            }
            lane.push(0.0);
            for held in (0..lane.len()).rev() {
                lane[held] = lane[held] * (1.0 - odds) + if held > 0 { lane[held - 1] * odds } else { 0.0 };
            }
        }
        left = after;
    }
    1.0 - left[0]
}

/// Knuth's MMIX generator, of which only the upper bits are used.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(self.0 >> 16) * u128::from(bound)) >> 48) as u64
    }
}

/// Distributes the first `items` of the merged order over the lanes. Returns whether some lane's page ends before the
/// last of them.
fn has_second_round(items: u64, lanes: u64, per_lane: u64, random: &mut Random) -> bool {
    let mut held = vec![0; lanes as usize];
    (1..items).any(|_| {
        let lane = &mut held[random.below(lanes) as usize];
        *lane += 1;
        *lane == per_lane
    })
}

fn round_read_units(items: u64, lanes: u64) -> f64 {
    lanes as f64 * query_units(400 * items, Consistency::Eventual)
}

#[test]
fn items_per_lane_match_the_published_table() {
    let published = [(10, [5, 4, 3]), (50, [13, 7, 5]), (100, [21, 9, 6]), (1_000, [131, 38, 17])];
    for (items, pages) in published {
        assert_eq!([10, 50, 200].map(|lanes| items_per_lane(items, lanes)), pages, "{items}");
    }
}

#[test]
fn the_newest_50_cost_the_published_units() {
    let published = [(10, 0.008_2, 10.0, 25.0), (50, 0.002_6, 25.0, 125.0), (200, 0.001, 100.0, 500.0)];
    for (lanes, second_round, read_units, naive) in published {
        let page = items_per_lane(50, lanes);
        let probability = second_round_probability(50, lanes, page);
        assert!((probability - second_round).abs() < 0.000_05, "{lanes}: {probability}");
        assert_eq!(round_read_units(page, lanes), read_units, "{lanes}");
        assert_eq!(round_read_units(first_page(50, lanes, 400), lanes), read_units, "{lanes}");
        assert_eq!(round_read_units(50, lanes), naive, "{lanes}");
    }
}

#[test]
fn the_search_equals_the_definition() {
    for items in (1..=40).chain([50, 64, 99, 100, 250, 777, 1_000]) {
        for lanes in [2, 3, 4, 5, 7, 10, 16, 33, 50, 200, 1_000, 100_000] {
            assert_eq!(items_per_lane(items, lanes), plain_items_per_lane(items, lanes), "{items} of {lanes}");
        }
    }
}

#[test]
fn the_second_round_bound_is_close_to_the_exact_probability() {
    let mut cases = 0;
    for items in [2, 3, 5, 10, 20, 50, 80] {
        for lanes in [2, 3, 5, 10, 30] {
            for per_lane in 1..=items {
                let bound = second_round_probability(items, lanes, per_lane);
                let exact = exact_second_round(items, lanes, per_lane);
                assert!(exact <= bound + 1e-12, "{items} {lanes} {per_lane}: {exact} {bound}");
                assert!(exact >= bound - bound * bound / 2.0 - 1e-12, "{items} {lanes} {per_lane}: {exact} {bound}");
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 850);
}

#[test]
fn the_second_round_probability_matches_a_simulation() {
    const ROUNDS: u32 = 40_000;
    let mut random = Random(4);
    for (items, lanes) in [(10, 10), (50, 10), (50, 50), (50, 200), (100, 3), (1_000, 10)] {
        let page = items_per_lane(items, lanes);
        for per_lane in [page, page - 1] {
            let seconds = (0..ROUNDS).filter(|_| has_second_round(items, lanes, per_lane, &mut random)).count();
            let observed = seconds as f64 / f64::from(ROUNDS);
            let bound = second_round_probability(items, lanes, per_lane);
            let deviation = (bound / f64::from(ROUNDS)).sqrt();
            assert!(observed <= bound + 5.0 * deviation, "{items} {lanes} {per_lane}: {observed} {bound}");
            assert!(
                observed >= bound - bound * bound / 2.0 - 5.0 * deviation,
                "{items} {lanes} {per_lane}: {observed} {bound}"
            );
            assert_eq!(per_lane == page, bound <= 1.0 - CERTAINTY, "{items} {lanes} {per_lane}: {bound}");
        }
    }
}

#[test]
fn small_counts_have_exact_answers() {
    assert_eq!(items_per_lane(0, 10), 0);
    assert_eq!(items_per_lane(10, 0), 0);
    assert_eq!(items_per_lane(50, 1), 50);
    assert_eq!(items_per_lane(1, 1_000_000), 1);
    assert_eq!(items_per_lane(2, 2), 2);
    assert_eq!(second_round_probability(0, 10, 0), 0.0);
    assert_eq!(second_round_probability(10, 0, 0), 0.0);
    assert_eq!(second_round_probability(50, 1, 49), 1.0);
    assert_eq!(second_round_probability(50, 1, 50), 0.0);
    assert_eq!(second_round_probability(50, 10, 0), 1.0);
    assert_eq!(second_round_probability(2, 2, 1), 1.0);
}

#[test]
fn extreme_counts_do_not_overflow() {
    const MOST: u64 = u64::MAX;
    assert_eq!(items_per_lane(MOST, 2), MOST);
    assert_eq!(items_per_lane(MOST, MOST), 22);
    assert!((1 << 20..1 << 21).contains(&items_per_lane(MOST, 1 << 44)));
    assert_eq!(second_round_probability(MOST, 2, MOST), 1.0);
    assert_eq!(second_round_probability(MOST, MOST, 0), 1.0);
    assert_eq!(second_round_probability(MOST, MOST, MOST - 1), 0.0);
    assert_eq!(with_free_items(MOST, MOST), MOST);
    assert_eq!(first_page(MOST, MOST, MOST), items_per_lane(MOST, MOST));
}

#[test]
fn free_items_end_with_the_block_and_with_the_page() {
    let asked = [
        (13, 400, 20),
        (7, 400, 10),
        (5, 400, 10),
        (13, 0, 13),
        (0, 400, 0),
        (1, 4_096, 1),
        (1, 4_097, 1),
        (1, 1, 4_096),
        (2_601, 400, 2_611),
        (2_612, 400, 2_621),
        (2_621, 400, 2_621),
        (2_622, 400, 2_622),
        (1_048_576, 1, 1_048_576),
    ];
    for (items, item_bytes, free) in asked {
        assert_eq!(with_free_items(items, item_bytes), free, "{items} of {item_bytes}");
    }
}

#[test]
fn one_lane_is_asked_for_the_limit() {
    assert_eq!(first_page(50, 1, 400), 50);
    assert_eq!(first_page(50, 10, 400), 20);
    assert_eq!(first_page(50, 10, 0), 13);
    assert_eq!(first_page(0, 10, 400), 0);
}

const PAGE: u64 = items_per_lane(1_000_000, 1_000);

#[test]
fn constant_evaluation_matches_run_time() {
    assert_eq!(PAGE, items_per_lane(std::hint::black_box(1_000_000), 1_000));
    assert_eq!(PAGE, plain_items_per_lane_near(1_000_000, 1_000, PAGE));
}

/// Computes the result by its definition, if all counts more than one below `near` are known to be too few.
fn plain_items_per_lane_near(items: u64, lanes: u64, near: u64) -> u64 {
    let is_certain = |count: &u64| lanes as f64 * plain_tail(items, lanes, *count) <= 1.0 - CERTAINTY;
    (near - 1..=near + 1).find(is_certain).unwrap()
}

proptest! {
    #[test]
    fn the_page_is_the_smallest_that_meets_the_certainty(items in 2u64..1_000_000, lanes in 2u64..100_000) {
        let page = items_per_lane(items, lanes);
        prop_assert!(page <= items && page > (items - 1) / lanes);
        prop_assert!(second_round_probability(items, lanes, page) <= 1.0 - CERTAINTY);
        prop_assert!(second_round_probability(items, lanes, page - 1) > 1.0 - CERTAINTY);
    }

    #[test]
    fn items_per_lane_are_monotonic_in_items_and_lanes(
        items in 1u64..100_000, more in 0u64..1_000, lanes in 1u64..1_000, others in 0u64..100,
    ) {
        prop_assert!(items_per_lane(items, lanes) <= items_per_lane(items + more, lanes));
        prop_assert!(items_per_lane(items, lanes) >= items_per_lane(items, lanes + others));
    }

    #[test]
    fn a_larger_page_is_never_less_certain(
        items in 1u64..5_000,
        lanes in 1u64..500,
        page in 0u64..200,
        more in 0u64..50,
    ) {
        let probability = second_round_probability(items, lanes, page);
        prop_assert!((0.0..=1.0).contains(&probability));
        // The sums have different terms, so they are equal only up to rounding.
        prop_assert!(second_round_probability(items, lanes, page + more) <= probability * (1.0 + 1e-12));
    }

    #[test]
    fn tails_match_the_plain_formula(items in 2u64..3_000, lanes in 2u64..300, count in 0u64..200) {
        prop_assume!(count < items);
        let (ours, plain) = (LaneShare::of(items, lanes).at_least(count), plain_tail(items, lanes, count));
        prop_assert!((ours - plain).abs() <= 1e-9 * plain + f64::MIN_POSITIVE, "{ours:e} {plain:e}");
    }

    #[test]
    fn free_items_cost_no_more_units(items in 1u64..3_000, item_bytes in 1u64..500_000) {
        let units = |items: u64| query_units(items * item_bytes, Consistency::Eventual);
        let free = with_free_items(items, item_bytes);
        prop_assert!(free >= items);
        prop_assert_eq!(units(free), units(items));
        if items * item_bytes <= PAGE_BYTES {
            prop_assert!(free * item_bytes <= PAGE_BYTES && units(free + 1) > units(items));
        } else {
            prop_assert_eq!(free, items);
        }
    }
}
