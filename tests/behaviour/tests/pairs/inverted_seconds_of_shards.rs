//! An inverted index over random shards, whose partition key contains only the second of a time, and whose sort key
//! contains all of it.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(discriminator = none)]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[entities(Reading)]
struct Readings;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Readings)]
#[pk(template = "READING#<sensor>#<at>")]
#[shard(random = 3, first = 1)]
#[sk(template = "AT#<at:epoch>")]
#[gsi(index = "Inverted", query = at_second, pk = "AT#<at:epoch>", sk = "READING#<sensor>#<at>",
      allow_hot = "a test")]
struct Reading {
    sensor: u32,
    at: DateTime<Utc>,
}

#[tokio::test]
async fn a_query_by_the_second_finds_each_item_once() {
    let local = Local::start();
    let readings = local.open::<Readings>("readings").await.unwrap();
    let at = |nanos| DateTime::from_timestamp(1_782_396_309, nanos).unwrap();
    let of = |sensor, nanos| Reading { sensor, at: at(nanos) };
    let all = [of(1, 120_000), of(1, 123_456_789), of(2, 999_999_999)];
    for reading in &all {
        readings.put(reading).await.unwrap();
    }
    for nanos in [0, 120_000, 123_456_789] {
        let whole = Reading::at_second(at(nanos)).send(&readings).await.unwrap().items;
        assert_eq!(whole, all);
        let keys = Reading::at_second(at(nanos)).keys().send(&readings).await.unwrap().items;
        assert_eq!(keys.len(), 3, "{nanos}");
        assert_eq!(Reading::at_second(at(nanos)).count(&readings).await.unwrap(), 3, "{nanos}");
        assert_eq!(Reading::at_second(at(nanos)).hydrate().send(&readings).await.unwrap().items, all);
    }
}
