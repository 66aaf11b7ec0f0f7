//! Seeds, reports and refused input.

use std::time::Duration;

use keywright_local::simulate::{Load, Simulation, Traffic, Values};

use super::designs::{constant, indexed, popular, sharded};

fn simulation() -> Simulation {
    let load = Load::none().entity::<popular::Order>(Traffic::new(2_000.0, 500).unwrap().item_bytes_up_to(4_000));
    Simulation::new::<popular::Orders>(load).duration(Duration::from_secs(3))
}

#[test]
fn equal_seeds_repeat_a_run_and_others_differ() {
    let run = |seed| simulation().seed(seed).run().unwrap();
    let (one, again, other) = (run(1), run(1), run(2));
    assert_eq!(one, again);
    assert_eq!(one.json(), again.json());
    assert_ne!(one, other);
    assert!(one.entities[0].totals.writes.abs_diff(6_000) < 400, "{one}");
    let units = one.resource("table").unwrap().consumed_units / one.entities[0].totals.accepted as f64;
    assert!((2.3..3.2).contains(&units), "{units} units for 0.5 to 4 KB and the keys");
}

#[test]
fn skewed_values_make_hot_keys() {
    let hottest = |values: Values| {
        let traffic = Traffic::new(2_000.0, 500).unwrap().values("customer", values);
        let simulation = Simulation::new::<popular::Orders>(Load::none().entity::<popular::Order>(traffic));
        let report = simulation.duration(Duration::from_secs(3)).run().unwrap();
        let table = report.resource("table").unwrap();
        (table.hottest[0].key.clone(), table.hottest[0].consumed / table.consumed_units)
    };
    let (key, share) = hottest(Values::zipf(100, 0.99).unwrap());
    assert_eq!(key, "CUSTOMER#customer0");
    // 1 divided by the sum of 1 / n^0.99 for n up to 100, which is 5.28.
    assert!((0.16..0.22).contains(&share), "{share}");
    let (_, even) = hottest(Values::even(20));
    assert!((0.045..0.065).contains(&even), "{even}");
}

#[test]
fn the_report_is_json() {
    let report = simulation().run().unwrap();
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    assert_eq!(json["table"], "Orders");
    assert_eq!(json["entities"][0]["writes"], report.entities[0].totals.writes);
    assert_eq!(json["resources"][1]["name"], "GSI1");
    assert_eq!(json["intervals"].as_array().unwrap().len(), 3);
    assert_eq!(json["intervals"][2]["start_seconds"], 2.0);
    let of_intervals: u64 = report.intervals.iter().map(|interval| interval.entities["Order"].accepted).sum();
    assert_eq!(of_intervals, report.entities[0].totals.accepted);
}

#[test]
fn invalid_simulations_are_rejected_with_a_fix() {
    let refused = |simulation: Simulation| simulation.run().unwrap_err().to_string();
    let traffic = || Traffic::new(1.0, 100).unwrap();
    let nothing = refused(Simulation::new::<constant::Ops>(Load::none()));
    assert_eq!(
        nothing,
        "nothing writes to the table `Ops`; declare a `#[peak(..)]`, or give the load an entity's traffic"
    );
    let foreign = refused(Simulation::new::<constant::Ops>(Load::none().entity::<popular::Order>(traffic())));
    assert!(foreign.starts_with("`Order` is not an entity of the table `Ops`; "), "{foreign}");
    let warm = refused(Simulation::new::<indexed::Ops>(Load::declared::<indexed::Ops>()).warm_index("GSI9", 1));
    assert!(warm.starts_with("the table `Ops` has no index GSI9 to be warm; "), "{warm}");
    let field = Load::none().entity::<constant::OpsLog>(traffic().values("ID", Values::unique()));
    let field = refused(Simulation::new::<constant::Ops>(field));
    assert!(field.starts_with("`OpsLog` has no key field `ID` to give values; "), "{field}");
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e8] {
        assert!(Traffic::new(rate, 100).unwrap_err().to_string().contains("; give"));
    }
    for share in [-0.1, 1.1, f64::NAN] {
        assert!(traffic().top_share(share).unwrap_err().to_string().contains("; give"));
    }
}

