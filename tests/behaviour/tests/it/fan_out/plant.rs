//! A table with events in daily buckets of shards, on the table and on an index with ties.

use std::collections::HashMap;

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig};
use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::{Builder, Local};
use serde::{Deserialize, Serialize};

use crate::support::random::Random;

use crate::support::stored::text;
pub use crate::support::time::{hours, noon};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Event, Note)]
pub struct Plant;

/// An event, in four random shards per day. On the index there are three, and items of one second share their sort key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Plant)]
#[pk(template = "EVENT#<at:day>", retention = "400d")]
#[shard(random = 4)]
#[sk(template = "<at>#<id>")]
#[gsi(index = "GSI1", query = by_line, pk = "LINE#<line>#<at:day>", sk = "<at:s>", shard(random = 3))]
#[peak(writes_per_second = 900, item_bytes = 200)]
pub struct Event {
    pub at: DateTime<Utc>,
    pub id: String,
    pub line: String,
}

/// Another entity among the events of a line.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Plant)]
#[pk(template = "NOTE#<id>")]
#[sk(template = "NOTE")]
#[gsi(index = "GSI1", query = by_line, pk = "LINE#<line>#<at:day>", sk = "<at:s>", shard(random = 3))]
#[peak(writes_per_second = 10, item_bytes = 200)]
pub struct Note {
    pub at: DateTime<Utc>,
    pub id: String,
    pub line: String,
}

pub fn event(at: DateTime<Utc>, id: impl Into<String>) -> Event {
    Event { at, id: id.into(), line: "a".into() }
}

/// Creates the table on an engine, with a client that does not retry.
pub async fn plant_on(engine: Builder) -> (Local, Handle<Plant>) {
    let local = engine.start();
    let config = local.config().retry_config(RetryConfig::disabled());
    let plant = Plant::open(Client::from_conf(config.build()), "plant");
    plant.create_table().await.unwrap();
    local.clear_operations();
    (local, plant)
}

/// Returns an engine that answers on the test's own task, for a paused clock.
pub fn inline() -> Builder {
    Local::builder().answer_inline()
}

/// Writes five days of events, several in a second, and of notes.
pub async fn fill(plant: &Handle<Plant>, events: u32, seed: u64) -> Vec<Event> {
    let mut random = Random(seed);
    let mut written = Vec::new();
    for number in 0..events {
        let at = hours(random.below(96) as i64) + TimeDelta::seconds(random.below(2) as i64);
        written.push(event(at, format!("e-{number:03}")));
    }
    let notes: Vec<Note> = (0..events / 4)
        .map(|number| Note { at: hours(random.below(96) as i64), id: format!("n-{number}"), line: "a".into() })
        .collect();
    assert!(plant.batch_put(&written).await.unwrap().is_complete());
    assert!(plant.batch_put(&notes).await.unwrap().is_complete());
    written
}

/// Returns the partition key of each event, by its id.
pub async fn lanes_of_events(plant: &Handle<Plant>, attribute: &str) -> HashMap<String, String> {
    let pages = plant.client().scan().table_name("plant").into_paginator().items().send();
    let items: Vec<_> = pages.collect::<Result<_, _>>().await.unwrap();
    items.iter().map(|item| (text(item, "id"), text(item, attribute))).collect()
}
