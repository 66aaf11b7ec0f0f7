//! Writes that cannot read first, of items whose older keys cannot apply to them.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, ItemUpdate, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Reading, Job)]
struct Plant;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Plant)]
#[pk(template = "SENSOR#<sensor>", legacy(template = "S#<sensor>"))]
#[shard(random = 4)]
#[sk(template = "<at>")]
struct Reading {
    sensor: u32,
    at: DateTime<Utc>,
    value: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Plant)]
#[pk(template = "JOB#<id>", since = "2027-01-01T00:00:00Z", legacy(template = "J#<id>"))]
#[sk(template = "<at>")]
struct Job {
    id: u32,
    at: DateTime<Utc>,
}

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

#[tokio::test]
async fn a_transaction_updates_an_item_in_a_random_shard() {
    let local = Local::start();
    let plant = local.open::<Plant>("plant").await.unwrap();
    let reading = Reading { sensor: 1, at: time("2026-11-28T12:00:00Z"), value: 1 };
    let written = plant.put(&reading).await.unwrap();
    let key = Reading::key_in_shard(written.shard().unwrap(), reading.sensor, reading.at);
    plant.transaction().update(ItemUpdate::new(key.clone()).set(Reading::VALUE, 2)).await.unwrap();
    assert_eq!(plant.get(key).await.unwrap().unwrap().value, 2);
}

#[tokio::test]
async fn a_batch_deletes_an_item_that_can_have_only_one_key() {
    let local = Local::start();
    let plant = local.open::<Plant>("plant").await.unwrap();
    let (before, since) = (time("2026-12-31T12:00:00Z"), time("2027-01-01T12:00:00Z"));
    for at in [before, since] {
        plant.put(&Job { id: 1, at }).await.unwrap();
    }
    assert!(plant.batch_delete([Job::key(1, before)]).await.unwrap().is_complete());
    assert!(plant.get(Job::key(1, before)).await.unwrap().is_none());
    let error = plant.batch_delete([Job::key(1, since)]).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(plant.get(Job::key(1, since)).await.unwrap().is_some());
}
