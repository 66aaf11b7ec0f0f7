//! Entities for which two writers compete, and ways to run the second one between the attempts of the first.

pub use crate::support::stored::items;
use keywright::{Entity, Error, ErrorKind, Handle, Item, Outcome, Table};
use keywright_local::{Failure, Faults, Latency, Local, Rule};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, time::Duration};

#[derive(Table)]
#[entities(Event, Stock, User, Log, Song, Visit)]
pub struct Shop;

/// An event, handled by the writer that creates it.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "EVENT#<id>")]
#[sk(template = "EVENT")]
pub struct Event {
    pub id: u32,
    pub state: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "STOCK#<id>")]
#[sk(template = "STOCK")]
pub struct Stock {
    pub id: u32,
    pub left: u32,
    #[entity(version)]
    pub version: u64,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
pub struct User {
    pub id: u32,
    #[entity(unique)]
    pub mail: String,
    pub visits: u32,
}

/// An appended entity.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "LOG#<day>")]
#[shard(random = 2)]
#[sk(template = "<id>")]
pub struct Log {
    pub day: u32,
    pub id: u32,
    pub text: String,
}

/// A song with keys of three designs.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "BAND#<band>#<name>", legacy(template = "SONG#<name>"), legacy(template = "SONGS"))]
#[sk(template = "<name>")]
pub struct Song {
    pub band: String,
    pub name: String,
    pub plays: u32,
}

/// An entity whose key has its time only in whole seconds.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "VISIT#<user>")]
#[sk(template = "VISIT#<at:s>")]
pub struct Visit {
    pub user: String,
    pub at: chrono::DateTime<chrono::Utc>,
    pub page: String,
}

pub fn event(state: &str) -> Event {
    Event { id: 1, state: state.into() }
}

pub fn stock(left: u32, version: u64) -> Stock {
    Stock { id: 1, left, version }
}

pub fn user(id: u32, mail: &str) -> User {
    User { id, mail: mail.into(), visits: 0 }
}

pub fn song(plays: u32) -> Song {
    Song { band: "abba".into(), name: "waterloo".into(), plays }
}

pub async fn shop() -> (Local, Handle<Shop>) {
    let local = Local::builder().answer_inline().start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    local.clear_operations();
    (local, shop)
}

/// Fails the first request of each lane by this operation.
pub fn first(operation: &str, failure: Failure) -> Faults {
    Faults::seeded(0).rule(Rule::on([operation]).unwrap().first(1).fail(failure))
}

/// The request never arrives.
pub const LOST: Failure = Failure::Disconnected { carried_out: false };

/// The request arrives, but its answer does not.
pub const CARRIED_OUT: Failure = Failure::Disconnected { carried_out: true };

/// Delays the answer to the first of these requests, so that another writer can come between.
pub fn slow(operation: &str) -> Faults {
    let latency = Latency::constant(Duration::from_millis(5));
    Faults::seeded(0).rule(Rule::on([operation]).unwrap().first(1).latency(latency))
}

/// Runs a call, and a second one as soon as the engine has received this many requests.
pub async fn between<A: Future, B: Future>(
    local: &Local,
    requests: u64,
    first: A,
    second: B,
) -> (A::Output, B::Output) {
    local.clear_operations();
    tokio::join!(first, async {
        while local.requests() < requests {
            tokio::task::yield_now().await;
        }
        local.clear_faults();
        second.await
    })
}

pub fn judged(error: &Error) -> (ErrorKind, Outcome) {
    (error.kind(), error.outcome())
}

/// Writes an item as another program would.
pub async fn put_past(shop: &Handle<Shop>, item: Item) {
    shop.client().put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
}

/// Checks that every mail has its sentinel, and every sentinel its mail.
pub async fn assert_exact(shop: &Handle<Shop>) {
    let items = items(shop).await;
    let text = |item: &Item, name: &str| item[name].as_s().unwrap().clone();
    let (mut has, mut expected) = (BTreeMap::new(), BTreeMap::new());
    for item in &items {
        match text(item, "_et").as_str() {
            "%UNIQUE" => drop(has.insert(text(item, "PK"), text(item["_owner"].as_m().unwrap(), "PK"))),
            "User" => drop(expected.insert(format!("%UNIQUE#User#mail#{}", text(item, "mail")), text(item, "PK"))),
            _ => {}
        }
    }
    assert_eq!(has, expected);
}
