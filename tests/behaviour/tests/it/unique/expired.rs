//! The sentinel of an expired item is free.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{TimeDelta, Utc};
use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{items, s};

#[derive(Table)]
#[table(ttl = "expires")]
#[entities(Hold)]
struct Platform;

/// A seat that is reserved for a while.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "HOLD#<id>")]
#[sk(template = "HOLD")]
struct Hold {
    id: u32,
    #[entity(unique)]
    seat: String,
    #[entity(ttl)]
    expires: Option<i64>,
}

fn hold(id: u32, seconds: Option<i64>) -> Hold {
    let expires = seconds.map(|seconds| (Utc::now() + TimeDelta::seconds(seconds)).timestamp());
    Hold { id, seat: "12A".into(), expires }
}

async fn platform() -> Handle<Platform> {
    Local::start().open("platform").await.unwrap()
}

async fn sentinel(platform: &Handle<Platform>) -> keywright::Item {
    let sentinels = items(platform).await.into_iter().filter(|item| item["_et"] == s("%UNIQUE"));
    let mut sentinels: Vec<_> = sentinels.collect();
    assert_eq!(sentinels.len(), 1);
    sentinels.swap_remove(0)
}

fn seconds(hold: &Hold) -> AttributeValue {
    AttributeValue::N(hold.expires.unwrap().to_string())
}

#[tokio::test]
async fn a_sentinel_expires_with_its_item() {
    let platform = platform().await;
    let first = hold(1, Some(-60));
    platform.create(&first).await.unwrap();
    assert_eq!(sentinel(&platform).await["expires"], seconds(&first));
    let second = hold(2, Some(600));
    platform.create(&second).await.unwrap();
    let sentinel_of_second = sentinel(&platform).await;
    assert_eq!(sentinel_of_second["expires"], seconds(&second));
    assert_eq!(sentinel_of_second["_owner"].as_m().unwrap()["PK"], s("HOLD#2"));
    assert_eq!(platform.create(&hold(3, Some(600))).await.unwrap_err().kind(), ErrorKind::NotUnique);
    // The first one has expired, and the seat belongs to the second one.
    platform.delete(Hold::key(1_u32)).await.unwrap();
    assert_eq!(sentinel(&platform).await, sentinel_of_second);
}

#[tokio::test]
async fn put_updates_the_ttl_of_its_sentinel() {
    let platform = platform().await;
    platform.put(&hold(1, Some(-60))).await.unwrap();
    let later = hold(1, Some(60));
    platform.put(&later).await.unwrap();
    assert_eq!(sentinel(&platform).await["expires"], seconds(&later));
    platform.put(&hold(1, None)).await.unwrap();
    assert!(!sentinel(&platform).await.contains_key("expires"));
    assert_eq!(platform.create(&hold(2, Some(600))).await.unwrap_err().kind(), ErrorKind::NotUnique);
}
