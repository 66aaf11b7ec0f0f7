//! Items of several generations of one design: where each one is, and how it moves to its current key.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Outcome, Table, read::Cursor};
use keywright_local::{Failure, Faults, Local, Rule};
use serde::{Deserialize, Serialize};

use crate::support::platform::hours;
use crate::support::stored;

/// One key for all items, and an index with one key for each state.
mod first {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    #[entities(Note)]
    pub struct Platform;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "NOTES", allow_hot = "a prototype")]
    #[sk(template = "<at>#<id>")]
    #[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "<at>#<id>")]
    pub struct Note {
        pub at: DateTime<Utc>,
        pub id: String,
        pub state: String,
        pub by: String,
    }
}

/// Months with three shards each.
mod second {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    #[entities(Note)]
    pub struct Platform;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "NOTES#<at:month>")]
    #[shard(hash(id), count = 3)]
    #[sk(template = "<at>#<id>")]
    #[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "<at>#<id>", shard(random = 2))]
    #[peak(writes_per_second = 100, item_bytes = 300)]
    pub struct Note {
        pub at: DateTime<Utc>,
        pub id: String,
        pub state: String,
        pub by: String,
    }
}

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Note, Beat)]
struct Platform;

/// A note, in days with five shards each. Keys with months were written for times up to 2026-07-01.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(
    template = "NOTES#<at:day>",
    legacy(template = "NOTES#<at:month>", hash(id), count = 3, until = "2026-07-01T00:00:00Z"),
    legacy(template = "NOTES")
)]
#[shard(hash(id), count = 5)]
#[sk(template = "<at>#<id>")]
#[gsi(
    index = "GSI1",
    query = by_state,
    pk = "STATE#<state>#<at:month>",
    sk = "<at>#<id>",
    shard(random = 2),
    legacy(template = "STATE#<state>", shards = 2, until = "2026-07-01T00:00:00Z"),
    legacy(template = "STATE#<state>")
)]
#[peak(writes_per_second = 100, item_bytes = 300)]
struct Note {
    at: DateTime<Utc>,
    id: String,
    state: String,
    by: String,
}

/// An entity that was once in too many shards for a transaction.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BEAT#<id>", legacy(template = "BEATS#<id>", shards = 100, until = "2026-07-01T00:00:00Z"))]
#[sk(template = "<at>")]
struct Beat {
    at: DateTime<Utc>,
    id: String,
}

const JULY: i64 = 24 * 20;

fn note(hour: i64, by: &str) -> Note {
    Note { at: hours(hour), id: format!("n-{hour}"), state: "open".to_owned(), by: by.to_owned() }
}

fn key(hour: i64) -> keywright::Key<Note> {
    Note::key(hours(hour), format!("n-{hour}"))
}

/// Writes the hours 0 to 5 by the first version, 4 to 9 by the second, and 8 to 13 and some of July by the current one.
async fn generations() -> (Local, Handle<Platform>) {
    let local = Local::builder().permute_ties(3).start();
    let first = local.open::<first::Platform>("platform").await.unwrap();
    let second = second::Platform::open_verified(local.client(), "platform").await.unwrap();
    let today = Platform::open_verified(local.client(), "platform").await.unwrap();
    for step in 0..6 {
        let Note { at, id, state, .. } = note(step, "");
        first.put(&first::Note { at, id, state, by: "first".to_owned() }).await.unwrap();
        let Note { at, id, state, .. } = note(step + 4, "");
        second.put(&second::Note { at, id, state, by: "second".to_owned() }).await.unwrap();
        today.put(&note(step + 8, "today")).await.unwrap();
        today.put(&note(JULY + step, "today")).await.unwrap();
    }
    local.clear_operations();
    (local, today)
}

fn newest() -> Vec<Note> {
    let by = |hour| match hour {
        ..4 => "first",
        4..8 => "second",
        _ => "today",
    };
    (0..14).map(|hour| note(hour, by(hour))).collect()
}

/// Returns the partition keys under which an item is stored.
async fn places(platform: &Handle<Platform>, hour: i64) -> Vec<String> {
    let ending = format!("#n-{hour}");
    let items = stored::items(platform).await;
    let mut places: Vec<_> = items
        .iter()
        .filter(|item| stored::text(item, "SK").ends_with(&ending))
        .map(|item| stored::text(item, "PK"))
        .collect();
    places.sort_unstable();
    places
}

fn names(local: &Local) -> Vec<String> {
    local.operations().iter().map(|operation| operation.name.clone()).collect()
}

#[tokio::test]
async fn query_returns_the_newest_generation_of_each_item() {
    let (_local, platform) = generations().await;
    let page = Note::query().between(hours(0)..hours(14)).send(&platform).await.unwrap();
    assert_eq!(page.items, newest());
    assert_eq!((page.stats.items_read, page.stats.superseded), (18, 4));
    let (mut found, mut cursor) = (Vec::new(), None::<Cursor>);
    loop {
        let query = Note::query().between(hours(0)..hours(14)).newest_first().limit(3).cursor(cursor);
        let page = query.send(&platform).await.unwrap();
        found.extend(page.items);
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, newest().into_iter().rev().collect::<Vec<_>>());
}

