//! Walks through failing lanes, page by page: every item comes once, and every missing one is in a named lane.

use std::collections::HashSet;

use keywright::{
    ErrorKind, Handle,
    read::{Cursor, PartialPage},
};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};
use proptest::prelude::*;
use tokio::runtime::Runtime;

use super::asking::*;
use super::plant::*;

/// The number of pages with faults, and the most that a walk may take after them.
const FAULTY_PAGES: usize = 12;
const WHOLE_PAGES: usize = 400;

/// A table of events in a runtime with a paused clock, so that waiting takes no time.
struct World {
    runtime: Runtime,
    local: Local,
    plant: Handle<Plant>,
}

impl World {
    fn new(seed: u64) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        let (local, plant) = runtime.block_on(async {
            let (local, plant) = plant_on(inline().permute_ties(seed)).await;
            fill(&plant, 30, seed).await;
            (local, plant)
        });
        Self { runtime, local, plant }
    }
}

/// The items of an answer, and those returned so far.
struct Walk {
    /// The answer in a single read.
    whole: Vec<Event>,
    /// The partition key of each item.
    lanes: Vec<String>,
    returned: HashSet<usize>,
}

impl Walk {
    async fn begin(asking: &Asking, plant: &Handle<Plant>) -> Self {
        let whole = Asking { limit: None, scan_limit: None, ..asking.clone() }.walk(plant).await;
        let lanes = lanes_of_events(plant, asking.place.partition_key()).await;
        let lanes = whole.iter().map(|event| lanes[&event.id].clone()).collect();
        Self { whole, lanes, returned: HashSet::new() }
    }

    /// Checks a page: its items are in order and new, and all items missing before its end are in lanes that it names.
    fn take(&mut self, page: &PartialPage<Event>) -> Result<(), TestCaseError> {
        let place = |event: &Event| self.whole.iter().position(|other| other == event);
        let places: Vec<usize> = page.items.iter().map(|event| place(event).unwrap()).collect();
        prop_assert!(places.is_sorted(), "{:?}", places);
        let end = match (places.last(), &page.cursor) {
            (_, None) => self.whole.len(),
            (Some(last), _) => *last,
            (None, _) => 0,
        };
        for place in places {
            prop_assert!(self.returned.insert(place), "{:?} comes twice", self.whole[place]);
        }
        let failed: HashSet<String> = page.failed.iter().map(|lane| lane.partition_key.to_string()).collect();
        for place in (0..end).filter(|place| !self.returned.contains(place)) {
            prop_assert!(failed.contains(&self.lanes[place]), "{:?} is missing in silence", self.whole[place]);
        }
        Ok(())
    }
}

/// Checks that the errors of a page's failed lanes are those of the engine.
fn check_failed(page: &PartialPage<Event>, local: &Local) -> Result<(), TestCaseError> {
    let operations = local.operations();
    for lane in &page.failed {
        let key = lane.partition_key.to_string();
        let has_failed =
            |operation: &keywright_local::Operation| operation.failure.is_some() && operation.lanes.contains(&key);
        prop_assert!(operations.iter().any(has_failed), "{} was answered", key);
        prop_assert_eq!(lane.error.key(), Some(&*key));
        prop_assert_eq!(page.failed.iter().filter(|other| other.partition_key == lane.partition_key).count(), 1);
        prop_assert_eq!(lane.error.entity(), Some("Event"));
        prop_assert!(matches!(lane.error.kind(), ErrorKind::Throttled | ErrorKind::Service));
    }
    Ok(())
}

async fn walk(asking: &Asking, world: &World, faults: Faults) -> Result<usize, TestCaseError> {
    let World { local, plant, .. } = world;
    local.clear_faults();
    let mut walk = Walk::begin(asking, plant).await;
    local.set_faults(faults);
    let (mut cursor, mut failed) = (None::<Cursor>, 0);
    for number in 0.. {
        if number == FAULTY_PAGES {
            local.clear_faults();
        }
        prop_assert!(number < FAULTY_PAGES + WHOLE_PAGES, "the walk does not end");
        local.clear_operations();
        match asking.page(plant, cursor.clone()).partial().await {
            Ok(page) => {
                walk.take(&page)?;
                check_failed(&page, local)?;
                failed += page.failed.len();
                cursor = page.cursor.as_ref().map(through_text);
                if cursor.is_none() {
                    break;
                }
            }
            Err(error) => {
                let operations = local.operations();
                let has_failed = |operation: &keywright_local::Operation| operation.failure.is_some();
                prop_assert!(operations.iter().all(has_failed), "a lane answered: {}", error);
                prop_assert!(error.key().is_some() && error.entity() == Some("Event"), "{}", error);
            }
        }
    }
    prop_assert_eq!(walk.returned.len(), walk.whole.len());
    Ok(failed)
}

/// Returns rules that fail requests at random, and possibly all requests of some lanes.
fn faults() -> impl Strategy<Value = Faults> {
    let failure = prop_oneof![
        Just(Failure::InternalServerError { carried_out: true }),
        Just(Failure::ServiceUnavailable { carried_out: false }),
        Just(Failure::Disconnected { carried_out: true }),
        Just(Failure::Throttled(Throttle::provisioned_throughput_exceeded())),
    ];
    let rule = (failure.clone(), 0.0..0.9_f64).prop_map(|(failure, probability)| {
        Rule::on(["Query"]).unwrap().probability(probability).unwrap().fail(failure)
    });
    let lanes = (0..7_i64, prop_oneof![Just("EVENT#"), Just("LINE#a#")], failure).prop_map(|(day, name, failure)| {
        let day = (noon() + chrono::TimeDelta::days(day)).format("%Y-%m-%d");
        Rule::on(["Query"]).unwrap().lane_prefix(format!("{name}{day}")).fail(failure)
    });
    let every = (1..4_u64).prop_map(|nth| {
        let failure = Failure::InternalServerError { carried_out: false };
        Rule::on(["Query"]).unwrap().every(nth + 1).unwrap().fail(failure)
    });
    let rules = prop::collection::vec(prop_oneof![3 => rule, 1 => lanes, 1 => every], 1..3);
    (any::<u64>(), rules)
        .prop_map(|(seed, rules)| rules.into_iter().fold(Faults::seeded(seed), |faults, rule| faults.rule(rule)))
}

#[test]
fn partial_walks_return_every_item_once_or_name_the_failed_lane() {
    let worlds: Vec<World> = (0..3).map(World::new).collect();
    let usual = ProptestConfig::default();
    let config = ProptestConfig { cases: usual.cases / 10, failure_persistence: None, ..usual };
    let failed = std::cell::Cell::new(0);
    proptest!(config, |(world in 0..3_usize, asking in asking(), faults in faults())| {
        let world = &worlds[world];
        failed.set(failed.get() + world.runtime.block_on(walk(&asking, world, faults))?);
    });
    assert!(failed.get() > 20, "the walks need pages that are not whole: {}", failed.get());
}
