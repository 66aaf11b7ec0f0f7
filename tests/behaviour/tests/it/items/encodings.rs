//! Fields with a stored form that differs from their types, and edge values.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use keywright::{Attributes, Entity, ErrorKind, Handle, Table, expression::attribute};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[entity(table = Shop)]
#[pk(template = "THING#<id>")]
#[sk(template = "THING")]
struct Thing {
    id: String,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    seen_at: DateTime<Utc>,
    #[serde(with = "chrono::serde::ts_milliseconds_option", default)]
    gone_at: Option<DateTime<Utc>>,
    #[serde(default)]
    ratio: f64,
    #[serde(default)]
    big: u64,
    #[serde(default)]
    note: Option<String>,
    #[serde(default)]
    names: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "is_zero", rename = "a.b#c")]
    odd: u32,
    #[serde(flatten)]
    rest: Attributes,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_782_129_600 + seconds, 0).unwrap()
}

fn thing(id: &str) -> Thing {
    Thing {
        id: id.into(),
        seen_at: at(0),
        gone_at: None,
        ratio: 0.5,
        big: 1,
        note: Some(String::new()),
        names: BTreeMap::from([("size".into(), "x".into()), ("a.b".into(), "y".into()), ("#c".into(), "z".into())]),
        odd: 3,
        rest: Attributes::default(),
    }
}

async fn shop() -> Handle<Shop> {
    let shop = Local::start().open::<Shop>("shop").await.unwrap();
    shop.put(&thing("1")).await.unwrap();
    shop
}

#[tokio::test]
async fn field_path_compares_like_the_field() {
    let shop = shop().await;
    let count = async |condition| Thing::query("1").filter(condition).send(&shop).await.unwrap().items.len();
    assert_eq!(count(Thing::SEEN_AT.eq(at(0))).await, 1);
    assert_eq!(count(Thing::SEEN_AT.is_in([at(0), at(1)])).await, 1);
    assert_eq!(count(Thing::SEEN_AT.path().eq(at(0))).await, 1, "the path");
}

#[tokio::test]
async fn field_path_sets_like_the_field() {
    let shop = shop().await;
    shop.update(Thing::key("1")).set(Thing::SEEN_AT.path(), at(9)).await.unwrap();
    assert_eq!(shop.get(Thing::key("1")).await.unwrap().unwrap().seen_at, at(9));
}

#[tokio::test]
async fn field_path_if_not_exists_works_like_the_field() {
    let shop = shop().await;
    shop.update(Thing::key("1")).if_not_exists(Thing::GONE_AT.path(), at(9)).await.unwrap();
    shop.update(Thing::key("1")).remove(Thing::GONE_AT).await.unwrap();
    shop.update(Thing::key("1")).if_not_exists(Thing::GONE_AT.path(), at(9)).await.unwrap();
    assert_eq!(shop.get(Thing::key("1")).await.unwrap().unwrap().gone_at, Some(at(9)));
}

