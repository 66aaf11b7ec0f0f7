//! Keys and counts of an index that contains a bucket of a time, and not the time.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "PK", sk = "SK", undeclared_peak = "allow")]
#[gsi(name = "KEYS", pk = "KEYSPK", sk = "KEYSSK", projection = "keys_only")]
#[gsi(name = "SOME", pk = "SOMEPK", sk = "SOMESK", projection = include("at"))]
#[gsi(name = "ALL", pk = "ALLPK", sk = "ALLSK")]
#[entities(Visit)]
struct Clinic;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "VISIT#<id>")]
#[sk(template = "VISIT")]
#[gsi(
    index = "KEYS",
    query = in_keys,
    pk = "DOCTOR#<doctor>#<at:day>",
    sk = "<id>",
    legacy(template = "OLD#<doctor>#<at:month>")
)]
#[gsi(index = "SOME", query = in_some, pk = "DOCTOR#<doctor>#<at:day>", sk = "<id>")]
#[gsi(index = "ALL", query = in_all, pk = "DOCTOR#<doctor>#<at:day>", sk = "<id>")]
struct Visit {
    id: u32,
    doctor: String,
    at: DateTime<Utc>,
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

async fn clinic() -> (Local, Handle<Clinic>) {
    let local = Local::start();
    let clinic = local.open::<Clinic>("clinic").await.unwrap();
    let times = ["2026-06-22T08:00:00Z", "2026-06-22T14:00:00Z", "2026-06-23T09:00:00Z", "2026-06-24T00:00:00Z"];
    for (id, time) in (0..).zip(times) {
        clinic.put(&Visit { id, doctor: "ann".into(), at: at(time) }).await.unwrap();
    }
    (local, clinic)
}

#[tokio::test]
async fn a_range_of_whole_parts_finds_all_keys() {
    let (_local, clinic) = clinic().await;
    let months = at("2026-06-01T00:00:00Z")..at("2026-07-01T00:00:00Z");
    let keys = Visit::in_keys("ann").during(months.clone()).keys().send(&clinic).await.unwrap().items;
    assert_eq!(keys, [0, 1, 2, 3].map(Visit::key));
    assert_eq!(Visit::in_keys("ann").during(months).count(&clinic).await.unwrap().items, 4);
    let days = at("2026-06-22T00:00:00Z")..at("2026-06-23T00:00:00Z");
    let keys = Visit::in_some("ann").during(days.clone()).keys().send(&clinic).await.unwrap().items;
    assert_eq!(keys, [0, 1].map(Visit::key));
    assert_eq!(Visit::in_some("ann").during(days).count(&clinic).await.unwrap().items, 2);
}

#[tokio::test]
async fn a_range_within_a_part_is_refused_before_a_request() {
    let (_local, clinic) = clinic().await;
    let range = || at("2026-06-22T12:00:00Z")..at("2026-06-24T00:00:00Z");
    // An older key contains only the month.
    let days = at("2026-06-22T00:00:00Z")..at("2026-06-24T00:00:00Z");
    let refused = [
        Visit::in_keys("ann").during(range()).keys().send(&clinic).await.unwrap_err(),
        Visit::in_keys("ann").during(range()).count(&clinic).await.unwrap_err(),
        Visit::in_keys("ann").during(days).keys().send(&clinic).await.unwrap_err(),
        Visit::in_some("ann").during(range()).keys().send(&clinic).await.unwrap_err(),
        Visit::in_some("ann").during(..=at("2026-06-24T00:00:00Z")).count(&clinic).await.unwrap_err(),
    ];
    for error in &refused[..4] {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        let message = error.to_string();
        assert!(message.contains("contain only a part of `at`") && message.contains("hydrate"), "{message}");
    }
    assert_eq!(refused[4].kind(), ErrorKind::UnboundedRange);
}

#[tokio::test]
async fn whole_items_are_checked_on_their_own_field() {
    let (_local, clinic) = clinic().await;
    let range = || at("2026-06-22T12:00:00Z")..at("2026-06-24T00:00:00Z");
    assert_eq!(Visit::in_all("ann").during(range()).keys().send(&clinic).await.unwrap().items, [1, 2].map(Visit::key));
    assert_eq!(Visit::in_all("ann").during(range()).count(&clinic).await.unwrap().items, 2);
    let ids = |items: Vec<Visit>| items.into_iter().map(|visit| visit.id).collect::<Vec<_>>();
    assert_eq!(ids(Visit::in_keys("ann").during(range()).hydrate().send(&clinic).await.unwrap().items), [1, 2]);
    assert_eq!(ids(Visit::in_some("ann").during(range()).hydrate().send(&clinic).await.unwrap().items), [1, 2]);
}
