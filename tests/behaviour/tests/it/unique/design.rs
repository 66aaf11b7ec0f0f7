//! Users of tenants. The mail is unique among all users, the nickname within the tenant.

use std::collections::BTreeMap;

use keywright::{Entity, Handle, Item, Key, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::stored::items;
pub use crate::support::stored::{s, text};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(User)]
pub struct Platform;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[gsi(index = "GSI1", query = by_tenant, pk = "TENANT#<tenant>", sk = "USER#<id>")]
pub struct User {
    pub id: u32,
    pub tenant: String,
    #[entity(unique)]
    #[serde(rename = "mail")]
    pub email: String,
    #[entity(unique(within = tenant))]
    pub nickname: Option<String>,
    pub visits: u32,
}

pub fn user(id: u32, email: &str) -> User {
    User { id, tenant: "acme".into(), email: email.into(), nickname: None, visits: 0 }
}

pub fn named(id: u32, tenant: &str, nickname: &str) -> User {
    User { tenant: tenant.into(), nickname: Some(nickname.into()), ..user(id, &format!("{id}@x")) }
}

pub fn key(id: u32) -> Key<User> {
    User::key(id)
}

pub async fn platform() -> (Local, Handle<Platform>) {
    let local = Local::start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    local.clear_operations();
    (local, platform)
}

/// Returns the keys of the sentinels, and the key of each one's item.
pub async fn sentinels<T: Table>(platform: &Handle<T>) -> BTreeMap<String, String> {
    let items = items(platform).await;
    let sentinels = items.iter().filter(|item| item["_et"] == s("%UNIQUE"));
    let owner = |item: &Item| text(item["_owner"].as_m().unwrap(), "PK");
    sentinels.map(|item| (text(item, "PK"), owner(item))).collect()
}

/// Returns the sentinels that the users in the table must have.
pub async fn expected(platform: &Handle<Platform>) -> BTreeMap<String, String> {
    let mut expected = BTreeMap::new();
    for item in items(platform).await.into_iter().filter(|item| item["_et"] == s("User")) {
        let owner = text(&item, "PK");
        let User { tenant, email, nickname, .. } = User::from_item(item).unwrap();
        let keys = [
            Some(format!("%UNIQUE#User#mail#{email}")),
            nickname.map(|name| format!("%UNIQUE#User#nickname#{tenant}#{name}")),
        ];
        for key in keys.into_iter().flatten() {
            assert_eq!(expected.insert(key.clone(), owner.clone()), None, "two users have {key}");
        }
    }
    expected
}

/// Checks that every value has its sentinel, and every sentinel its value.
pub async fn assert_exact(platform: &Handle<Platform>) {
    assert_eq!(sentinels(platform).await, expected(platform).await);
}
