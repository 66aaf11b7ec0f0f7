//! Updates of fields with serde's attributes.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Located, Table, update::ItemUpdate};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "A#<id>")]
#[sk(template = "A")]
struct Timed {
    id: String,
    #[serde(with = "chrono::serde::ts_seconds_option")]
    gone: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Inner {
    city: String,
    zip: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[entity(table = Shop)]
#[pk(template = "C#<id>")]
#[sk(template = "C")]
struct Strict {
    id: String,
    #[serde(default)]
    inner: Inner,
    #[serde(skip)]
    cached: u32,
    #[serde(rename(serialize = "n", deserialize = "n"))]
    number: i32,
    #[serde(default, alias = "old_tags")]
    tags: Vec<String>,
    #[serde(default)]
    set: HashSet<u32>,
    #[serde(default, with = "serde_dynamo::number_set")]
    numbers: BTreeSet<i32>,
    #[serde(default)]
    nested: BTreeMap<String, Vec<Inner>>,
    #[serde(default)]
    pair: (u8, String),
}

fn strict(id: &str) -> Strict {
    Strict {
        id: id.into(),
        inner: Inner { city: "Ulm".into(), zip: None },
        cached: 0,
        number: 5,
        tags: vec![],
        set: HashSet::from([1]),
        numbers: BTreeSet::from([7]),
        nested: BTreeMap::from([("x.y".into(), vec![Inner::default()])]),
        pair: (1, "a".into()),
    }
}

async fn shop() -> Handle<Shop> {
    Local::start().open::<Shop>("shop").await.unwrap()
}

#[tokio::test]
async fn remove_is_rejected_if_the_item_would_not_decode() {
    let shop = shop().await;
    shop.put(&Timed { id: "1".into(), gone: Some(Utc::now()) }).await.unwrap();
    let error = shop.update(Timed::key("1")).remove(Timed::GONE).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("`gone`: items without it do not decode"), "{error}");
    assert!(error.to_string().contains("set it to `None`"), "{error}");
    shop.update(Timed::key("1")).set(Timed::GONE, None).await.unwrap();
    assert_eq!(shop.get(Timed::key("1")).await.unwrap(), Some(Timed { id: "1".into(), gone: None }));
}

#[tokio::test]
async fn updates_reach_nested_paths() {
    let shop = shop().await;
    shop.put(&strict("1")).await.unwrap();
    let key = || Strict::key("1");
    shop.update(key())
        .set(Strict::INNER.at::<String>("city"), "Bonn")
        .set(Strict::INNER.at::<u32>("zip"), 53111_u32)
        .add(Strict::NUMBER, -7)
        .append(Strict::TAGS, ["a", "b"])
        .add_to(Strict::SET, [9_u32])
        .add_to(Strict::NUMBERS, [8, 9])
        .set(Strict::NESTED.at::<Vec<Inner>>("x.y").index::<Inner>(0).at::<String>("city"), "Köln")
        .set(Strict::PAIR.index::<u8>(0), 9)
        .await
        .unwrap();
    let stored = shop.get(key()).await.unwrap().unwrap();
    let expected = Strict {
        inner: Inner { city: "Bonn".into(), zip: Some(53111) },
        number: -2,
        tags: vec!["a".into(), "b".into()],
        set: HashSet::from([1, 9]),
        numbers: BTreeSet::from([7, 8, 9]),
        nested: BTreeMap::from([("x.y".into(), vec![Inner { city: "Köln".into(), zip: None }])]),
        pair: (9, "a".into()),
        ..strict("1")
    };
    assert_eq!(stored, expected);
    // A place inside a field that an item can have under its earlier name.
    let error = shop.update(key()).set(Strict::TAGS.index::<String>(99), "end").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    shop.update(key()).append(Strict::TAGS, ["end"]).await.unwrap();
    assert_eq!(shop.get(key()).await.unwrap().unwrap().tags, ["a", "b", "end"]);
    for (condition, expected) in [
        (Strict::NUMBERS.contains(8), 1),
        (Strict::SET.contains(9), 1),
        (Strict::TAGS.contains("end"), 1),
        (Strict::TAGS.eq(vec!["a".to_owned(), "b".to_owned(), "end".to_owned()]), 1),
        (Strict::NUMBERS.eq(BTreeSet::from([9, 8, 7])), 1),
        (Strict::INNER.eq(Inner { city: "Bonn".into(), zip: Some(53111) }), 1),
        (Strict::INNER.at::<Option<u32>>("zip").eq(None), 0),
        (Strict::NESTED.at::<Vec<Inner>>("x.y").size().eq(1), 1),
        (Strict::NUMBER.lt(-1), 1),
        (Strict::NUMBER.lt_field(Strict::PAIR.index::<i32>(0)), 1),
    ] {
        let text = condition.to_string();
        assert_eq!(Strict::query("1").filter(condition).send(&shop).await.unwrap().items.len(), expected, "{text}");
    }
    let error = shop.update(key()).add_to(Strict::TAGS, ["c"]).await.unwrap_err();
    assert!(error.to_string().contains("`tags`: it is not stored as a set"), "{error}");
    let error = shop.update(key()).append(Strict::SET, [1_u32]).await.unwrap_err();
    assert!(error.to_string().contains("`set`: it is not stored as a list"), "{error}");
    let error = shop.update(key()).take_from(Strict::NUMBERS, Vec::<i32>::new()).await.unwrap_err();
    assert!(error.to_string().contains("contains no change"), "{error}");
    shop.update(key()).take_from(Strict::NUMBERS, [7, 8, 9]).await.unwrap();
    assert!(shop.get(key()).await.unwrap().unwrap().numbers.is_empty());
    let error = shop.update(key()).set(Strict::NUMBERS, BTreeSet::new()).await.unwrap_err();
    assert!(error.to_string().contains("is an empty set"), "{error}");
    let error = shop.update(key()).set(Strict::TAGS, vec![]).append(Strict::TAGS, ["x"]).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "V#<user>")]
