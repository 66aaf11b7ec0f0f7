//! Kinds of requests, and their costs.

use std::time::Duration;

use chrono::{DateTime, Utc};
use keywright::physics::read_cost::{PAGE_ITEMS, ReadCost};
use keywright::physics::write_cost::{WriteCall, WriteCost};
use keywright::{Entity, KeyEnum, Schema, Table};
use keywright_local::simulate::{Load, Report, Simulation, Traffic};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
enum State {
    Open,
    Closed,
}

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "keys_only")]
#[entities(Job, User, Log)]
struct Jobs;

/// A job. A change of its state moves it in one index, but not in the other.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Jobs)]
#[pk(template = "JOB#<id>")]
#[sk(template = "JOB")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<state>#<id>")]
#[gsi(index = "GSI2", query = by_id, pk = "ID#<id>", sk = "ID")]
#[peak(writes_per_second = 100, item_bytes = 1_500)]
struct Job {
    id: u64,
    owner: u64,
    state: State,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Jobs)]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
struct User {
    id: u64,
    #[entity(unique)]
    email: String,
    #[entity(unique)]
    nickname: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Jobs)]
#[pk(template = "LOG#<at:day>")]
#[shard(random = 10)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 100, item_bytes = 300)]
struct Log {
    at: DateTime<Utc>,
    id: u64,
}

/// Simulates 10 seconds of this traffic on tables that throttle nothing.
fn run<E: Entity>(traffic: Traffic) -> Report {
    let load = Load::none().entity::<E>(traffic);
    let simulation = Simulation::new::<Jobs>(load).warm_table(4_000_000).duration(Duration::from_secs(10));
    let report = simulation.warm_index("GSI1", 4_000_000).warm_index("GSI2", 4_000_000).run().unwrap();
    assert_eq!(report.entities[0].totals.throttled, 0, "{report}");
    report
}

fn units(report: &Report, resource: &str) -> f64 {
    report.resource(resource).unwrap().consumed_units
}

fn writes(report: &Report) -> f64 {
    report.entities[0].totals.accepted as f64
}

fn of_schema<E: Entity>(call: WriteCall) -> WriteCost {
    E::SCHEMA.write_cost(call).unwrap()
}

/// Returns traffic with items of 1,500 bytes and their keys: two units each.
fn jobs() -> Traffic {
    Traffic::of_items(1_500)
}

#[test]
fn updates_move_the_declared_share_of_index_entries() {
    for moves in [0.0, 0.25, 1.0] {
        let report = run::<Job>(jobs().updates(200.0).unwrap().moves(moves).unwrap());
        let updates = writes(&report);
        assert_eq!(units(&report, "table"), 2.0 * updates);
        // An entry that moves is deleted and written. One that stays is overwritten.
        let per_update = units(&report, "GSI1") / updates;
        assert!((per_update - 2.0 * (1.0 + moves)).abs() < 0.1, "{per_update} at {moves}");
        assert_eq!(units(&report, "GSI2"), 0.0, "keys only, and they stay");
    }
}

#[test]
fn updates_spread_over_many_items_when_few_are_created() {
    let traffic = Traffic::new(5.0, 500).unwrap().updates(2_000.0).unwrap().deletes(100.0).unwrap();
    let report = run::<Job>(traffic);
    assert_eq!(report.resource("table").unwrap().throttled_units, 0.0);
}

#[test]
fn creates_and_deletes_write_every_entry_once() {
    let report = run::<Job>(jobs().creates(200.0).unwrap().deletes(100.0).unwrap());
    let writes = writes(&report);
    assert!((2_700.0..3_300.0).contains(&writes), "{report}");
    let of_all = ["table", "GSI1", "GSI2"].map(|resource| units(&report, resource) / writes);
    assert_eq!(of_all, [2.0, 2.0, 1.0]);
}

#[test]
fn transactions_double_table_units_but_not_index_units() {
    let report = run::<Job>(jobs().creates(200.0).unwrap().in_transactions(1.0).unwrap());
    assert_eq!(units(&report, "table"), 4.0 * writes(&report));
    assert_eq!(units(&report, "GSI1"), 2.0 * writes(&report));
    let report = run::<Job>(jobs().creates(200.0).unwrap().in_transactions(0.5).unwrap());
    let each = units(&report, "table") / writes(&report);
    assert!((2.9..3.1).contains(&each), "{each}");
}

