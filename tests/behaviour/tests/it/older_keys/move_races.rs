//! Concurrent creates, replaces and deletes of an item that can be under older keys, with lost responses.

use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use keywright::{Entity, Error, ErrorKind, Handle, Key, Outcome, Table};
use keywright_local::{Failure, Faults, Latency, Local, Rule};
use serde::{Deserialize, Serialize};

use crate::support::platform::hours;
use crate::support::stored;
use crate::support::time::millis;

mod first {
    use super::*;

    #[derive(Table)]
    #[entities(Note)]
    pub struct Platform;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "NOTES", allow_hot = "a prototype")]
    #[sk(template = "<at>#<id>")]
    pub struct Note {
        pub at: DateTime<Utc>,
        pub id: String,
        pub by: String,
    }
}

#[derive(Table)]
#[entities(Note)]
struct Platform;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(
    template = "NOTES#<at:day>",
    legacy(template = "NOTES#<at:month>", hash(id), count = 3, until = "2026-07-01T00:00:00Z"),
    legacy(template = "NOTES")
)]
#[shard(hash(id), count = 5)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 100, item_bytes = 300)]
struct Note {
    at: DateTime<Utc>,
    id: String,
    by: String,
}

const OPERATIONS: [&str; 5] = ["PutItem", "TransactWriteItems", "BatchGetItem", "DeleteItem", "GetItem"];

fn note(by: &str) -> Note {
    Note { at: hours(1), id: "n-1".to_owned(), by: by.to_owned() }
}

fn key() -> Key<Note> {
    Note::key(hours(1), "n-1")
}

/// Delays half of the requests by 3 ms.
fn delays(seed: u64) -> Faults {
    let delayed = Rule::on(OPERATIONS).unwrap().probability(0.5).unwrap().latency(Latency::constant(millis(3)));
    Faults::seeded(seed).rule(delayed)
}

async fn platform(has_older: bool) -> (Local, Handle<Platform>) {
    let local = Local::builder().answer_inline().start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    if has_older {
        let Note { at, id, by } = note("first");
        let first = first::Platform::open(local.client(), "platform");
        first.put(&first::Note { at, id, by }).await.unwrap();
    }
    (local, platform)
}

/// Returns the partition key and the writer of every copy.
async fn copies(platform: &Handle<Platform>) -> Vec<(String, String)> {
    let items = stored::items(platform).await;
    items.iter().map(|item| (stored::text(item, "PK"), stored::text(item, "by"))).collect()
}

fn may_be_applied(result: &Result<(), Error>) -> bool {
    result.as_ref().err().is_none_or(|error| error.outcome() == Outcome::Unknown)
}

#[tokio::test(start_paused = true)]
async fn concurrent_writes_leave_at_most_one_copy_of_a_possible_winner() {
    for seed in 0..16 {
        let has_older = seed % 2 == 0;
        let (local, platform) = platform(has_older).await;
        let fault = |share, failure| Rule::on(OPERATIONS).unwrap().probability(share).unwrap().fail(failure);
        let faults = delays(seed).rule(fault(0.15, Failure::Disconnected { carried_out: true }));
        local.set_faults(faults.rule(fault(0.1, Failure::InternalServerError { carried_out: false })));
        let results = join_all((0..9).map(|writer| {
            let platform = platform.clone();
            async move {
                tokio::time::sleep(millis(writer / 3)).await;
                let note = note(&writer.to_string());
                let creates = writer % 3 != 1;
                (
                    creates,
                    if creates {
                        platform.create(&note).await.map(drop)
                    } else {
                        platform.replace(&note).await.map(drop)
                    },
                )
            }
        }))
        .await;
        local.clear_faults();
        let copies = copies(&platform).await;
        let created = results.iter().filter(|(creates, result)| *creates && result.is_ok()).count();
        assert!(created <= usize::from(!has_older), "seed {seed}: {results:?}");
        assert!(copies.len() <= 1 && (!has_older || copies.len() == 1), "seed {seed}: {copies:?}");
        for (_, by) in copies.iter().filter(|(_, by)| by != "first") {
            assert!(may_be_applied(&results[by.parse::<usize>().unwrap()].1), "seed {seed}: {copies:?} {results:?}");
        }
        assert!(copies.len() == 1 || results.iter().all(|(_, result)| result.is_err()), "seed {seed}: {results:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn concurrent_delete_and_replaces_leave_no_older_copy() {
    for seed in 0..16 {
        let (local, platform) = platform(true).await;
        local.set_faults(delays(seed));
        let replaces = join_all((0..4).map(|writer| {
            let platform = platform.clone();
            async move { platform.replace(&note(&writer.to_string())).await.map(drop) }
        }));
        let delete = async {
            tokio::time::sleep(millis(seed % 7)).await;
            platform.delete(key()).await
        };
        let (replaced, deleted) = tokio::join!(replaces, delete);
        deleted.unwrap();
        local.clear_faults();
        let copies = copies(&platform).await;
        assert!(copies.len() <= 1 && copies.iter().all(|(key, _)| key.starts_with("NOTES#2026-06-22#")), "{copies:?}");
        assert!(copies.is_empty() || replaced.iter().any(Result::is_ok), "seed {seed}");
        let other =
            replaced.iter().filter_map(|result| result.as_ref().err()).find(|e| e.kind() != ErrorKind::NotFound);
        assert!(other.is_none(), "seed {seed}: {other:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn unknown_outcome_of_the_first_request_is_reported() {
    for failure in [Failure::Disconnected { carried_out: false }, Failure::InternalServerError { carried_out: false }] {
        let (local, platform) = platform(false).await;
        local.set_faults(Faults::seeded(1).rule(Rule::on(["PutItem"]).unwrap().first(1).fail(failure)));
        let error = platform.replace(&note("keeper")).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::NotFound, Outcome::Unknown), "{error}");
        assert!(error.key().is_some() && error.to_string().contains("use `create` or `put`"), "{error}");
    }
}
