//! Runs a part of the long run: fixed seeds of every design.

use keywright_harness::{check::Verdict, designs::ALL, judge, plan::Plan, tally::Tally};

/// The number of runs of each design.
const RUNS: u64 = 5;

#[test]
fn histories_of_every_design_are_allowed() {
    let mut tally = Tally::default();
    for traits in ALL {
        for seed in 0..RUNS {
            let plan = Plan::draw(seed, Some(traits.name));
            let (verdict, history) = judge(&plan);
            if let Verdict::Wrong(reason) = &verdict {
                panic!("{reason}\n{plan}");
            }
            tally.add(traits.name, &verdict, &history.unwrap());
        }
    }
    assert_eq!(tally.judged, tally.runs, "every history is judged to the end");
    assert!(tally.operations > 1_000 && tally.crashes > 0);
    for fault in ["lost before", "lost after", "500 before", "500 after", "late", "twice", "throttled"] {
        assert!(tally.faults.contains_key(fault), "no request was {fault}");
    }
}

#[test]
fn hedged_reads_change_no_result() {
    for design in ["plain", "older_keys", "local_index_shards", "counters", "log"] {
        let plan = Plan { hedge: 100, ..Plan::draw(1, Some(design)) };
        let (verdict, history) = judge(&plan);
        assert_eq!(verdict, Verdict::Allowed, "{plan}");
        assert!(history.unwrap().hedged > 0, "{design}");
    }
}

#[test]
fn runs_are_reproducible_from_their_plan() {
    for (seed, design) in [(3, "versioned"), (4, "unique"), (5, "older_keys"), (6, "log")] {
        let plan = Plan::draw(seed, Some(design));
        let again = Plan::parse(&plan.to_string()).unwrap();
        assert_eq!(again, plan);
        let events = |plan: &Plan| format!("{:?}", judge(plan).1.unwrap().events);
        assert_eq!(events(&plan), events(&again), "{plan}");
    }
}
