use std::time::Duration;

use keywright::Table;
use serde::{Deserialize, Serialize};

use super::*;
use crate::simulate::{Report, Simulation};

#[derive(Table)]
#[entities(Call, Settings, Log)]
struct Calls;

/// A query of 8 items of 1,000 bytes costs 1 RCU, and a read of one item 0.5; half of them cost twice as much.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Calls)]
#[pk(template = "CALL#<caller>")]
#[sk(template = "<id>")]
#[peak(creates = 5, item_bytes = 1_000, reads(queries = 40, items = 8, gets = 80, consistent = 0.5, top_share = 0.5))]
struct Call {
    caller: String,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Calls)]
#[pk(template = "SETTINGS")]
#[sk(template = "SETTINGS")]
#[peak(creates = 1, item_bytes = 1_000, reads_per_second = 100)]
struct Settings {
    text: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Calls)]
#[pk(template = "LOG#<caller>")]
#[shard(random = 10)]
#[sk(template = "<id>")]
#[peak(creates = 5, item_bytes = 1_000, reads(gets = 100))]
struct Log {
    caller: String,
    id: String,
}

fn run(load: Load) -> Report {
    Simulation::new::<Calls>(load).duration(Duration::from_secs(10)).run().expect("a report")
}

#[test]
fn declared_reads_are_requested_by_kind_and_at_their_cost() {
    let traffic = Traffic::declared_by(&Call::SCHEMA).expect("a peak");
    assert_eq!((traffic.gets, traffic.queries.get(&None)), (80.0, Some(&40.0)));
    let report = run(Load::none().entity::<Call>(traffic));
    let units = report.resources[0].consumed_read_units / report.entities[0].reads.reads as f64;
    let mean = (40.0 * 1.0 + 80.0 * 0.5) / 120.0 * 1.5;
    assert!((units / mean - 1.0).abs() < 0.05, "{units} instead of {mean}");
}

#[test]
fn reads_have_a_share_of_their_own() {
    let report = run(Load::declared_by(&[&Call::SCHEMA]));
    let table = &report.resources[0];
    let hottest = table.hottest.iter().map(|key| key.consumed).fold(0.0, f64::max);
    let share = hottest / (table.consumed_read_units + table.consumed_units);
    assert!((0.42..0.55).contains(&share), "{share}");
}

#[test]
fn the_short_form_reads_the_only_item() {
    let traffic = Traffic::declared_by(&Settings::SCHEMA).expect("a peak");
    assert!(traffic.queries.is_empty() && (traffic.gets - 100.0).abs() < f64::EPSILON);
}

#[test]
fn a_read_of_an_item_in_a_random_shard_visits_every_shard() {
    let report = run(Load::declared_by(&[&Log::SCHEMA]));
    let units = report.resources[0].consumed_read_units / report.entities[0].reads.reads as f64;
    assert!((units - 5.0).abs() < 1e-9, "{units}");
}