#[tokio::test]
async fn unusual_names_and_values_work_in_conditions() {
    let shop = shop().await;
    let count = async |condition| Thing::query("1").filter(condition).send(&shop).await.unwrap().items.len();
    assert_eq!(count(Thing::ODD.eq(3)).await, 1);
    assert_eq!(count(Thing::NOTE.eq("")).await, 1);
    assert_eq!(count(Thing::NOTE.eq(None)).await, 0);
    assert_eq!(count(Thing::GONE_AT.eq(None)).await, 1);
    assert_eq!(count(Thing::GONE_AT.ne(None)).await, 0);
    assert_eq!(count(Thing::NOTE.begins_with("")).await, 1);
    assert_eq!(count(Thing::NOTE.size().eq(0)).await, 1);
    assert_eq!(count(Thing::NAMES.at::<String>("size").eq("x")).await, 1);
    assert_eq!(count(Thing::NAMES.at::<String>("a.b").eq("y")).await, 1);
    assert_eq!(count(Thing::NAMES.at::<String>("#c").eq("z")).await, 1);
    assert_eq!(count(Thing::BIG.lt(u64::MAX)).await, 1);
    assert_eq!(count(Thing::ODD.eq(0)).await, 0);
    shop.update(Thing::key("1"))
        .set(Thing::ODD, 0)
        .set(Thing::BIG, u64::MAX)
        .set(Thing::NAMES.at::<String>("a.b"), "new")
        .set(attribute::<Thing, String>("beside.us"), "kept")
        .await
        .unwrap();
    let stored = shop.get(Thing::key("1")).await.unwrap().unwrap();
    assert_eq!((stored.odd, stored.big, stored.names["a.b"].as_str()), (0, u64::MAX, "new"));
    assert_eq!(stored.rest.len(), 1, "{:?}", stored.rest);
    assert_eq!(count(Thing::BIG.eq(u64::MAX)).await, 1);
    let error = shop.update(Thing::key("1")).add(Thing::BIG, 1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange, "{error}");
    // A field that is left out if it is 0.
    assert_eq!(count(Thing::ODD.eq(0)).await, 1, "as it is stored");
    shop.update(Thing::key("1")).add(Thing::ODD, 2).await.unwrap();
    assert_eq!(shop.get(Thing::key("1")).await.unwrap().unwrap().odd, 2);
}

#[tokio::test]
async fn non_finite_numbers_are_rejected() {
    let shop = shop().await;
    for number in [f64::NAN, f64::INFINITY] {
        let error = shop.update(Thing::key("1")).set(Thing::RATIO, number).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode, "{error}");
        let error = shop.update(Thing::key("1")).add(Thing::RATIO, number).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode, "{error}");
        for condition in [Thing::RATIO.lt(number), Thing::RATIO.eq(number), Thing::RATIO.between(0.0..number)] {
            let error = Thing::query("1").filter(condition.clone()).send(&shop).await.unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Encode | ErrorKind::InvalidArgument), "{error}");
            let error = shop.put(&thing("1")).when(condition).await.unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Encode | ErrorKind::InvalidArgument), "{error}");
        }
    }
}

#[tokio::test]
async fn upsert_creates_what_a_put_would() {
    let shop = shop().await;
    shop.upsert(Thing::key("2")).set(Thing::SEEN_AT, at(1)).add(Thing::ODD, 1).await.unwrap();
    let made = shop.get(Thing::key("2")).await.unwrap().unwrap();
    let rest = Attributes::default();
    let expected =
        Thing { seen_at: at(1), odd: 1, note: None, ratio: 0.0, big: 0, names: BTreeMap::new(), rest, ..thing("2") };
    assert_eq!(made, expected);
    let error = shop.upsert(Thing::key("3")).add(Thing::ODD, 1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    shop.upsert(Thing::key("3")).set(Thing::SEEN_AT.path(), at(1)).await.unwrap();
    assert_eq!(shop.get(Thing::key("3")).await.unwrap().unwrap().seen_at, at(1));
}

#[tokio::test]
async fn invalid_paths_and_types_are_rejected_before_sending() {
    let shop = shop().await;
    let nameless = shop.put(&thing("1")).when(Thing::NAMES.at::<String>("").eq("x")).await.unwrap_err();
    let unknown = shop.put(&thing("1")).when(Thing::NOTE.is_type("TEXT")).await.unwrap_err();
    let place = shop.update(Thing::key("1")).set(Thing::NAMES.at::<String>(""), "x").await.unwrap_err();
    let filter = Thing::query("1").filter(attribute::<Thing, String>("").eq("x")).send(&shop).await.unwrap_err();
    for (error, said) in
        [(nameless, "empty name; name it"), (unknown, "no type `TEXT`; take"), (place, "name it"), (filter, "name it")]
    {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
        assert!(error.to_string().contains(said), "{error}");
    }
}
