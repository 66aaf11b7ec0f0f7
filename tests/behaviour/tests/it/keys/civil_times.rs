//! Times without a time zone in keys, as Python's `datetime.isoformat(timespec="seconds")` writes them.

use chrono::{NaiveDateTime, TimeDelta};
use keywright::{Entity, ErrorKind, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{items, s};

#[derive(Table)]
#[table(pk = "device", sk = "at", discriminator = none)]
#[gsi(name = "ByDay", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Reading)]
struct Readings;

/// The table's sort key is the field itself. The index groups it by day and orders it by the time of day.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Readings)]
#[pk(template = "<device>")]
#[sk(template = "<at:s>")]
#[gsi(index = "ByDay", query = by_day, pk = "DAY#<at:day>", sk = "<at>#<device>", allow_hot = "a reading an hour")]
struct Reading {
    device: String,
    at: NaiveDateTime,
    celsius: i16,
}

fn raw() -> Item {
    [
        ("device", s("d-1")),
        ("at", s("2026-06-22T14:00:00")),
        ("GSI1PK", s("DAY#2026-06-22")),
        ("GSI1SK", s("2026-06-22T14:00:00.000000000#d-1")),
        ("celsius", aws_sdk_dynamodb::types::AttributeValue::N("21".into())),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

fn at() -> NaiveDateTime {
    "2026-06-22T14:00:00".parse().unwrap()
}

async fn readings() -> Handle<Readings> {
    let readings = Local::start().open::<Readings>("readings").await.unwrap();
    readings.client().put_item().table_name("readings").set_item(Some(raw())).send().await.unwrap();
    readings
}

#[tokio::test]
async fn items_of_other_programs_are_read_and_put_back_unchanged() {
    let readings = readings().await;
    let read = readings.get(Reading::key("d-1", at())).await.unwrap().unwrap();
    assert_eq!(read, Reading { device: "d-1".into(), at: at(), celsius: 21 });
    readings.put(&read).await.unwrap();
    assert_eq!(items(&readings).await, [raw()]);
}

#[tokio::test]
async fn ranges_read_the_days_between_two_times() {
    let readings = readings().await;
    for hours in [1, 8, 12, 36] {
        let at = at() + TimeDelta::hours(hours);
        readings.put(&Reading { device: "d-2".into(), at, celsius: 20 }).await.unwrap();
    }
    let range = at() + TimeDelta::hours(1)..at() + TimeDelta::hours(13);
    let found = Reading::by_day().between(range).send(&readings).await.unwrap().items;
    let found: Vec<_> = found.iter().map(|reading| (reading.at - at()).num_hours()).collect();
    assert_eq!(found, [1, 8, 12]);
}

#[tokio::test]
async fn times_finer_than_the_native_key_are_rejected() {
    let readings = readings().await;
    let finer = Reading { device: "d-1".into(), at: at() + TimeDelta::milliseconds(5), celsius: 21 };
    let error = readings.put(&finer).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyValue);
    assert!(error.to_string().contains("would lose a part of its time"), "{error}");
}

/// The key alone has the time.
mod key_only {
    use super::*;

    #[derive(Table)]
    #[entities(Visit)]
    struct Visits;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Visits)]
    #[pk(template = "PAGE#<page>")]
    #[sk(template = "VISIT#<at>")]
    struct Visit {
        #[entity(key_only)]
        page: String,
        #[entity(key_only)]
        at: NaiveDateTime,
    }

    #[tokio::test]
    async fn times_are_recovered_from_the_key() {
        let visits = Local::start().open::<Visits>("visits").await.unwrap();
        let raw: Item = [("PK", s("PAGE#home")), ("SK", s("VISIT#2026-06-22T14:00:00.000000000")), ("_et", s("Visit"))]
            .map(|(name, value)| (name.to_owned(), value))
            .into();
        visits.client().put_item().table_name("visits").set_item(Some(raw.clone())).send().await.unwrap();
        let read = visits.scan::<Visit>().await.unwrap().items;
        assert_eq!(read, [Visit { page: "home".into(), at: at() }]);
        visits.put(&read[0]).await.unwrap();
        assert_eq!(items(&visits).await, [raw]);
    }
}
