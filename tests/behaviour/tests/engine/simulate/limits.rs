//! Hot keys of tables and indexes, and the effect of splits.

use std::time::Duration;

use keywright_local::Partitions;
use keywright_local::simulate::{Load, Retry, Simulation, Traffic, Values, Verdict};

use super::designs::{constant, indexed, planned, popular, sharded};

const MINUTE: Duration = Duration::from_secs(60);

/// Returns traffic with items of 100 units each, so that a simulated minute takes little time.
fn heavy(items_per_second: f64) -> Traffic {
    Traffic::new(items_per_second, 100 * 1_024 - 300).unwrap()
}

#[test]
fn hot_index_key_throttles_table_writes_and_is_reported() {
    let load = Load::declared::<indexed::Ops>();
    let simulation = Simulation::new::<indexed::Ops>(load).retry(Retry::Never).warm_table(40_000);
    let report = simulation.duration(Duration::from_secs(10)).run().unwrap();
    let log = report.entity("OpsLog").unwrap();
    // Two values with a partition each: 2,000 of 5,000 units per second, and two full buckets.
    let expected = 5_000 * 10 - 2_000 * 10 - 2_000;
    assert!(log.totals.throttled.abs_diff(expected) < 1_000, "{log:?}");
    assert_eq!(log.refused_by.keys().collect::<Vec<_>>(), ["GSI1"]);
    assert_eq!((log.totals.lost, log.totals.refusals), (log.totals.throttled, log.totals.throttled));
    assert_eq!(log.throttled_seconds, 10);
    let (table, index) = (report.resource("table").unwrap(), report.resource("GSI1").unwrap());
    assert_eq!(table.throttled_units, 0.0);
    assert_eq!(index.throttled_units, log.totals.throttled as f64);
    let mut hottest: Vec<&str> = index.hottest.iter().map(|key| key.key.as_str()).collect();
    hottest.sort_unstable();
    assert_eq!(hottest, ["STATUS#Active", "STATUS#Closed"]);
    assert!(report.to_string().contains("by GSI1"), "{report}");
}

#[test]
fn one_key_never_splits_and_many_do() {
    let soon = || Partitions::default().split_after(MINUTE);
    let load = Load::none().entity::<constant::OpsLog>(heavy(20.0));
    let simulation = Simulation::new::<constant::Ops>(load).duration(20 * MINUTE).partitions(soon());
    let report = simulation.run().unwrap();
    let table = report.resource("table").unwrap();
    assert_eq!((table.partitions_before, table.partitions_after), (4, 4));
    assert!((0.4..0.6).contains(&report.entities[0].throttled_share()) || report.entities[0].totals.lost > 0);

    let load = Load::none().entity::<sharded::OpsLog>(heavy(50.0));
    let simulation = Simulation::new::<sharded::Ops>(load).duration(20 * MINUTE).partitions(soon());
    let report = simulation.run().unwrap();
    let table = report.resource("table").unwrap();
    assert_eq!(table.partitions_before, 4);
    assert!(table.partitions_after > 5, "{report}");
    let over_time: Vec<usize> = report.intervals.iter().map(|interval| interval.partitions["table"]).collect();
    assert!(over_time.is_sorted() && over_time.len() == 60, "{over_time:?}");
    let (first, last) = (&report.intervals[1].entities["OpsLog"], &report.intervals[59].entities["OpsLog"]);
    assert!(first.throttled_share() > last.throttled_share(), "{first:?} {last:?}");
}

#[test]
fn buckets_follow_the_simulated_clock() {
    let load = Load::none().entity::<indexed::OpsLog>(Traffic::new(50.0, 700).unwrap());
    let report = Simulation::new::<indexed::Ops>(load).duration(2 * MINUTE).run().unwrap();
    let hottest = &report.resource("table").unwrap().hottest;
    for minute in ["OPS_LOG#2026-06-22T12:00#", "OPS_LOG#2026-06-22T12:01#"] {
        assert!(hottest.iter().any(|key| key.key.starts_with(minute)), "{minute}: {hottest:?}");
    }
    let table = report.resource("table").unwrap();
    assert_eq!(table.consumed_units, report.entities[0].totals.accepted as f64);
}

#[test]
fn the_declared_share_goes_to_the_most_popular_key() {
    let report = Simulation::new::<popular::Orders>(Load::declared::<popular::Orders>()).run().unwrap();
    let orders = report.entity("Order").unwrap();
    let hottest = &report.resource("table").unwrap().hottest[0];
    assert_eq!(hottest.key, "CUSTOMER#customer0");
    let share = hottest.consumed / orders.totals.accepted as f64;
    assert!((0.38..0.42).contains(&share), "{share}");
    // The index receives only the items with an entry in it, which are half of them.
    let entries = report.resource("GSI1").unwrap().consumed_units / orders.totals.accepted as f64;
    assert!((0.47..0.53).contains(&entries), "{entries}");
}

#[test]
fn declared_share_of_a_date_key_goes_to_the_current_day() {
    let report = Simulation::new::<planned::Tasks>(Load::declared::<planned::Tasks>()).run().unwrap();
    let table = report.resource("table").unwrap();
    assert_eq!((table.hottest[0].key.as_str(), table.throttled_units), ("DUE#2026-06-22", 0.0));
    let share = table.hottest[0].consumed / table.consumed_units;
    assert!((0.18..0.22).contains(&share), "{share}");
}

#[test]
fn verdicts_report_what_depends_on_assumptions() {
    let verdicts = |simulation: Simulation| {
        let assumptions = simulation.duration(Duration::from_secs(10)).under_assumptions().unwrap();
        let judged = assumptions.entities.iter().chain(&assumptions.resources);
        judged.map(|judged| (judged.name.clone(), judged.verdict)).collect::<Vec<_>>()
    };
    let named = |verdicts: [Verdict; 3]| {
        ["OpsLog", "table", "GSI1"].map(str::to_owned).into_iter().zip(verdicts).collect::<Vec<_>>()
    };
    let simulation = |status: Values| {
        let traffic = Traffic::new(250.0, 9_800).unwrap().values("status", status);
        Simulation::new::<indexed::Ops>(Load::none().entity::<indexed::OpsLog>(traffic)).warm_table(200_000)
    };
    assert_eq!(verdicts(simulation(Values::even(2))), named([Verdict::Holds; 3]), "entries are small");

    let load = Load::none().entity::<sharded::OpsLog>(Traffic::new(250.0, 9_800).unwrap());
    let simulation = Simulation::new::<sharded::Ops>(load).retry(Retry::Never);
    let on_four = named([Verdict::Depends, Verdict::Depends, Verdict::Holds]);
    assert_eq!(verdicts(simulation.clone()), on_four, "placement on 4 partitions");
    assert_eq!(verdicts(simulation.warm_table(100_000)), named([Verdict::Holds; 3]));

    let load = Load::none().entity::<constant::OpsLog>(heavy(20.0));
    let constant = verdicts(Simulation::new::<constant::Ops>(load));
    assert_eq!(constant, [("OpsLog".to_owned(), Verdict::FailsAlways), ("table".to_owned(), Verdict::FailsAlways)]);
}
