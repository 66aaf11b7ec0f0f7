//! Times to the millisecond, as written by JavaScript's `toISOString`, in fields that are keys.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, ErrorKind, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{items, s};

#[derive(Table)]
#[table(pk = "device", sk = "at", discriminator = none)]
#[gsi(name = "ByRoom", pk = "room", sk(name = "seen", type = "N"))]
#[entities(Reading)]
struct Readings;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Readings)]
#[pk(template = "<device>")]
#[sk(template = "<at:ms>")]
#[gsi(index = "ByRoom", query = by_room, pk = "<room>", sk = "<seen:epoch_ms>")]
struct Reading {
    device: String,
    #[entity(trunc)]
    at: DateTime<Utc>,
    room: Option<String>,
    #[entity(trunc)]
    seen: DateTime<Utc>,
    celsius: i16,
}

/// Returns an item as written by a program in JavaScript.
fn raw() -> Item {
    [
        ("device", s("d-1")),
        ("at", s("2026-06-22T14:00:00.123Z")),
        ("room", s("attic")),
        ("seen", AttributeValue::N("1782136800123".into())),
        ("celsius", AttributeValue::N("21".into())),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

fn at() -> DateTime<Utc> {
    "2026-06-22T14:00:00.123Z".parse().unwrap()
}

fn finer() -> DateTime<Utc> {
    at() + TimeDelta::nanoseconds(456_789)
}

async fn readings() -> Handle<Readings> {
    let readings = Local::start().open::<Readings>("readings").await.unwrap();
    readings.client().put_item().table_name("readings").set_item(Some(raw())).send().await.unwrap();
    readings
}

#[tokio::test]
async fn trunc_truncates_finer_times() {
    let readings = readings().await;
    let read = readings.get(Reading::key("d-1", finer())).await.unwrap().unwrap();
    assert_eq!((read.at, read.seen), (at(), at()));
    readings.put(&Reading { at: finer(), seen: finer(), ..read.clone() }).await.unwrap();
    assert_eq!(items(&readings).await, [raw()]);
    assert!(readings.batch_put([&Reading { at: finer(), ..read.clone() }]).await.unwrap().is_complete());
    readings.update(Reading::key("d-1", finer())).set(Reading::SEEN, finer()).await.unwrap();
    assert_eq!(items(&readings).await, [raw()]);
    assert_eq!(Reading::by_room("attic").send(&readings).await.unwrap().items, [read]);
    let now = Reading { device: "d-2".into(), at: Utc::now(), room: None, seen: Utc::now(), celsius: 3 };
    readings.put(&now).await.unwrap();
    let stored = readings.get(Reading::key("d-2", now.at)).await.unwrap().unwrap();
    assert_eq!(stored.at.timestamp_millis(), now.at.timestamp_millis());
}

/// The design without the option.
mod exact {
    use super::*;

    #[derive(Table)]
    #[table(pk = "device", sk = "at", discriminator = none)]
    #[entities(Reading)]
    struct Readings;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Readings)]
    #[pk(template = "<device>")]
    #[sk(template = "<at:ms>")]
    struct Reading {
        device: String,
        at: DateTime<Utc>,
    }

    #[tokio::test]
    async fn finer_times_are_rejected_and_the_error_names_trunc() {
        let readings = Local::start().open::<Readings>("readings").await.unwrap();
        let error = readings.put(&Reading { device: "d".into(), at: finer() }).await.map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::KeyValue);
        assert!(error.to_string().contains("field `at` of the sort key would lose a part of its time"), "{error}");
        assert!(error.to_string().contains("`#[entity(trunc)]`"), "{error}");
        readings.put(&Reading { device: "d".into(), at: at() }).await.unwrap();
    }
}

/// Keys of several parts with whole seconds, next to an attribute with the exact time.
mod batches {
    use super::*;

    #[derive(Table)]
    #[entities(Visit)]
    struct Visits;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Visits)]
    #[pk(template = "PAGE#<page>")]
    #[sk(template = "VISIT#<at:s>")]
    struct Visit {
        page: String,
        at: DateTime<Utc>,
    }

    fn visit(millis: i64) -> Visit {
        Visit { page: "home".into(), at: DateTime::from_timestamp_millis(millis).unwrap() }
    }

    #[tokio::test]
    async fn batch_accepts_values_that_the_key_stores_exactly() {
        let local = Local::start();
        let visits = local.open::<Visits>("visits").await.unwrap();
        let whole: Vec<_> = (0..30).map(|second| visit(second * 1_000)).collect();
        assert!(visits.batch_put(&whole).await.unwrap().is_complete());
        let last = visit(30_000);
        let report = visits.batch().put(&last).delete(Visit::key("home", visit(0).at)).await.unwrap();
        assert!(report.leftovers.is_empty());
        let keys = whole.iter().skip(1).map(|visit| Visit::key("home", visit.at));
        assert_eq!(visits.batch_delete(keys).await.unwrap().deleted, 29);
        assert_eq!(Visit::query("home").send(&visits).await.unwrap().items, [visit(30_000)]);

        local.clear_operations();
        let error = visits.batch_put([&visit(31_000), &visit(31_500)]).await.map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains("only a part of this value of `at`"), "{error}");
        let error = visits.batch_delete([Visit::key("home", visit(30_500).at)]).await.map(drop).unwrap_err();
        assert!(error.to_string().contains("only a part of this value of `at`"), "{error}");
        assert_eq!(local.requests(), 0);
    }
}
