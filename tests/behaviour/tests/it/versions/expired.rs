//! An expired item has no version, and the times of a write do not count as a change.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Key, Outcome, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires")]
#[entities(Lease, Seat, Slot)]
struct Rentals;

/// A lease with a version, an end and the time of its last write.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Rentals)]
#[pk(template = "LEASE#<id>")]
#[sk(template = "LEASE")]
struct Lease {
    id: u32,
    holder: String,
    #[entity(ttl)]
    expires: i64,
    #[entity(version)]
    version: u64,
    #[entity(updated)]
    updated: DateTime<Utc>,
}

/// An entity with a sensitive and unique number.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Rentals)]
#[pk(template = "SEAT#<id>")]
#[sk(template = "SEAT")]
struct Seat {
    #[entity(sensitive)]
    id: String,
    #[entity(unique)]
    number: String,
    #[entity(ttl)]
    expires: Option<i64>,
    #[entity(version)]
    version: u64,
}

/// An entity with keys of two designs.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Rentals)]
#[pk(template = "SLOT#<id>", legacy(template = "SLOTS"))]
#[sk(template = "<id>")]
struct Slot {
    id: String,
    #[entity(ttl)]
    expires: i64,
    #[entity(version)]
    version: u64,
}

async fn rentals() -> (Local, Handle<Rentals>) {
    let local = Local::start();
    let rentals = local.open::<Rentals>("rentals").await.unwrap();
    (local, rentals)
}

fn in_seconds(seconds: i64) -> i64 {
    Utc::now().timestamp() + seconds
}

fn lease(holder: &str, seconds: i64, version: u64) -> Lease {
    Lease { id: 1, holder: holder.into(), expires: in_seconds(seconds), version, updated: DateTime::UNIX_EPOCH }
}

fn key() -> Key<Lease> {
    Lease::key(1_u32)
}

async fn stored(rentals: &Handle<Rentals>) -> Option<Lease> {
    rentals.get(key()).consistent().include_expired().await.unwrap()
}

/// Creates a lease of version 2 that has expired.
async fn over(rentals: &Handle<Rentals>) {
    rentals.put(&lease("ann", 60, 0)).await.unwrap();
    rentals.put(&lease("ann", -60, 1)).await.unwrap();
    assert_eq!(stored(rentals).await.unwrap().version, 2);
}

#[tokio::test]
async fn version_0_overwrites_an_expired_item() {
    let (_local, rentals) = rentals().await;
    over(&rentals).await;
    assert_eq!(rentals.put(&lease("bob", 60, 0)).await.unwrap().version(), 1);
    let error = rentals.put(&lease("cid", 60, 0)).await.unwrap_err();
    assert_eq!(error.version_conflict().unwrap().found, Some(1));
    let held = stored(&rentals).await.unwrap();
    assert_eq!((held.holder.as_str(), held.version), ("bob", 1));
}

#[tokio::test]
async fn version_of_an_expired_item_is_gone() {
    let (_local, rentals) = rentals().await;
    over(&rentals).await;
    let late = lease("ann", 60, 2);
    let error = rentals.put(&late).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::VersionConflict, Outcome::NotApplied));
    let conflict = error.version_conflict().unwrap();
    assert_eq!((conflict.expected, conflict.found), (2, None));
    let error = rentals.replace(&late).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.to_string().contains("has expired"), "{error}");
    let error = rentals.transaction().put(&late).await.unwrap_err();
    assert!(error.cancellations()[0].text.contains("version 2 of the item is gone"), "{error}");
    assert_eq!(stored(&rentals).await.unwrap().holder, "ann");
    rentals.transaction().put(&lease("bob", 60, 0)).await.unwrap();
    assert_eq!(stored(&rentals).await.unwrap().version, 1);
}

#[tokio::test]
async fn conditions_and_versions_treat_expired_items_as_absent() {
    let (_local, rentals) = rentals().await;
    over(&rentals).await;
    let next = lease("bob", 60, 0);
    let of_ann = || Lease::HOLDER.eq("ann".to_owned());
    let refused = rentals.put(&next).when(of_ann()).await.unwrap().applied().unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::ConditionFailed);
    assert!(rentals.put(&next).when(Lease::HOLDER.not_exists()).await.unwrap().is_applied());
    let params = rentals.put(&lease("bob", 60, 3)).when(of_ann()).params().unwrap();
    let condition = params.condition_expression().unwrap();
    assert!(condition.starts_with("(#version = :version AND NOT #ttl < :now) AND ("), "{condition}");
}

#[tokio::test]
async fn delete_of_any_version_removes_an_expired_item() {
    let (_local, rentals) = rentals().await;
    over(&rentals).await;
    rentals.delete(key()).version(1_u64).await.unwrap();
    assert_eq!(stored(&rentals).await, None);
    over(&rentals).await;
    rentals.transaction().delete_item(&lease("ann", 60, 1)).await.unwrap();
    assert_eq!(stored(&rentals).await, None);
    rentals.put(&lease("ann", 60, 0)).await.unwrap();
    assert_eq!(rentals.delete(key()).version(7_u64).await.unwrap_err().kind(), ErrorKind::VersionConflict);
}

