//! Seeds, reports and what is refused.

use std::time::Duration;

use keywright_local::simulate::{Load, Simulation, Traffic, Values};

use super::designs::{constant, indexed, popular};

fn simulation() -> Simulation {
    let load = Load::none().entity::<popular::Order>(Traffic::new(2_000.0, 500).unwrap().item_bytes_up_to(4_000));
    Simulation::new::<popular::Orders>(load).duration(Duration::from_secs(3))
}

#[test]
fn a_seed_repeats_itself_and_another_does_not() {
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
    // 1 / the sum of 1 / n^0.99 up to 100, which is 5.28.
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
fn what_makes_no_sense_is_refused_with_a_way_out() {
    let refused = |simulation: Simulation| simulation.run().unwrap_err().to_string();
    let traffic = || Traffic::new(1.0, 100).unwrap();
    let nothing = refused(Simulation::new::<constant::Ops>(Load::none()));
    assert_eq!(
        nothing,
        "nothing writes to the table `Ops`; declare a `#[peak(..)]`, or give the load an entity's traffic"
    );
    let foreign = refused(Simulation::new::<constant::Ops>(Load::none().entity::<popular::Order>(traffic())));
    assert!(foreign.starts_with("`Order` is no entity of the table `Ops`; "), "{foreign}");
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
