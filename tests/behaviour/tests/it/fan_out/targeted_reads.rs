//! A query with the hashed fields reads one lane per bucket.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::plant::{hours, inline};
use crate::support::random::Random;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Reading, Trip, Call)]
struct Fleet;

/// An entity spread by device, with the time at the start of the sort key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "READING#<at:day>")]
#[shard(hash(device), count = 10)]
#[sk(template = "<at>#<device>")]
#[gsi(index = "GSI1", query = by_site, pk = "SITE#<site>", sk = "<at>", shard(hash(device), count = 6))]
#[peak(writes_per_second = 2_000, item_bytes = 300)]
struct Reading {
    device: u64,
    at: DateTime<Utc>,
    site: String,
}

/// An entity spread by two fields at the start of the sort key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "TRIP#<at:day>")]
#[shard(hash(driver, city), count = 8)]
#[sk(template = "TRIP#<driver>#<city>#<at>")]
#[peak(writes_per_second = 100, item_bytes = 300)]
struct Trip {
    driver: String,
    city: String,
    at: DateTime<Utc>,
}

/// An entity in many random shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "CALL")]
#[shard(random = 250)]
#[sk(template = "<id>")]
struct Call {
    id: String,
    text: String,
}

fn three_days() -> std::ops::Range<DateTime<Utc>> {
    hours(0)..hours(60)
}

async fn fleet() -> (Local, Handle<Fleet>, Vec<Reading>, Vec<Trip>) {
    let local = inline().start();
    let fleet = local.open::<Fleet>("fleet").await.unwrap();
    let mut random = Random(4);
    let mut at = || hours(random.below(60).into()) + TimeDelta::seconds(random.below(3_000).into());
    let readings = (0..120).map(|number| Reading { device: number % 12, at: at(), site: "x".into() });
    let mut readings: Vec<Reading> = readings.collect();
    let name = |names: [&str; 3], number: usize| names[number % 3].to_owned();
    let trips = (0..90).map(|number| Trip {
        driver: name(["ann", "bob", "eve#2"], number),
        city: name(["oslo", "rome", "bonn"], number / 3),
        at: at(),
    });
    let mut trips: Vec<Trip> = trips.collect();
    assert!(fleet.batch_put(&readings).await.unwrap().is_complete());
    assert!(fleet.batch_put(&trips).await.unwrap().is_complete());
    readings.sort_by_key(|reading| (reading.at, reading.device));
    trips.sort_by(|a, b| (&a.driver, &a.city, a.at).cmp(&(&b.driver, &b.city, b.at)));
    local.clear_operations();
    (local, fleet, readings, trips)
}

/// Returns the lanes that were read since the last time, each with the number of reads.
fn asked(local: &Local) -> Vec<String> {
    let operations = local.operations();
    assert!(operations.iter().all(|operation| operation.name == "Query" && operation.lanes.len() == 1));
    local.clear_operations();
    operations.into_iter().flat_map(|operation| operation.lanes).collect()
}

fn each_once(lanes: &[String]) -> BTreeSet<&str> {
    let set: BTreeSet<&str> = lanes.iter().map(String::as_str).collect();
    assert_eq!(set.len(), lanes.len(), "{lanes:?}");
    set
}

#[tokio::test(start_paused = true)]
async fn shard_of_reads_one_lane_per_day() {
    let (local, fleet, readings, _) = fleet().await;
    let mut shards = BTreeSet::new();
    for device in 0..12_u64 {
        let page = Reading::query().between(three_days()).shard_of(device).send(&fleet).await.unwrap();
        let lanes = asked(&local);
        let days: Vec<&str> = each_once(&lanes).into_iter().map(|lane| lane.rsplit_once('#').unwrap().0).collect();
        assert_eq!(days, ["READING#2026-06-22", "READING#2026-06-23", "READING#2026-06-24"]);
        let shard = lanes[0].rsplit_once('#').unwrap().1;
        assert!(lanes.iter().all(|lane| lane.ends_with(&format!("#{shard}"))), "{lanes:?}");
        shards.insert(shard.to_owned());
        let own = |reading: &&Reading| reading.device == device;
        assert!(page.items.iter().filter(own).eq(readings.iter().filter(own)));
    }
    assert!(shards.len() > 5, "{shards:?}");
    let all = Reading::query().between(three_days()).send(&fleet).await.unwrap();
    assert_eq!(all.items, readings);
    assert_eq!(each_once(&asked(&local)).len(), 30);
}

