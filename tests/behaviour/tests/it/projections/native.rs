//! Parts of items whose keys are fields.

use chrono::{DateTime, Utc};
use keywright::{Entity, Projection, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::hours;

#[derive(Table)]
#[table(pk = "device", sk(name = "ts", type = "N"), discriminator = none)]
#[gsi(name = "by_room", pk = "room", sk(name = "since", type = "N"), projection = include("celsius"))]
#[gsi(name = "by_site", pk = "site", sk = "device")]
#[entities(Sample)]
struct Samples;

/// An entity whose times are numbers in the keys, and texts if serde says so.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Samples)]
#[pk(template = "<device>")]
#[sk(template = "<ts:epoch_ms>")]
#[gsi(index = "by_room", query = by_room, pk = "<room>", sk = "<since:epoch>")]
#[gsi(index = "by_site", query = by_site, pk = "<site>", sk = "<device>")]
struct Sample {
    device: String,
    ts: DateTime<Utc>,
    room: String,
    since: DateTime<Utc>,
    site: String,
    celsius: i32,
    comment: String,
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Sample)]
struct Reading {
    device: String,
    ts: DateTime<Utc>,
    since: DateTime<Utc>,
    celsius: i32,
}

#[tokio::test]
async fn field_that_is_a_key_is_read_in_the_keys_type() {
    let local = Local::start();
    let samples = Samples::open(local.client(), "samples");
    samples.create_table().await.unwrap();
    let sample = Sample {
        device: "d-1".into(),
        ts: hours(3),
        room: "hall".into(),
        since: hours(1),
        site: "north".into(),
        celsius: 21,
        comment: "c".into(),
    };
    samples.put(&sample).await.unwrap();
    let reading = || Reading { device: "d-1".into(), ts: hours(3), since: hours(1), celsius: 21 };
    let got = samples.get(Sample::key("d-1", hours(3))).project::<Reading>().await.unwrap();
    assert_eq!(got, Some(reading()));
    assert_eq!(Sample::query("d-1").project::<Reading>().send(&samples).await.unwrap().items, [reading()]);
    assert_eq!(Sample::by_room("hall").project::<Reading>().send(&samples).await.unwrap().items, [reading()]);
    // Here `since` can be decoded only with the other attribute of its key.
    assert_eq!(Sample::by_site("north").project::<Reading>().send(&samples).await.unwrap().items, [reading()]);
}
