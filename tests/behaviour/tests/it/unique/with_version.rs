//! Unique fields of an entity with a version and with a key that has only a part of a field.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{items, sentinels};

#[derive(Table)]
#[entities(Booking)]
struct Platform;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ROOM#<room>")]
#[sk(template = "BOOKING#<at:s>")]
struct Booking {
    room: String,
    at: DateTime<Utc>,
    #[entity(unique)]
    code: u64,
    #[entity(version)]
    version: u64,
}

fn booking(millis: i64, code: u64, version: u64) -> Booking {
    let at = DateTime::UNIX_EPOCH + TimeDelta::milliseconds(millis);
    Booking { room: "r-1".into(), at, code, version }
}

async fn platform() -> Handle<Platform> {
    Local::start().open("platform").await.unwrap()
}

async fn codes(platform: &Handle<Platform>) -> Vec<String> {
    sentinels(platform).await.into_keys().collect()
}

#[tokio::test]
async fn version_conflict_leaves_sentinels_unchanged() {
    let platform = platform().await;
    assert_eq!(platform.put(&booking(1, 7, 0)).await.unwrap().version(), 1);
    for version in [0, 2] {
        let error = platform.put(&booking(1, 8, version)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::VersionConflict);
        assert_eq!(error.version_conflict().unwrap().found, Some(1));
    }
    assert_eq!(codes(&platform).await, ["%UNIQUE#Booking#code#7"]);
    assert_eq!(platform.put(&booking(1, 8, 1)).await.unwrap().version(), 2);
    assert_eq!(platform.replace(&booking(1, 9, 2)).await.unwrap().version(), 3);
    assert_eq!(codes(&platform).await, ["%UNIQUE#Booking#code#9"]);
    let gone = platform.put(&Booking { room: "r-2".into(), ..booking(1, 1, 4) }).await.unwrap_err();
    assert_eq!(gone.version_conflict().unwrap().found, None);
}

#[tokio::test]
async fn delete_of_another_version_keeps_item_and_sentinel() {
    let platform = platform().await;
    platform.put(&booking(1, 7, 0)).await.unwrap();
    let key = || Booking::key("r-1", booking(1, 0, 0).at);
    let error = platform.delete(key()).version(2_u64).await.unwrap_err();
    assert_eq!(error.version_conflict().map(|conflict| (conflict.expected, conflict.found)), Some((2, Some(1))));
    assert_eq!(items(&platform).await.len(), 2);
    platform.delete(key()).version(1_u64).await.unwrap();
    assert_eq!(items(&platform).await, []);
}

#[tokio::test]
async fn another_item_under_a_lossy_key_keeps_its_sentinel() {
    let platform = platform().await;
    platform.put(&booking(1, 7, 0)).await.unwrap();
    assert_eq!(platform.put(&booking(2, 8, 0)).await.unwrap_err().kind(), ErrorKind::KeyCollision);
    platform.delete(Booking::key("r-1", booking(2, 0, 0).at)).await.unwrap();
    assert_eq!(codes(&platform).await, ["%UNIQUE#Booking#code#7"]);
    assert_eq!(items(&platform).await.len(), 2);
}
