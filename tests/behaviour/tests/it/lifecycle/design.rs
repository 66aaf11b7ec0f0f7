//! A store of sessions that expire, and of orders with times.

pub use crate::support::stored::items;
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Duration, SubsecRound as _, Utc};
use keywright::{Collection, Entity, Handle, Projection, Table, client::Item};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires_at")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "keys_only")]
#[gsi(name = "GSI3", pk = "GSI3PK", sk = "GSI3SK", projection = include("expires_at"))]
#[entities(User, Session, Visit, Order, Note)]
pub struct Store;

/// A session that expires, with its end in an index.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "USER#<user>")]
#[sk(template = "SESSION#<id>")]
#[gsi(index = "GSI1", query = by_device, pk = "DEVICE#<device>", sk = "<expires_at>#<id>")]
#[gsi(index = "GSI2", query = keys_by_device, pk = "DEVICE#<device>", sk = "<id>")]
#[gsi(index = "GSI3", query = ends_by_device, pk = "DEVICE#<device>", sk = "<id>")]
pub struct Session {
    pub user: String,
    pub id: u32,
    pub device: String,
    #[entity(ttl)]
    pub expires_at: DateTime<Utc>,
}

/// The fields in a list of sessions.
#[derive(Debug, Clone, PartialEq, Projection, Deserialize)]
#[projection(of = Session)]
pub struct Listed {
    pub id: u32,
    pub device: String,
}

/// A part of a session with its end.
#[derive(Debug, Clone, PartialEq, Projection, Deserialize)]
#[projection(of = Session)]
pub struct End {
    pub id: u32,
    pub expires_at: DateTime<Utc>,
}

/// A user with sessions, but without an end.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "USER#<user>")]
#[sk(template = "USER")]
pub struct User {
    pub user: String,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_user(user))]
pub enum UserItem {
    User(User),
    Session(Session),
}

/// A visit in random shards, with an integer as its optional end.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "VISIT#<page>")]
#[shard(random = 3)]
#[sk(template = "VISIT#<id>")]
pub struct Visit {
    pub page: String,
    pub id: u32,
    #[entity(ttl)]
    pub expires_at: Option<u64>,
    pub referrer: String,
}

/// An order with the times of its creation and its last change. An index sorts by the change.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "<updated>#<id>")]
pub struct Order {
    pub customer: String,
    pub id: u32,
    pub state: String,
    #[entity(created)]
    pub created: Option<DateTime<Utc>>,
    #[entity(updated)]
    pub updated: DateTime<Utc>,
}

/// An appended entity with its times.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "NOTE#<of>")]
#[shard(random = 2)]
#[sk(template = "NOTE#<id>")]
#[gsi(index = "GSI1", query = newest_notes, pk = "NOTES#<of>", sk = "<updated>#<id>")]
pub struct Note {
    pub of: String,
    pub id: u32,
    pub text: String,
    #[entity(created)]
    pub created: DateTime<Utc>,
    #[entity(updated)]
    pub updated: Option<DateTime<Utc>>,
}

pub async fn store() -> (Local, Handle<Store>) {
    let local = Local::start();
    let store = local.open::<Store>("store").await.unwrap();
    local.clear_operations();
    (local, store)
}

/// Returns the instant this many seconds from now, without fractions of a second.
pub fn seconds(from_now: i64) -> DateTime<Utc> {
    (Utc::now() + Duration::seconds(from_now)).trunc_subsecs(0)
}

pub fn session(id: u32, expires_at: DateTime<Utc>) -> Session {
    Session { user: "ann".into(), id, device: "phone".into(), expires_at }
}

/// Creates session 1, which has expired, and session 2.
pub async fn two_sessions(store: &Handle<Store>) -> (Session, Session) {
    let (over, alive) = (session(1, seconds(-2)), session(2, seconds(60)));
    store.put(&over).await.unwrap();
    store.put(&alive).await.unwrap();
    (over, alive)
}

pub fn order(id: u32) -> Order {
    Order { customer: "ann".into(), id, state: "open".into(), created: None, updated: DateTime::default() }
}

pub fn note(id: u32, text: &str) -> Note {
    Note { of: "ann".into(), id, text: text.into(), created: DateTime::default(), updated: None }
}

pub async fn order_of(store: &Handle<Store>, id: u32) -> Order {
    store.get(Order::key("ann", id)).consistent().await.unwrap().unwrap()
}

/// Returns the item under a table key.
pub async fn stored(store: &Handle<Store>, pk: &str, sk: &str) -> Option<Item> {
    let get = store.client().get_item().table_name(store.table_name()).consistent_read(true);
    get.key("PK", text(pk)).key("SK", text(sk)).send().await.unwrap().item
}

/// Writes an item as another tool would.
pub async fn plant(store: &Handle<Store>, item: Item) {
    store.client().put_item().table_name(store.table_name()).set_item(Some(item)).send().await.unwrap();
}

pub fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

pub fn number(number: i64) -> AttributeValue {
    AttributeValue::N(number.to_string())
}
