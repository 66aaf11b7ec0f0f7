use proptest::prelude::*;

use super::*;
use crate::physics::placement::crowding_probability;

fn groups(of: &[(u64, f64)]) -> Groups {
    of.iter().fold(Groups::NONE, |groups, (keys, each)| groups.with(*keys, *each))
}

/// An upper bound on the probability that one of the partitions takes more than `room`.
fn overload_probability(of: &[(u64, f64)], partitions: u64, room: f64) -> f64 {
    partitions as f64 * (1.0 - groups(of).probability_to_fit(room, partitions))
}

/// Places the keys of two and of four groups at random.
#[test]
fn random_placements_are_overloaded_within_the_bound() {
    let mut state = 7_u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    const DRAWS: u32 = 20_000;
    for of in [&[(12, 250.0), (30, 90.0)][..], &[(4, 400.0), (6, 200.0), (12, 100.0), (20, 30.0)]] {
        for partitions in [12, 20] {
            let mut overloaded = 0;
            for _ in 0..DRAWS {
                let mut units = vec![0.0; partitions as usize];
                for (keys, each) in of {
                    (0..*keys).for_each(|_| units[draw(partitions) as usize] += each);
                }
                overloaded += u32::from(units.iter().any(|units| *units > 1_000.0));
            }
            let drawn = f64::from(overloaded) / f64::from(DRAWS);
            let bound = overload_probability(of, partitions, 1_000.0);
            assert!(drawn <= bound + 0.005 && bound <= drawn * 1.3 + 0.005, "{partitions}: {drawn}, bound {bound}");
        }
    }
}

#[test]
fn one_group_overloads_like_its_crowding_probability() {
    for (keys, units, partitions) in [(10, 500.0, 384), (32, 156.25, 40), (512, 20.0, 20)] {
        let ours = overload_probability(&[(keys, units)], partitions, 1_000.0);
        let theirs = crowding_probability(keys, (1_000.0 / units) as u64, partitions);
        assert!((ours / theirs - 1.0).abs() < 1e-6, "{keys}: {ours:e}, {theirs:e}");
    }
}

#[test]
fn keys_of_one_load_are_one_group() {
    let of = groups(&[(6, 1_000.0 / 3.0), (10, 100.0), (6, 2_000.0 / 6.0)]);
    assert_eq!((of.len, of.at[0].0, of.at[1].0), (2, 12, 10));
    assert!((of.units() - 5_000.0).abs() < 1e-6);
}

/// The two of 17 groups with the nearest loads are merged, and count as the heavier one.
#[test]
fn the_nearest_groups_are_merged() {
    let apart: Vec<_> = (0..15).map(|group| (5, 100.0 + 50.0 * f64::from(group))).collect();
    let of = groups(&apart).with(7, 20.0).with(3, 21.0);
    assert_eq!((of.len, of.at[15]), (16, (10, 21.0)));
}

/// For two groups, the grid gives the exact value or slightly more. Each further group adds to the difference.
#[test]
fn the_grid_never_underestimates() {
    for (many, few, partitions) in
        [((12, 83.3), (3, 251.7), 16), ((40, 33.4), (8, 120.0), 12), ((300, 10.9), (5, 410.0), 20)]
    {
        let on_grid = |cells: usize| {
            let units_of_cell = 1_000.0 / cells as f64;
            let one = Counts::of(few, 1_000.0, partitions);
            let fits = with_group(&[1.0; MAX_CELLS + 1], cells, one, few.1 / units_of_cell);
            let both = with_group(&fits, cells, Counts::of(many, 1_000.0, partitions), many.1 / units_of_cell);
            1.0 - both[cells]
        };
        let (fine, coarse, coarsest) = (on_grid(1_000), on_grid(250), on_grid(64));
        let exact = 1.0 - groups(&[many, few]).probability_to_fit(1_000.0, partitions);
        assert!(exact <= fine + 1e-12 && fine <= coarse + 1e-12 && coarse <= coarsest + 1e-12);
        assert!(coarse < exact * 1.5, "{exact:e}, {coarse:e}");
    }
}

proptest! {
    /// Loads that fit also fit on more partitions, and with less load of any kind.
    #[test]
    fn smaller_loads_also_fit(
        of in prop::collection::vec((1_u64..200, 1.0..400.0_f64), 1..=16),
        background in 0.0..5_000.0_f64,
        partitions in 2_u64..60,
    ) {
        if groups(&of).hold_on(background, partitions) {
            prop_assert!(groups(&of).hold_on(background, partitions + 1));
            prop_assert!(groups(&of).hold_on(background / 2.0, partitions));
            prop_assert!(groups(&of[1..]).hold_on(background, partitions));
        }
    }
}