#[tokio::test]
async fn update_each_increments_the_version_only_for_changes() {
    let (_local, rentals) = rentals().await;
    rentals.put(&lease("ann", 60, 0)).await.unwrap();
    let first = stored(&rentals).await.unwrap();
    let report = rentals.update_each(|lease: Lease| Some(lease)).await.unwrap();
    assert_eq!((report.written, report.unchanged, report.failures), (0, 1, 0));
    assert_eq!(stored(&rentals).await.unwrap(), first);
    let report = rentals.update_each(|lease: Lease| Some(Lease { holder: "bob".into(), ..lease })).await.unwrap();
    assert_eq!((report.written, report.failures), (1, 0));
    let second = stored(&rentals).await.unwrap();
    assert_eq!((second.version, second.holder.as_str()), (2, "bob"));
    assert!(second.updated > first.updated);
}

#[tokio::test]
async fn update_sets_version_and_time_and_rejects_expired_items() {
    let (_local, rentals) = rentals().await;
    rentals.put(&lease("ann", 60, 0)).await.unwrap();
    let first = stored(&rentals).await.unwrap();
    rentals.update(key()).set(Lease::HOLDER, "bob").await.unwrap();
    let second = stored(&rentals).await.unwrap();
    assert_eq!((second.version, second.holder.as_str()), (2, "bob"));
    assert!(second.updated > first.updated);
    rentals.put(&lease("bob", -60, 2)).await.unwrap();
    let error = rentals.update(key()).set(Lease::HOLDER, "cid").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

fn seat(id: &str, number: &str, seconds: i64, version: u64) -> Seat {
    Seat { id: id.into(), number: number.into(), expires: Some(in_seconds(seconds)), version }
}

#[tokio::test]
async fn expired_item_with_unique_fields_counts_as_absent() {
    let (_local, rentals) = rentals().await;
    rentals.create(&seat("ann", "12A", -60, 0)).await.unwrap();
    assert_eq!(rentals.replace(&seat("ann", "12B", 60, 1)).await.unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(rentals.put(&seat("ann", "12B", 60, 1)).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    let other = seat("bob", "12A", 60, 0);
    rentals.transaction().create(&other).await.unwrap();
    assert_eq!(rentals.put(&seat("ann", "12B", 60, 0)).await.unwrap().version(), 1);
    let error = rentals.create(&seat("cid", "12A", 60, 0)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotUnique);
    rentals.delete(Seat::key("ann")).version(1_u64).await.unwrap();
    rentals.create(&seat("cid", "12B", -60, 0)).await.unwrap();
    rentals.delete(Seat::key("cid")).version(9_u64).await.unwrap();
    assert_eq!(rentals.get(Seat::key("cid")).include_expired().await.unwrap(), None);
}

#[tokio::test]
async fn conflict_errors_omit_sensitive_values() {
    let (_local, rentals) = rentals().await;
    rentals.put(&seat("ann", "12A", 60, 0)).await.unwrap();
    let other = seat("bob", "12A", 60, 0);
    let not_unique = rentals.create(&other).await.unwrap_err();
    assert!(not_unique.to_string().contains("the item SEAT#<redacted> / SEAT has the same value"), "{not_unique}");
    let cancelled = rentals.transaction().create(&other).await.unwrap_err();
    let conflict = rentals.put(&seat("ann", "12A", 60, 7)).await.unwrap_err();
    let gone = rentals.delete(Seat::key("ann")).version(7_u64).await.unwrap_err();
    for error in [not_unique, cancelled, conflict, gone] {
        let message = format!("{error} {error:?}");
        assert!(!message.contains("ann") && !message.contains("bob"), "{message}");
    }
}

fn slot(seconds: i64, version: u64) -> Slot {
    Slot { id: "s-1".into(), expires: in_seconds(seconds), version }
}

/// Writes the slot under its first design's key.
async fn older(rentals: &Handle<Rentals>, slot: &Slot) {
    let mut item = slot.to_item().unwrap();
    item.insert("PK".into(), aws_sdk_dynamodb::types::AttributeValue::S("SLOTS".into()));
    rentals.client().put_item().table_name("rentals").set_item(Some(item)).send().await.unwrap();
}

#[tokio::test]
async fn expired_item_under_an_older_key_has_no_version() {
    let (_local, rentals) = rentals().await;
    older(&rentals, &slot(-60, 4)).await;
    assert_eq!(rentals.put(&slot(60, 4)).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    assert_eq!(rentals.put(&slot(60, 0)).await.unwrap().version(), 1);
    rentals.delete(Slot::key("s-1")).await.unwrap();
    older(&rentals, &slot(-60, 4)).await;
    rentals.delete(Slot::key("s-1")).version(9_u64).await.unwrap();
    older(&rentals, &slot(60, 4)).await;
    assert_eq!(rentals.put(&slot(60, 3)).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    let held = rentals.get(Slot::key("s-1")).await.unwrap().unwrap().version;
    assert_eq!(rentals.put(&slot(60, held)).await.unwrap().version(), held + 1);
}