#[test]
fn infeasible_simulations_are_rejected_immediately() {
    let refused = |simulation: Simulation| simulation.run().unwrap_err().to_string();
    let load = |rate, bytes| Load::none().entity::<sharded::OpsLog>(Traffic::new(rate, bytes).unwrap());
    let of = |load| Simulation::new::<sharded::Ops>(load).duration(Duration::from_secs(1));
    let ordinary = || of(load(1.0, 100));
    let warm = refused(ordinary().warm_table(u64::MAX));
    assert!(warm.starts_with("the table is warm for 18446744073709551615 write units a second; give"), "{warm}");
    let warm = refused(ordinary().warm_index("GSI1", 100_001_000));
    assert!(warm.starts_with("the index GSI1 is warm for 100001000 write units"), "{warm}");
    let writers = refused(ordinary().writers(u32::MAX));
    assert!(writers.starts_with("4294967295 writers are too many"), "{writers}");
    let long = refused(of(load(1e7, 100)).duration(Duration::MAX));
    assert!(long.contains("writes are too many to simulate; "), "{long}");
    let intervals = of(load(1e-3, 100)).duration(Duration::from_secs(1_000_000)).interval(Duration::ZERO);
    let intervals = refused(intervals);
    assert!(intervals.starts_with("a report of 1000000 intervals is too long; "), "{intervals}");
    for bytes in [400 * 1_024 + 1, u64::MAX] {
        let large = refused(of(load(1.0, bytes)));
        assert!(large.contains("more than DynamoDB stores; give at most 400 KB"), "{large}");
    }
    let large = Load::none().entity::<sharded::OpsLog>(Traffic::new(1.0, 1).unwrap().item_bytes_up_to(u64::MAX));
    assert!(refused(of(large)).contains("more than DynamoDB stores"));
}

#[test]
fn extreme_but_feasible_simulations_run() {
    let load = |rate| Load::none().entity::<sharded::OpsLog>(Traffic::new(rate, 100).unwrap());
    let nothing = Simulation::new::<sharded::Ops>(load(1e7)).duration(Duration::ZERO).run().unwrap();
    assert_eq!((nothing.entities[0].totals.writes, nothing.entities[0].throttled_share()), (0, 0.0));
    assert_eq!(nothing.entities[0].latency, None);
    assert!(!nothing.to_string().contains("NaN"), "{nothing}");
    let seldom = Simulation::new::<sharded::Ops>(load(f64::MIN_POSITIVE)).duration(Duration::MAX).run().unwrap();
    assert_eq!(seldom.entities[0].totals.writes, 0);
    let slow = Simulation::new::<sharded::Ops>(load(100.0)).duration(Duration::from_secs(1)).latency(Duration::MAX);
    let slow = slow.run().unwrap();
    assert_eq!(slow.entities[0].totals.writes, slow.entities[0].totals.accepted);
}

mod sparse {
    use super::*;
    use keywright::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    #[entities(Ticket)]
    pub(super) struct Desk;

    /// An entity that is in the index only with a team and a day.
    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Desk)]
    #[pk(template = "TICKET#<id>")]
    #[sk(template = "TICKET")]
    #[gsi(
        index = "GSI1",
        query = by_team,
        pk = "TEAM#<team>#<desk>",
        sk = "<day>#<id>",
        peak(writes_per_second = 50, item_bytes = 200)
    )]
    #[peak(writes_per_second = 200, item_bytes = 200)]
    pub(super) struct Ticket {
        id: String,
        team: Option<String>,
        desk: Option<u16>,
        day: Option<u32>,
    }

    #[test]
    fn optional_composite_index_keys_are_written_at_the_declared_share() {
        let simulation = Simulation::new::<Desk>(Load::declared::<Desk>()).duration(Duration::from_secs(20));
        let (report, again) = (simulation.run().unwrap(), simulation.run().unwrap());
        assert_eq!(report.json(), again.json());
        let (table, index) = (report.resource("table").unwrap(), report.resource("GSI1").unwrap());
        let share = index.consumed_units / table.consumed_units;
        assert!((0.22..0.28).contains(&share), "{share}");
        assert!(index.hottest.iter().all(|key| key.key.starts_with("TEAM#")), "{:?}", index.hottest);
        let other = simulation.seed(1).run().unwrap();
        assert_ne!(report, other);
    }
}
