//! A range whose excluded end is the whole sort key of an entry: DynamoDB has no condition that excludes it, and a page
//! costs no more than its plan says.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Reading)]
struct Readings;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Readings)]
#[pk(template = "READING#<sensor>#<at>")]
#[sk(template = "READING")]
#[gsi(index = "GSI1", query = by_sensor, pk = "SENSOR#<sensor>", sk = "<at>#<sensor>", shard(hash(at), count = 3))]
struct Reading {
    sensor: u32,
    at: DateTime<Utc>,
}

#[tokio::test]
async fn a_page_that_begins_at_an_excluded_key_costs_what_its_plan_says() {
    let readings = Local::start().open::<Readings>("readings").await.unwrap();
    let reading = |second| Reading { sensor: 7, at: DateTime::from_timestamp(second, 500_000_000).unwrap() };
    for second in 0..10 {
        readings.put(&reading(second)).await.unwrap();
    }
    for limit in [1, 2, 3, 20] {
        let query = Reading::by_sensor(7_u32).between(reading(1).at..reading(9).at).newest_first().limit(limit);
        let worst = query.explain().unwrap().worst_page().unwrap();
        let page = query.send(&readings).await.unwrap();
        assert_eq!(page.items.first(), Some(&reading(8)));
        assert!(page.stats.requests as u64 <= worst.requests, "{limit}: {worst:?} {:?}", page.stats);
    }
}