#[test]
fn sentinels_are_written_to_their_own_keys() {
    let report = run::<User>(Traffic::new(200.0, 300).unwrap());
    let create = of_schema::<User>(WriteCall::Create);
    assert_eq!((create.item_units, create.sentinels, create.sentinel_units), (2, 2, 2));
    assert_eq!(units(&report, "table"), create.table_units as f64 * writes(&report));
    let hottest = &report.resource("table").unwrap().hottest;
    assert!(hottest.iter().any(|key| key.key.starts_with("%UNIQUE#User#")), "{hottest:?}");
    let update = run::<User>(Traffic::of_items(300).updates(200.0).unwrap());
    assert_eq!(units(&update, "table"), writes(&update), "of other fields");
}

#[derive(Table)]
#[entities(Seat)]
struct Seats;

/// Of each event, one seat is the first.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Seats)]
#[pk(template = "SEAT#<id>")]
#[sk(template = "SEAT")]
#[peak(creates = 1_000, item_bytes = 300)]
struct Seat {
    id: u64,
    event: u64,
    #[entity(unique(within = event))]
    is_first: bool,
}

#[test]
fn sentinels_within_another_field_have_a_key_for_each_of_its_values() {
    let load = Load::none().entity::<Seat>(Traffic::new(1_000.0, 300).unwrap());
    let report = Simulation::new::<Seats>(load).warm_table(40_000).duration(Duration::from_secs(20)).run().unwrap();
    assert!(report.throttled_share() < 0.001, "{report}");
}

#[test]
fn unique_entity_on_one_key_throttles_above_the_metered_rate() {
    let share = |rate: f64| {
        let traffic = Traffic::new(rate, 300).unwrap().top_share(1.0).unwrap();
        let simulation = Simulation::new::<Jobs>(Load::none().entity::<User>(traffic)).warm_table(4_000_000);
        simulation.duration(Duration::from_secs(20)).run().unwrap().entities[0].throttled_share()
    };
    assert!(share(450.0) < 0.001 && share(700.0) > 0.2, "{} and {}", share(450.0), share(700.0));
}

#[test]
fn reads_take_read_units_of_every_lane() {
    let report = run::<Log>(Traffic::of_items(300).queries(100.0).unwrap());
    let log = &report.entities[0];
    assert!((900..1_100).contains(&log.reads.reads), "{report}");
    assert_eq!((log.reads.throttled, log.totals.writes), (0, 0));
    let table = report.resource("table").unwrap();
    let newest = ReadCost::of(PAGE_ITEMS, 10, Log::SCHEMA.entry_bytes(0).unwrap());
    assert_eq!(table.consumed_read_units, newest.units * log.reads.reads as f64);
    assert_eq!((table.consumed_units, table.hottest.len()), (0.0, 10));

    let report = run::<Job>(jobs().gets(100.0).unwrap().queries_of("GSI1", 50.0).unwrap());
    let (table, index) = (report.resource("table").unwrap(), report.resource("GSI1").unwrap());
    let query = ReadCost::of(PAGE_ITEMS, 1, Job::SCHEMA.entry_bytes(1).unwrap()).units;
    let (gets, queries) = (table.consumed_read_units / 0.5, index.consumed_read_units / query);
    assert!(queries > 300.0 && gets > 2.0 * queries * 0.8, "{report}");
    assert_eq!(gets + queries, report.entities[0].reads.reads as f64);
    assert!(report.to_string().contains(" reads, 0 of them throttled"), "{report}");
}

#[test]
fn reads_beyond_the_partition_limit_are_throttled() {
    let traffic = Traffic::of_items(300).gets(12_000.0).unwrap().top_share(1.0).unwrap();
    let simulation = Simulation::new::<Jobs>(Load::none().entity::<User>(traffic));
    let report = simulation.duration(Duration::from_secs(5)).run().unwrap();
    // 3,000 of 6,000 units per second are admitted, and a bucket of 3,000 at the start.
    let share = report.entities[0].reads.throttled_share();
    assert!((0.38..0.42).contains(&share), "{report}");
    assert!((report.resource("table").unwrap().throttled_read_share() - share).abs() < 1e-9);
}

#[test]
fn invalid_load_rates_and_shares_are_rejected() {
    for share in [-0.1, 1.1, f64::NAN] {
        assert!(jobs().moves(share).is_err() && jobs().in_transactions(share).is_err());
    }
    for rate in [0.0, -1.0, f64::NAN, 1e8] {
        assert!(jobs().updates(rate).is_err() && jobs().deletes(rate).is_err());
        assert!(
            jobs().gets(rate).is_err() && jobs().queries(rate).is_err() && jobs().queries_of("GSI1", rate).is_err()
        );
    }
    let load = Load::none().entity::<User>(jobs().queries_of("GSI1", 1.0).unwrap());
    let error = Simulation::new::<Jobs>(load).run().unwrap_err().to_string();
    assert!(error.starts_with("`User` is not in index GSI1, which is queried; "), "{error}");
    assert!(Jobs::ENTITIES.len() == 3);
}