#[tokio::test(start_paused = true)]
async fn shard_of_reads_one_lane_of_an_index() {
    let (local, fleet, readings, _) = fleet().await;
    let page = Reading::by_site("x").shard_of(7_u64).newest_first().limit(3).send(&fleet).await.unwrap();
    let lanes = asked(&local);
    assert!(lanes.len() == 1 && lanes[0].starts_with("SITE#x#"), "{lanes:?}");
    assert_eq!(page.items.len(), 3);
    let everything = Reading::by_site("x").send(&fleet).await.unwrap();
    assert_eq!((everything.items.len(), each_once(&asked(&local)).len()), (readings.len(), 6));
    let walked = Reading::by_site("x").shard_of(7_u64).newest_first().cursor(page.cursor).send(&fleet).await.unwrap();
    assert_eq!(asked(&local), lanes, "the next page is in that lane too");
    let own = |reading: &&Reading| reading.device == 7;
    let found: Vec<&Reading> = page.items.iter().chain(&walked.items).filter(own).collect();
    assert!(found.into_iter().rev().eq(readings.iter().filter(own)));
}

#[tokio::test(start_paused = true)]
async fn leading_sort_key_fields_select_one_lane_per_bucket() {
    let (local, fleet, _, trips) = fleet().await;
    for (driver, city) in [("ann", "oslo"), ("bob", "bonn"), ("eve#2", "rome")] {
        let mut own: Vec<&Trip> = trips.iter().filter(|trip| trip.driver == driver).collect();
        let page = Trip::query().during(three_days()).then(driver).send(&fleet).await.unwrap();
        assert!(page.items.iter().eq(own.iter().copied()));
        assert_eq!(each_once(&asked(&local)).len(), 24, "one of two hashed fields is not enough");

        own.retain(|trip| trip.city == city);
        let page = Trip::query().during(three_days()).then(driver).then(city).send(&fleet).await.unwrap();
        assert!(!own.is_empty() && page.items.iter().eq(own.iter().copied()));
        let by_key = asked(&local);
        assert_eq!(each_once(&by_key).len(), 3, "one a day");

        let page = Trip::query().during(three_days()).shard_of((driver, city)).send(&fleet).await.unwrap();
        assert!(own.iter().all(|trip| page.items.contains(trip)));
        assert_eq!(asked(&local), by_key);

        let count = Trip::query().during(three_days()).then(driver).then(city).count(&fleet).await.unwrap();
        assert_eq!((count.items as usize, count.stats.lanes), (own.len(), 3));
        assert_eq!(each_once(&asked(&local)), each_once(&by_key));
    }
}

#[tokio::test(start_paused = true)]
async fn find_over_250_shards_sends_three_requests() {
    let (local, fleet, ..) = fleet().await;
    let copies: BTreeSet<u32> = [0, 1, 99, 100, 101, 199, 200, 249].into();
    for shard in &copies {
        fleet.put(&Call { id: "c".into(), text: format!("in {shard}") }).in_shard(*shard).await.unwrap();
    }
    fleet.put(&Call { id: "d".into(), text: String::new() }).await.unwrap();
    local.clear_operations();
    let found = Call::find("c").send(&fleet).await.unwrap();
    let operations = local.operations();
    assert_eq!(operations.iter().map(|operation| operation.name.as_str()).collect::<Vec<_>>(), ["BatchGetItem"; 3]);
    let keys: Vec<usize> = operations.iter().map(|operation| operation.lanes.len()).collect();
    assert_eq!(keys.iter().sum::<usize>(), 250);
    assert!(keys.iter().all(|keys| *keys <= 100), "{keys:?}");
    let lanes: BTreeSet<String> = operations.into_iter().flat_map(|operation| operation.lanes).collect();
    assert_eq!(lanes, (0..250).map(|shard| format!("CALL#{shard}")).collect());

    let mut texts: Vec<String> = found.iter().map(|found| found.item.text.clone()).collect();
    texts.sort_unstable();
    let mut expected: Vec<String> = copies.iter().map(|shard| format!("in {shard}")).collect();
    expected.sort_unstable();
    assert_eq!(texts, expected);
    // Each comes with the key of its location.
    for found in found {
        assert_eq!(fleet.get(found.key).await.unwrap(), Some(found.item));
    }
    assert!(Call::find("nobody").send(&fleet).await.unwrap().is_empty());
    assert_eq!(Call::find("d").send(&fleet).consistent().await.unwrap().len(), 1);
}
