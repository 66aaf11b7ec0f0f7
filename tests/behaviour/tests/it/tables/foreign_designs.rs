//! Tables that others designed: raw keys, no sort key, no discriminator, fields as keys.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, ErrorKind, Handle, Item, Table, update::ItemUpdate};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "device", sk(name = "ts", type = "N"), discriminator = none)]
#[gsi(name = "ByOwner", pk = "owner", sk(name = "ts", type = "N"))]
#[gsi(name = "ByModel", pk = "owner", sk = "model")]
#[entities(Reading)]
#[allow(clippy::duplicated_attributes, reason = "two indexes share an attribute")]
struct Readings;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Readings)]
#[pk(template = "<device>")]
#[sk(template = "<ts:epoch>")]
#[gsi(index = "ByOwner", query = by_owner, pk = "<owner>", sk = "<ts:epoch>")]
#[gsi(index = "ByModel", query = by_model, pk = "<owner>", sk = "<model>")]
struct Reading {
    device: String,
    #[serde(with = "chrono::serde::ts_seconds")]
    ts: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    celsius: f64,
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_782_129_600, 0).unwrap() + TimeDelta::seconds(seconds)
}

fn reading(seconds: i64) -> Reading {
    let (owner, model) = ((seconds % 2 == 0).then(|| "ann".into()), (seconds % 3 == 0).then(|| "m1".into()));
    Reading { device: "d".into(), ts: at(seconds), owner, model, celsius: seconds as f64 }
}

async fn readings(count: i64) -> Handle<Readings> {
    let readings = Local::start().open::<Readings>("readings").await.unwrap();
    for seconds in 0..count {
        readings.put(&reading(seconds)).await.unwrap();
    }
    readings
}

async fn items<T: Table>(table: &Handle<T>) -> Vec<Item> {
    let scan = table.client().scan().table_name(table.table_name()).into_paginator().items().send();
    scan.collect::<Result<_, _>>().await.unwrap()
}

#[tokio::test]
async fn conditions_work_on_native_time_keys() {
    let readings = readings(12).await;
    let update = |second: i64, said: i64| {
        readings.update(Reading::key("d", at(second))).set(Reading::CELSIUS, 1.5).when(Reading::TS.eq(at(said)))
    };
    assert!(update(3, 3).await.unwrap().is_applied());
    assert!(!update(3, 4).await.unwrap().is_applied());
    let path = readings.update(Reading::key("d", at(4))).set(Reading::CELSIUS, 1.5).when(Reading::TS.path().eq(at(4)));
    assert!(path.await.unwrap().is_applied());
    let found = Reading::by_owner("ann").filter(Reading::MODEL.eq("m1")).send(&readings).await.unwrap();
    assert_eq!(found.items.len(), 2);
    let scanned = readings.scan::<Reading>().filter(Reading::TS.eq(at(5))).await;
    assert_eq!(scanned.unwrap().items.len(), 1);
}

#[tokio::test]
async fn sparse_attributes_of_two_indexes_can_be_updated() {
    let readings = readings(12).await;
    for second in 0..12 {
        let key = || Reading::key("d", at(second));
        let owner = (second % 4 < 2).then(|| "bob".to_owned());
        let model = (second % 5 < 2).then(|| "m2".to_owned());
        readings.update(key()).set(Reading::OWNER_AND_MODEL, (owner.clone(), model.clone())).await.unwrap();
        let expected = Reading { owner, model, ..reading(second) };
        assert_eq!(readings.get(key()).await.unwrap(), Some(expected));
    }
    for stored in items(&readings).await {
        assert_eq!(Reading::from_item(stored.clone()).unwrap().to_item().unwrap(), stored);
    }
    assert_eq!(Reading::by_owner("bob").send(&readings).await.unwrap().items.len(), 6);
    assert_eq!(Reading::by_model("bob").send(&readings).await.unwrap().items.len(), 3);
}

