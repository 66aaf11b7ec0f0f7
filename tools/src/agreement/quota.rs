//! The quota of a table that several entities share.

use keywright::{check, schema::EntitySchema};
use proptest::{strategy::Strategy as _, strategy::ValueTree as _, test_runner::TestRunner};

use super::{compiler::Verdict, keys, schemas::cases};
use crate::plan::plan_of;

/// Where the compiler warns of the sum of two entities, the plan asks for more than the quota of some place.
#[test]
fn the_sum_of_two_entities_is_judged_alike() {
    let mut runner = TestRunner::deterministic();
    let mut warned = 0;
    for _ in 0..6_000 {
        let mut draw = || cases().new_tree(&mut runner).unwrap().current();
        let (one, other) = (draw(), draw());
        let first = one.build();
        let second: &'static EntitySchema =
            Box::leak(Box::new(EntitySchema { name: "Other", table: first.table, ..*other.build() }));
        assert!(!check::summed_quota(&[first]), "{one:?}");
        // What does not hold alone has no warm throughput that would do.
        let holds = |case, entity| keys(case, entity).all(|key| Verdict::of(&key).is_silent());
        if check::summed_quota(&[first, second]) && holds(&one, first) && holds(&other, second) {
            let plan = plan_of(first.table, &[first, second]);
            assert!(plan.places.iter().any(|place| place.exceeds_quota), "{one:?} and {other:?}");
            warned += 1;
        }
    }
    assert!(warned >= 10, "{warned}");
}