#[shard(random = 3)]
#[sk(template = "V#<at:s>")]
#[gsi(index = "GSI1", query = by_page, pk = "PAGE#<page>", sk = "<at>", shard(random = 2))]
struct Visit {
    user: String,
    at: DateTime<Utc>,
    page: Option<String>,
    clicks: u32,
}

#[tokio::test]
async fn located_items_with_lossy_keys_work_in_transactions() {
    let shop = shop().await;
    let at = DateTime::from_timestamp_millis(1_782_129_600_500).unwrap();
    for number in 0..9_u32 {
        let visit = Visit {
            user: "ann".into(),
            at: at + chrono::TimeDelta::seconds(i64::from(number)),
            page: Some("/".into()),
            clicks: number,
        };
        shop.put(&visit).await.unwrap();
    }
    let located: Vec<Located<Visit>> = Visit::query("ann").located().send(&shop).await.unwrap().items;
    assert_eq!(located.len(), 9);
    for visit in &located {
        let page = visit.item.clicks.is_multiple_of(2).then(|| "/x".to_owned());
        let update = ItemUpdate::new(visit).add(Visit::CLICKS, 100).set(Visit::PAGE, page);
        shop.transaction().update(update.when(Visit::CLICKS.lt(100))).await.unwrap();
        let again = ItemUpdate::new(visit).add(Visit::CLICKS, 100).when(Visit::CLICKS.lt(100));
        let error = shop.transaction().update(again).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TransactionCancelled, "{error}");
    }
    let pages = Visit::by_page("/x").hydrate().send(&shop).await.unwrap();
    assert_eq!(pages.items.iter().map(|visit| visit.clicks).collect::<Vec<_>>(), [100, 102, 104, 106, 108]);
    assert_eq!(Visit::by_page("/").hydrate().send(&shop).await.unwrap().items, []);
    let mut reports = Vec::new();
    for segments in [1, 3] {
        let report = shop.update_each(|it: Visit| Some(Visit { page: Some("/y".into()), ..it })).segments(segments);
        reports.push(report.await.unwrap().written);
    }
    assert_eq!(reports, [9, 0]);
    let error = Visit::by_page("/y").filter(Visit::USER.eq("ann")).keys().send(&shop).await.unwrap_err();
    assert!(error.to_string().contains("which the index does not contain"), "{error}");
    let some = Visit::by_page("/y").limit(4).keys().send(&shop).await.unwrap();
    assert_eq!(some.items.len(), 4);
}