#[tokio::test]
async fn times_finer_than_the_native_key_are_rejected() {
    let readings = readings(3).await;
    let between = at(1) + TimeDelta::milliseconds(500);
    let errors = [
        readings.get(Reading::key("d", between)).await.map(drop).unwrap_err(),
        readings.upsert(Reading::key("d", between)).set(Reading::CELSIUS, 9.0).await.unwrap_err(),
        readings.update(Reading::key("d", between)).set(Reading::CELSIUS, 9.0).await.unwrap_err(),
        readings.put(&Reading { ts: between, ..reading(1) }).await.map(drop).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::KeyValue, "{error}");
        assert!(error.to_string().contains("the key is its only copy"), "{error}");
    }
}

#[tokio::test]
async fn upserts_work_without_a_discriminator() {
    let readings = readings(1).await;
    readings.upsert(Reading::key("d", at(9))).set(Reading::CELSIUS, 9.0).await.unwrap();
    let expected = Reading { owner: None, model: None, celsius: 9.0, ..reading(9) };
    assert_eq!(readings.get(Reading::key("d", at(9))).await.unwrap(), Some(expected));
    readings.move_to(Reading::key("d", at(9)), |it| it.ts = at(10)).await.unwrap();
    assert_eq!(items(&readings).await.len(), 2);
    let swept = readings.update_each(|it: Reading| Some(Reading { owner: None, ..it })).await.unwrap();
    assert_eq!((swept.written, swept.unchanged), (1, 1));
}

#[derive(Table)]
#[table(pk = "id", sk = none, discriminator = "type", encoding = "raw")]
#[gsi(name = "GSI", pk = "gpk", projection = "keys_only")]
struct Raw;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Raw, name = "user")]
#[pk(template = "<id>")]
#[gsi(index = "GSI", query = by_mail, pk = "MAIL#<mail>")]
struct User {
    id: String,
    mail: String,
    #[serde(default)]
    age: Option<u8>,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Raw)]
#[pk(template = "MAIL#<mail>")]
struct Mail {
    mail: String,
    #[serde(default)]
    count: u32,
}

async fn raw() -> Handle<Raw> {
    let raw = Local::start().open::<Raw>("raw").await.unwrap();
    raw.put(&User { id: "ann#1%".into(), mail: "a".into(), age: None }).await.unwrap();
    raw
}

#[tokio::test]
async fn raw_keys_work_with_everything() {
    let raw = raw().await;
    raw.update(User::key("ann#1%")).set(User::MAIL, "b").set(User::AGE, 3).await.unwrap();
    let found = User::by_mail("b").hydrate().send(&raw).await.unwrap();
    assert_eq!(found.items.len(), 1);
    let error = raw.update(User::key("ann#1%")).set(User::MAIL, "b#c").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyValue);
    let error = raw.update(User::key("ann#1%")).set(User::MAIL, "").await.unwrap_err();
    assert!(error.to_string().contains("no part of a key may be empty"), "{error}");
    let error = raw.upsert(User::key("")).set(User::MAIL, "b").await.unwrap_err();
    assert!(error.to_string().contains("no part of a key may be empty"), "{error}");
    raw.upsert(Mail::key("b")).add(Mail::COUNT, 1).await.unwrap();
    raw.upsert(Mail::key("b")).add(Mail::COUNT, 1).await.unwrap();
    assert_eq!(raw.get(Mail::key("b")).await.unwrap().unwrap().count, 2);
    let moved = raw.move_to(User::key("ann#1%"), |user| user.id = "MAIL".into()).await.unwrap();
    assert_eq!(moved.mail, "b");
}

#[tokio::test]
async fn writes_reject_another_entity_under_the_same_key() {
    let raw = raw().await;
    raw.put(&Mail { mail: "b".into(), count: 1 }).await.unwrap();
    let stolen = User { id: "MAIL#b".into(), mail: "x".into(), age: None };
    let error = raw.update(User::key("MAIL#b")).set(User::AGE, 1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongEntity);
    let error = raw.upsert(User::key("MAIL#b")).set(User::MAIL, "x").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongEntity);
    assert_eq!(raw.create(&stolen).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    let update = ItemUpdate::new(Mail::key("b")).add(Mail::COUNT, 1);
    let error = raw.transaction().update(update).put(&stolen).await.unwrap_err();
    assert!(error.to_string().contains("action 0 is on the same item"), "{error}");
    assert_eq!(raw.get(Mail::key("b")).await.unwrap().unwrap().count, 1);
}
