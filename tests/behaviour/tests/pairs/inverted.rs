//! Indexes over the table's own key attributes, and indexes that share attributes.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, NaiveDate, Utc};
use keywright::{Entity, ErrorKind, Handle, Item, KeyEnum, KeyField, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
enum Role {
    Owner,
    #[key("read only")]
    Reader,
}

#[derive(Debug, Clone, PartialEq, KeyField, Serialize, Deserialize)]
struct Badge(u32);

/// A value of each type, as the table's sort key and then as the partition key of the inverted index.
macro_rules! inverted {
    ($($name:ident: $type:ty = $value:expr, $stored:literal;)*) => {
        $(mod $name {
            use super::*;

            #[derive(Table)]
            #[gsi(name = "Inverted", pk = "SK", sk = "PK")]
            #[entities(Membership)]
            pub(super) struct Store;

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Store)]
            #[pk(template = "TEAM#<team>")]
            #[sk(template = "USER#<user>")]
            #[gsi(index = "Inverted", query = teams_of, pk = "USER#<user>", sk = "TEAM#<team>", allow_hot = "a test")]
            pub(super) struct Membership {
                pub(super) team: u32,
                pub(super) user: $type,
                pub(super) note: String,
            }

            #[tokio::test]
            async fn an_inverted_index_finds_it() {
                let local = Local::start();
                let store = local.open::<Store>("store").await.unwrap();
                let of = |team| Membership { team, user: $value, note: "n".into() };
                for team in [7, 10] {
                    store.put(&of(team)).await.unwrap();
                }
                let stored = local.client().scan().table_name("store").send().await.unwrap();
                let expected = AttributeValue::S($stored.into());
                assert!(stored.items().iter().all(|item| item["SK"] == expected), "{stored:?}");
                let keys = of(7).keys().unwrap();
                assert_eq!((keys[1].index, keys[1].partition.as_str()), (Some("Inverted"), $stored));
                assert_eq!(keys[1].sort.as_deref(), Some("TEAM#7"));
                let page = Membership::teams_of($value).limit(1).send(&store).await.unwrap();
                assert_eq!(page.items, [of(10)]);
                let rest = Membership::teams_of($value).limit(5).cursor(page.cursor).send(&store).await.unwrap();
                assert_eq!(rest.items, [of(7)]);
                assert_eq!(Membership::teams_of($value).keys().send(&store).await.unwrap().items.len(), 2);
                store.update(Membership::key(7, $value)).set(Membership::NOTE, "m").await.unwrap();
                let updated = Membership { note: "m".into(), ..of(7) };
                assert_eq!(Membership::teams_of($value).hydrate().send(&store).await.unwrap().items, [of(10), updated]);
            }
        })*
    };
}

inverted! {
    small: u8 = 7, "USER#007";
    number: u32 = 7, "USER#0000000007";
    negative: i16 = -7, "USER#-99992";
    wide: u64 = u64::MAX, "USER#18446744073709551615";
    text: String = "Ann Lee#1".to_owned(), "USER#Ann%20Lee%231";
    flag: bool = true, "USER#true";
    date: NaiveDate = NaiveDate::from_ymd_opt(2026, 6, 22).unwrap(), "USER#2026-06-22";
    instant: DateTime<Utc> = DateTime::UNIX_EPOCH, "USER#1970-01-01T00:00:00.000000000Z";
    choice: Role = Role::Reader, "USER#read%20only";
    badge: Badge = Badge(7), "USER#0000000007";
}

#[derive(Table)]
#[table(encoding = "raw", discriminator = none)]
#[allow(clippy::duplicated_attributes, reason = "two indexes share an attribute")]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[gsi(name = "ByStatus", pk = "SK", sk = "StatusSK")]
#[entities(Seat)]
struct Stadium;

