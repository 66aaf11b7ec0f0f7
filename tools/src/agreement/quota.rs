//! Tests the quota of a table that several entities share.

use std::panic::catch_unwind;

use keywright::{check, schema::EntitySchema};
use proptest::{strategy::Strategy as _, strategy::ValueTree as _, test_runner::TestRunner};

use super::{compiler::Verdict, keys, schemas::cases};
use crate::plan::plan_of;

/// The compiler warns of the sum of two entities if the plan requests more than the quota for some place, but not for
/// either entity alone.
#[test]
fn compiler_and_plan_agree_on_sums_above_the_quota() {
    let mut runner = TestRunner::deterministic();
    let mut warned = 0;
    for _ in 0..6_000 {
        let mut draw = || cases().new_tree(&mut runner).unwrap().current();
        let (one, other) = (draw(), draw());
        let first = one.build();
        let second: &'static EntitySchema =
            Box::leak(Box::new(EntitySchema { name: "Other", table: first.table, ..*other.build() }));
        assert!(!check::summed_quota(&[first]), "{one:?}");
        // For an entity that does not hold alone, no warm throughput suffices.
        let holds = |case, entity| keys(case, entity).all(|key| Verdict::of(&key).is_silent());
        let exceeds = |entities: &[&'static EntitySchema]| {
            plan_of(first.table, entities).places.iter().any(|place| place.exceeds_quota)
        };
        // A sum on one key is a separate error.
        let is_refused = || catch_unwind(|| check::summed_peaks(&[first, second], 1)).is_err();
        let hold = holds(&one, first) && holds(&other, second) && !is_refused();
        if hold && !exceeds(&[first]) && !exceeds(&[second]) {
            let warns = check::summed_quota(&[first, second]);
            assert_eq!(warns, exceeds(&[first, second]), "{one:?} and {other:?}");
            warned += u32::from(warns);
        }
    }
    assert!(warned >= 10, "{warned}");
}