#[tokio::test]
async fn older_key_is_read_up_to_its_until_time() {
    let (local, platform) = generations().await;
    let lanes = |from, until| Note::query().between(hours(from)..hours(until)).explain().unwrap().lanes().count();
    assert_eq!(lanes(0, 6), 5 + 3 + 1);
    assert_eq!(lanes(JULY, JULY + 6), 5 + 1);
    // Noon of June 30 to noon of July 1: a day on either side.
    assert_eq!(lanes(8 * 24, 9 * 24), 2 * (5 + 1) + 3);
    let page = Note::query().between(hours(JULY)..hours(JULY + 6)).send(&platform).await.unwrap();
    assert_eq!(page.items, (0..6).map(|step| note(JULY + step, "today")).collect::<Vec<_>>());
    assert_eq!(local.requests(), 6);
}

#[tokio::test]
async fn index_keys_have_their_own_generations() {
    let (_local, platform) = generations().await;
    // The first and the second version's copies of an item are two items to DynamoDB, and two entries of an index.
    let page = Note::by_state("open").between(hours(0)..hours(4)).send(&platform).await.unwrap();
    assert_eq!(page.items, newest()[..4]);
    assert_eq!(page.stats.lanes, 2 + 2 + 1);
    let page = Note::by_state("open").between(hours(JULY)..hours(JULY + 6)).send(&platform).await.unwrap();
    assert_eq!((page.items.len(), page.stats.lanes), (6, 2 + 1));
}

#[tokio::test]
async fn get_finds_items_in_every_generation() {
    let (local, platform) = generations().await;
    for expected in newest() {
        assert_eq!(platform.get(Note::key(expected.at, &expected.id)).await.unwrap(), Some(expected));
    }
    // An item that is found nowhere could have moved meanwhile, so the current key is read again.
    let nowhere = &["GetItem", "BatchGetItem", "GetItem"][..];
    for (hour, keys, requests) in [(3, 2, &nowhere[..2]), (JULY + 20, 1, nowhere)] {
        local.clear_operations();
        platform.get(key(hour)).await.unwrap();
        assert_eq!(names(&local), requests);
        let asked = local.operations()[1].lanes.len();
        assert_eq!(asked, keys, "the shard of the months follows from the id, and July has no month");
    }
}

#[tokio::test]
async fn create_checks_every_generation_in_one_transaction() {
    let (local, platform) = generations().await;
    for hour in [1, 5, 10] {
        local.clear_operations();
        let error = platform.create(&note(hour, "keeper")).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::AlreadyExists, Outcome::NotApplied), "{hour}");
        assert_eq!(names(&local), ["TransactWriteItems"]);
    }
    platform.create(&note(30, "keeper")).await.unwrap();
    assert_eq!(platform.get(key(30)).await.unwrap(), Some(note(30, "keeper")));
}

#[tokio::test]
async fn replace_moves_older_copies_to_the_current_key() {
    let (local, platform) = generations().await;
    assert_eq!(places(&platform, 5).await.len(), 2);
    local.clear_operations();
    platform.replace(&note(5, "keeper")).await.unwrap();
    assert_eq!(names(&local), ["PutItem", "BatchGetItem", "TransactWriteItems"]);
    let places = places(&platform, 5).await;
    assert!(places.len() == 1 && places[0].starts_with("NOTES#2026-06-22#"), "{places:?}");
    local.clear_operations();
    platform.replace(&note(5, "again")).await.unwrap();
    assert_eq!(names(&local), ["PutItem"]);
    assert_eq!(platform.get(key(5)).await.unwrap(), Some(note(5, "again")));
    assert_eq!(platform.replace(&note(31, "")).await.unwrap_err().kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn concurrent_replaces_leave_one_item() {
    let (_local, platform) = generations().await;
    let tasks: Vec<_> = (0..8)
        .map(|writer| {
            let platform = platform.clone();
            tokio::spawn(async move { platform.replace(&note(5, &format!("writer {writer}"))).await })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(places(&platform, 5).await.len(), 1);
    assert!(platform.get(key(5)).await.unwrap().unwrap().by.starts_with("writer"));
}

#[tokio::test]
async fn delete_removes_every_generation() {
    let (_local, platform) = generations().await;
    for hour in [1, 5, 8, 12] {
        platform.delete(key(hour)).await.unwrap();
        assert!(places(&platform, hour).await.is_empty(), "{hour}");
    }
}

#[tokio::test]
async fn create_succeeds_after_a_lost_transaction_response() {
    let (local, platform) = generations().await;
    let lost = Rule::on(["TransactWriteItems"]).unwrap().first(1).fail(Failure::Disconnected { carried_out: true });
    local.set_faults(Faults::seeded(1).rule(lost));
    platform.create(&note(30, "keeper")).await.unwrap();
    assert_eq!(names(&local), ["TransactWriteItems", "TransactWriteItems"]);
    assert_eq!(platform.create(&note(30, "other")).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
}

#[tokio::test]
async fn too_many_older_keys_for_a_transaction_are_rejected() {
    let (local, platform) = generations().await;
    let beat = |hour| Beat { at: hours(hour), id: "b-1".to_owned() };
    local.clear_operations();
    let error = platform.create(&beat(0)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), local.requests()), (ErrorKind::InvalidArgument, Outcome::NotApplied, 0));
    assert!(error.to_string().contains("100 older keys, and a transaction checks at most 99"), "{error}");
    platform.create(&beat(JULY)).await.unwrap();
    assert_eq!(names(&local), ["PutItem"]);
    platform.put(&beat(0)).await.unwrap();
}
