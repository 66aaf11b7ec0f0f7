//! An inverted index contains the items of entities that declare no key in it.

use std::time::Duration;

use keywright::{Entity, Table};
use keywright_local::simulate::{Load, Retry, Simulation, Traffic};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[entities(Visit, Profile)]
struct Pages;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Pages)]
#[pk(template = "PAGE#<page>")]
#[sk(template = "USER#<user>")]
#[peak(writes_per_second = 300, item_bytes = 400)]
struct Visit {
    page: String,
    user: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Pages)]
#[pk(template = "USER#<user>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 300, item_bytes = 400)]
struct Profile {
    user: String,
}

#[test]
fn each_write_also_costs_an_entry() {
    let simulation = Simulation::deployed::<Pages>(Load::declared::<Pages>());
    let report = simulation.duration(Duration::from_secs(10)).run().unwrap();
    let [table, index] = report.resources.as_slice() else { panic!("{report}") };
    assert_eq!(index.name, "Inverted", "{report}");
    assert_eq!(index.consumed_units, table.consumed_units, "{report}");
    assert!(index.hottest.iter().any(|key| key.key == "PROFILE"), "{report}");
}

#[test]
fn a_hot_entry_throttles_the_write() {
    let load = Load::none().entity::<Profile>(Traffic::new(2_000.0, 400).unwrap());
    let simulation = Simulation::new::<Pages>(load).duration(Duration::from_secs(10)).retry(Retry::Never);
    let report = simulation.run().unwrap();
    assert!(report.entities[0].throttled_share() > 0.2, "{report}");
    assert!(report.entities[0].refused_by.keys().eq(["Inverted"]), "{report}");
}
