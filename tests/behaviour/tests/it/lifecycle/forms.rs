//! A TTL is stored in seconds and read back into its type, whatever serde's format of that type is.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, Table, client::Item};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "ttl")]
struct Forms;

macro_rules! entity {
    ($name:ident, $type:ty, $($with:literal)?) => {
        #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
        #[entity(table = Forms)]
        #[pk(template = "F#<id>")]
        #[sk(template = "F")]
        struct $name {
            id: String,
            #[entity(ttl)]
            $(#[serde(with = $with)])?
            ttl: $type,
        }
    };
}

entity!(Text, DateTime<Utc>,);
entity!(Seconds, DateTime<Utc>, "chrono::serde::ts_seconds");
entity!(Millis, DateTime<Utc>, "chrono::serde::ts_milliseconds");
entity!(OptionalNanos, Option<DateTime<Utc>>, "chrono::serde::ts_nanoseconds_option");
entity!(Optional, Option<DateTime<Utc>>,);
entity!(Signed, i64,);
entity!(Narrow, u32,);
entity!(OptionalInteger, Option<u64>,);

const SECONDS: i64 = 1_900_000_000;

fn round_trip<E: Entity + Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug>(entity: E) -> Item {
    let item = entity.to_item().unwrap();
    assert_eq!(E::from_item(item.clone()).unwrap(), entity);
    item
}

#[test]
fn every_time_format_is_stored_as_seconds_and_round_trips() {
    let (id, time) = (|| "1".to_owned(), DateTime::from_timestamp(SECONDS, 0).unwrap());
    let items = [
        round_trip(Text { id: id(), ttl: time }),
        round_trip(Seconds { id: id(), ttl: time }),
        round_trip(Millis { id: id(), ttl: time }),
        round_trip(OptionalNanos { id: id(), ttl: Some(time) }),
        round_trip(Optional { id: id(), ttl: Some(time) }),
        round_trip(Signed { id: id(), ttl: SECONDS }),
        round_trip(Narrow { id: id(), ttl: 1_900_000_000 }),
        round_trip(OptionalInteger { id: id(), ttl: Some(1_900_000_000) }),
    ];
    for item in items {
        assert_eq!(item["ttl"], AttributeValue::N(SECONDS.to_string()));
    }
    for item in [
        round_trip(Optional { id: id(), ttl: None }),
        round_trip(OptionalNanos { id: id(), ttl: None }),
        round_trip(OptionalInteger { id: id(), ttl: None }),
    ] {
        assert!(item.get("ttl").is_none_or(|ttl| ttl.is_null()), "{item:?}");
    }
}

/// The times of a write in serde's formats.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Forms)]
#[pk(template = "F#<id>")]
#[sk(template = "F")]
struct Times {
    id: String,
    #[entity(created)]
    #[serde(with = "chrono::serde::ts_milliseconds")]
    created: DateTime<Utc>,
    #[entity(updated)]
    #[serde(with = "chrono::serde::ts_seconds_option", default, rename = "changed")]
    updated: Option<DateTime<Utc>>,
}

#[test]
fn write_times_use_the_format_of_their_field() {
    let times = Times { id: "1".into(), created: DateTime::default(), updated: None };
    let then = Utc::now();
    let item = times.to_item().unwrap();
    let number = |name: &str| item[name].as_n().unwrap().parse::<i64>().unwrap();
    assert!((then.timestamp_millis()..=Utc::now().timestamp_millis()).contains(&number("created")), "{item:?}");
    assert!((then.timestamp()..=Utc::now().timestamp()).contains(&number("changed")), "{item:?}");
    let read = Times::from_item(item.clone()).unwrap();
    assert_eq!(read.created.timestamp_millis(), number("created"));
    let mut older = item;
    older.remove("created");
    older.remove("changed");
    let read = Times::from_item(older).unwrap();
    assert_eq!(read, Times { id: "1".into(), created: DateTime::default(), updated: None });
}

#[test]
fn serde_default_of_a_created_field_is_respected() {
    fn long_ago() -> DateTime<Utc> {
        DateTime::from_timestamp(1, 0).unwrap()
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Forms)]
    #[pk(template = "F#<id>")]
    #[sk(template = "F")]
    struct Imported {
        id: String,
        #[entity(created)]
        #[serde(default = "long_ago")]
        created: DateTime<Utc>,
    }

    let mut item = Imported { id: "1".into(), created: long_ago() }.to_item().unwrap();
    item.remove("created");
    assert_eq!(Imported::from_item(item).unwrap().created, long_ago());
}
