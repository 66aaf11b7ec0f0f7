//! Times without a time zone in keys, as Python's `datetime.isoformat(timespec="seconds")` writes them.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{NaiveDateTime, TimeDelta};
use keywright::{Entity, ErrorKind, Handle, Item, Projection, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{items, s};

#[derive(Table)]
#[table(pk = "device", sk = "at", discriminator = none)]
#[gsi(name = "ByDay", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Reading)]
struct Readings;

/// A reading with its time as the table's sort key. The index groups by day and orders by the time of day.
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
        ("celsius", AttributeValue::N("21".into())),
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

/// The time is only in the key.
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

/// The keys are the fields, as numbers.
mod numbers {
    use super::*;

    #[derive(Table)]
    #[table(pk = "device", sk(name = "at", type = "N"), discriminator = none)]
    #[gsi(name = "BySeen", pk = "room", sk(name = "seen", type = "N"), projection = "all")]
    #[entities(Sighting)]
    struct Sightings;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Sightings)]
    #[pk(template = "<device>")]
    #[sk(template = "<at:epoch>")]
    #[gsi(index = "BySeen", query = by_seen, pk = "<room>", sk = "<seen:epoch_ms>")]
    struct Sighting {
        device: String,
        at: NaiveDateTime,
        room: Option<String>,
        seen: Option<NaiveDateTime>,
    }

    #[derive(Debug, PartialEq, Projection, Deserialize)]
    #[projection(of = Sighting)]
    struct When {
        at: NaiveDateTime,
        seen: Option<NaiveDateTime>,
    }

    fn raw() -> Item {
        let n = |digits: &str| AttributeValue::N(digits.into());
        [("device", s("d-1")), ("at", n("1782136800")), ("room", s("attic")), ("seen", n("1782136800500"))]
            .map(|(name, value)| (name.to_owned(), value))
            .into()
    }

    #[tokio::test]
    async fn numbers_of_other_programs_are_read_and_put_back_unchanged() {
        let sightings = Local::start().open::<Sightings>("sightings").await.unwrap();
        sightings.client().put_item().table_name("sightings").set_item(Some(raw())).send().await.unwrap();
        let seen = Some("2026-06-22T14:00:00.5".parse().unwrap());
        let expected = Sighting { device: "d-1".into(), at: at(), room: Some("attic".into()), seen };
        let read = sightings.get(Sighting::key("d-1", at())).await.unwrap().unwrap();
        assert_eq!(read, expected);
        assert_eq!(Sighting::by_seen("attic").send(&sightings).await.unwrap().items, [expected]);
        assert_eq!(Sighting::from_item(raw()).unwrap(), read);
        sightings.put(&read).await.unwrap();
        assert_eq!(items(&sightings).await, [raw()]);
        let when = Sighting::query("d-1").project::<When>().send(&sightings).await.unwrap().items;
        assert_eq!(when, [When { at: read.at, seen: read.seen }]);
    }
}

/// The times are only in keys, in each precision.
mod precisions {
    use super::*;

    #[derive(Table)]
    struct Visits;

    macro_rules! visits {
        ($($precision:ident: $at:literal in $template:literal as $text:literal;)+) => {$(
            mod $precision {
                use super::*;

                #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
                #[entity(table = Visits)]
                #[pk(template = "PAGE#<page>")]
                #[sk(template = $template)]
                struct Visit {
                    page: String,
                    at: NaiveDateTime,
                }

                #[test]
                fn times_are_filled_from_the_key() {
                    let raw: Item = [("PK", s("PAGE#home")), ("SK", s($text)), ("_et", s("Visit"))]
                        .map(|(name, value)| (name.to_owned(), value))
                        .into();
                    let read = Visit::from_item(raw).unwrap();
                    assert_eq!(read, Visit { page: "home".into(), at: $at.parse().unwrap() });
                }
            }
        )+};
    }

    visits! {
        seconds: "2026-06-22T14:00:00" in "VISIT#<at:s>" as "VISIT#2026-06-22T14:00:00";
        millis: "2026-06-22T14:00:00.123" in "VISIT#<at:ms>" as "VISIT#2026-06-22T14:00:00.123";
        micros: "2026-06-22T14:00:00.123456" in "VISIT#<at:us>" as "VISIT#2026-06-22T14:00:00.123456";
        nanos: "2026-06-22T14:00:00.123456789" in "VISIT#<at:ns>" as "VISIT#2026-06-22T14:00:00.123456789";
        epoch: "2026-06-22T14:00:00" in "VISIT#<at:epoch>" as "VISIT#00000000001782136800";
        epoch_millis: "2026-06-22T14:00:00.123" in "VISIT#<at:epoch_ms>" as "VISIT#00000001782136800123";
    }
}

/// An attribute and the key hold different times.
mod differing {
    use super::*;

    #[derive(Table)]
    struct Visits;

    #[derive(Debug, Entity, Serialize, Deserialize)]
    #[entity(table = Visits)]
    #[pk(template = "PAGE#<page>")]
    #[sk(template = "VISIT#<at:s>")]
    struct Visit {
        page: String,
        at: NaiveDateTime,
    }

    #[test]
    fn errors_show_times_without_a_zone() {
        let raw: Item = [
            ("PK", s("PAGE#home")),
            ("SK", s("VISIT#2026-06-22T14:00:00")),
            ("_et", s("Visit")),
            ("page", s("home")),
            ("at", s("2026-06-22T15:00:00")),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        let error = Visit::from_item(raw).unwrap_err().to_string();
        assert!(error.contains("2026-06-22T15:00:00.000000000 in attribute `at`"), "{error}");
        assert!(error.contains("and 2026-06-22T14:00:00.000000000 in the item's key"), "{error}");
    }
}
