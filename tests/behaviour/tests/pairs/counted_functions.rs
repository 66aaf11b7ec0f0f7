//! Counters beside a field with functions of serde, which do not read a missing attribute, and with earlier names.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, Item, Table};
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
    #[serde(alias = "number")]
    page: u32,
    #[serde(with = "chrono::serde::ts_seconds_option", alias = "ended", alias = "end")]
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

/// The next write of a field removes its earlier names, and an increment keeps the values that they have.
#[tokio::test]
async fn an_increment_keeps_the_values_of_earlier_names() {
    let local = Local::start();
    let site = local.open::<Site>("site").await.unwrap();
    let second = |second: &str| AttributeValue::N(second.to_owned());
    for (page, stored, closed) in [
        ("1", &[("number", "1"), ("end", "60")][..], 60),
        ("2", &[("number", "2"), ("ended", "60"), ("end", "120")], 60),
        ("3", &[("page", "3"), ("number", "9"), ("closed", "180"), ("ended", "60")], 180),
    ] {
        let mut item: Item = stored.iter().map(|(name, value)| ((*name).to_owned(), second(value))).collect();
        let key = [("PK", format!("PAGE#{page}")), ("SK", "VISITS".to_owned())];
        item.extend(key.map(|(name, value)| (name.to_owned(), AttributeValue::S(value))));
        item.insert("visits".into(), second("4"));
        local.client().put_item().table_name("site").set_item(Some(item)).send().await.unwrap();
        let page = page.parse().unwrap();
        site.increment(Visits::visits(page), 1).await.unwrap();
        site.transaction().increment(Visits::visits(page), 2).await.unwrap();
        let closed = DateTime::from_timestamp(closed, 0);
        assert_eq!(site.get(Visits::key(page)).await.unwrap().unwrap(), Visits { page, closed, visits: 7 });
    }
    for item in local.client().scan().table_name("site").send().await.unwrap().items() {
        let mut names: Vec<_> = item.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["PK", "SK", "_et", "closed", "page", "visits"]);
    }
}
