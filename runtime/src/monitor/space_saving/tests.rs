//! Compares Space-Saving with exact counts.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;

/// Returns the counters, and the exact counts of each key: its weight, the rejected part, and the largest addition.
fn count(counters: u16, stream: &[(u64, u32, bool)]) -> (SpaceSaving, HashMap<u64, (u64, u64, u32)>) {
    let (mut sketch, mut order) = (SpaceSaving::new(counters), Order::new(counters));
    let mut exact = HashMap::<u64, (u64, u64, u32)>::new();
    for (key, weight, is_refused) in stream {
        sketch.add(&mut order, spread(*key), *weight, *is_refused).unwrap();
        let (total, refused, largest) = exact.entry(spread(*key)).or_default();
        *total += u64::from(*weight);
        *largest = (*largest).max(*weight);
        *refused += if *is_refused { u64::from(*weight) } else { 0 };
    }
    (sketch, exact)
}

/// Hashes a number.
fn spread(key: u64) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ key >> 7
}

/// Checks the guarantees of Space-Saving on the whole stream.
fn check(counters: u16, stream: &[(u64, u32, bool)]) -> Result<(), TestCaseError> {
    let (sketch, exact) = count(counters, stream);
    let weight: u64 = stream.iter().map(|(_, weight, _)| u64::from(*weight)).sum();
    let bound = weight / u64::from(counters);
    prop_assert_eq!(sketch.total(), weight);
    prop_assert!(u64::from(sketch.lightest()) <= bound);
    for (key, (total, refused, largest)) in &exact {
        match sketch.tally(*key) {
            Some(tally) => {
                prop_assert!(u64::from(tally.total) >= *total && u64::from(tally.at_least()) <= *total);
                prop_assert!(u64::from(tally.error) <= bound, "{} of {bound}", tally.error);
                prop_assert!(u64::from(tally.refused) <= *refused);
                prop_assert!(tally.error > 0 || u64::from(tally.refused) == *refused);
                prop_assert!(tally.largest() < largest + Tally::STEP && tally.largest() <= tally.at_least());
                prop_assert!(tally.error > 0 || tally.largest() >= *largest);
            }
            None => prop_assert!(*total <= u64::from(sketch.lightest()), "{total} is not counted"),
        }
    }
    let counted: u64 = sketch.tallies.iter().map(|tally| u64::from(tally.total)).sum();
    prop_assert_eq!(counted, weight, "every weight is in some counter");
    Ok(())
}

fn streams() -> impl Strategy<Value = Vec<(u64, u32, bool)>> {
    let key = prop_oneof![4 => 0_u64..300, 3 => 0_u64..5];
    let weight = prop_oneof![Just(1_u32), 1_u32..10, Just(1_000)];
    proptest::collection::vec((key, weight, proptest::bool::weighted(0.2)), 0..800)
}

proptest! {
    #[test]
    fn no_key_is_overestimated_by_more_than_its_bound(counters in 1_u16..60, stream in streams()) {
        check(counters, &stream)?;
    }
}

/// The worst cases for Space-Saving: the heavy keys come before all other keys, after them, or far apart between
/// them, so that they lose their counters.
#[test]
fn the_bound_holds_in_every_order() {
    let light = |key: u64| (1_000 + key, 1, false);
    let heavy = |at: u64| (at % 10, 20, at.is_multiple_of(3));
    let mut first: Vec<_> = (0..500).map(heavy).chain((0..10_000).map(light)).collect();
    check(100, &first).unwrap();
    first.reverse();
    check(100, &first).unwrap();
    let between: Vec<_> =
        (0..10_000).flat_map(|at| [light(at)].into_iter().chain(at.is_multiple_of(20).then(|| heavy(at)))).collect();
    check(100, &between).unwrap();
    let twice: Vec<_> = (0..5_000).flat_map(|key| [light(key), light(key)]).chain((0..100).map(heavy)).collect();
    check(100, &twice).unwrap();
}

#[test]
fn counts_are_exact_while_counters_are_free() {
    let stream: Vec<_> = (0..3_000_u64).map(|at| (at % 97, (at % 5) as u32, at.is_multiple_of(2))).collect();
    let (sketch, exact) = count(97, &stream);
    for (key, (total, refused, _)) in exact {
        let tally = sketch.tally(key).unwrap();
        assert_eq!((u64::from(tally.total), tally.error, u64::from(tally.refused)), (total, 0, refused));
    }
}

#[test]
fn sums_saturate() {
    let (sketch, _) = count(1, &[(1, u32::MAX, true), (1, u32::MAX, true), (2, u32::MAX, false)]);
    let tally = sketch.tally(spread(2)).unwrap();
    assert_eq!((tally.total, tally.error, tally.refused), (u32::MAX, u32::MAX, 0));
    assert_eq!(sketch.total(), 3 * u64::from(u32::MAX));
}

#[test]
fn a_cleared_sketch_is_empty() {
    let (mut sketch, mut order) = (SpaceSaving::new(3), Order::new(3));
    for round in 0..3 {
        for key in 0..10 {
            sketch.add(&mut order, spread(key), 1 + round, false).unwrap();
        }
        assert_eq!(sketch.total(), u64::from(10 * (1 + round)));
        sketch.clear();
        order.clear();
        assert_eq!((sketch.total(), sketch.lightest(), sketch.tally(spread(9))), (0, 0, None));
    }
}