/// An entity of a raw table, whose second index shares the sort key alone.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Stadium)]
#[pk(template = "GAME#<game>")]
#[sk(template = "SEAT#<seat:w4>")]
#[gsi(index = "Inverted", query = games_of, pk = "SEAT#<seat>", sk = "GAME#<game>")]
#[gsi(index = "ByStatus", query = by_status, pk = "SEAT#<seat>", sk = "STATUS#<status>")]
struct Seat {
    game: String,
    seat: u32,
    status: Option<String>,
}

async fn put_raw<T: Table>(table: &Handle<T>, item: &[(&str, AttributeValue)]) {
    let item: Item = item.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    table.client().put_item().table_name(table.table_name()).set_item(Some(item)).send().await.unwrap();
}

#[tokio::test]
async fn items_of_other_writers_are_found_in_a_raw_table() {
    let stadium = Local::start().open::<Stadium>("stadium").await.unwrap();
    let text = |text: &str| AttributeValue::S(text.into());
    let seat = [("PK", text("GAME#a")), ("SK", text("SEAT#0042")), ("game", text("a"))];
    let number = ("seat", AttributeValue::N("42".into()));
    put_raw(&stadium, &[seat.as_slice(), std::slice::from_ref(&number)].concat()).await;
    let expected = Seat { game: "a".into(), seat: 42, status: None };
    assert_eq!(Seat::games_of(42).send(&stadium).await.unwrap().items, [expected]);
    // An update writes the index's own attribute, and leaves the table's.
    stadium.update(Seat::key("a", 42)).set(Seat::STATUS, Some("sold".to_owned())).await.unwrap();
    let found = Seat::by_status(42).send(&stadium).await.unwrap().items;
    assert_eq!(found, [Seat { game: "a".into(), seat: 42, status: Some("sold".into()) }]);
    stadium.update(Seat::key("a", 42)).remove(Seat::STATUS).await.unwrap();
    assert_eq!(Seat::by_status(42).count(&stadium).await.unwrap(), 0);
    assert_eq!(Seat::games_of(42).count(&stadium).await.unwrap(), 1);
}

#[derive(Table)]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[entities(Reading)]
struct Plant;

/// An inverted index over a sharded key with months.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Plant)]
#[pk(template = "SENSOR#<sensor>#<at:month>", legacy(template = "SENSOR#<sensor>"))]
#[shard(hash(at), count = 3)]
#[sk(template = "AT#<at>")]
#[gsi(index = "Inverted", query = at_once, pk = "AT#<at>", sk = "SENSOR#<sensor>#<at:month>", allow_hot = "a test")]
struct Reading {
    sensor: u32,
    at: DateTime<Utc>,
}

#[tokio::test]
async fn an_inverted_index_finds_items_of_shards_buckets_and_older_keys() {
    let plant = Local::start().open::<Plant>("plant").await.unwrap();
    let at = "2026-06-22T14:00:00Z".parse().unwrap();
    let readings: Vec<_> = (1..=20).map(|sensor| Reading { sensor, at }).collect();
    for reading in &readings {
        plant.put(reading).await.unwrap();
    }
    let mut older = Reading { sensor: 21, at }.to_item().unwrap();
    older.insert("PK".into(), AttributeValue::S("SENSOR#21".into()));
    plant.client().put_item().table_name("plant").set_item(Some(older)).send().await.unwrap();
    let mut found = Vec::new();
    let mut cursor = None;
    loop {
        let page = Reading::at_once(at).limit(3).cursor(cursor).send(&plant).await.unwrap();
        found.extend(page.items);
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    found.sort_by_key(|reading| reading.sensor);
    assert_eq!(found.len(), 21);
    assert_eq!(&found[..20], readings);
    // The table's partition key has no order of its values.
    let error = Reading::at_once(at).between(3..9).send(&plant).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    // A shard or an older key changes its text.
    let error = Reading::at_once(at).then(7).send(&plant).await.unwrap_err();
    assert!(error.to_string().contains("shards or older keys"), "{error}");
}
