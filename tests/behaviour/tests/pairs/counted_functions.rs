//! Counters beside a field with functions of serde, which do not read a missing attribute.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Visits)]
struct Site;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "PAGE#<page>")]
#[sk(template = "VISITS")]
struct Visits {
    page: u32,
    #[serde(with = "chrono::serde::ts_seconds_option")]
    closed: Option<DateTime<Utc>>,
    #[entity(counter)]
    visits: u64,
}

#[tokio::test]
async fn an_increment_creates_an_item_that_decodes() {
    let local = Local::start();
    let site = local.open::<Site>("site").await.unwrap();
    site.increment(Visits::visits(1), 2).await.unwrap();
    site.transaction().increment(Visits::visits(2), 3).await.unwrap();
    for (page, visits) in [(1, 2), (2, 3)] {
        let stored = site.get(Visits::key(page)).await.unwrap().unwrap();
        assert_eq!(stored, Visits { page, closed: None, visits });
    }
    let closed = Some("2026-11-28T12:00:00Z".parse().unwrap());
    site.update(Visits::key(1)).set(Visits::CLOSED, closed).await.unwrap();
    site.increment(Visits::visits(1), 1).await.unwrap();
    assert_eq!(site.get(Visits::key(1)).await.unwrap().unwrap(), Visits { page: 1, closed, visits: 3 });
}
