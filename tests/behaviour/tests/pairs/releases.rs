//! Two releases of a program beside each other: each writes keys that are older ones for the other.
//!
//! `KEYWRIGHT_RELEASE_SEEDS=100 cargo test -p keywright-behaviour-tests --test pairs releases` runs more seeds.

use std::{env, time::Duration};

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::future::join_all;
use keywright::{Conditional, Error, Handle, Outcome, Result, Table as _};
use keywright_local::{Failure, Faults, Latency, Local, Rule, Throttle};
use tokio::time::sleep;

/// What a worker does with an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    Upsert,
    Update,
    Replace,
    Rekey,
}

/// What a worker knows of a call.
#[derive(Debug)]
enum Answer {
    /// One was added.
    Added,
    /// Nothing was added.
    Refused,
    Failed(Error),
}

impl From<Result<()>> for Answer {
    fn from(result: Result<()>) -> Self {
        result.map_or_else(Self::Failed, |()| Self::Added)
    }
}

/// The calls of one release.
trait Release {
    async fn call(&self, call: Call, id: u32) -> Answer;
    async fn count(&self, id: u32) -> Option<u32>;
    async fn is_found_by_every_read(&self, id: u32) -> [bool; 5];
}

macro_rules! release {
    ($name:ident, $(#[$pk:meta])*) => {
        mod $name {
            use keywright::{Conditional, Entity, Handle, Projection, Table};
            use serde::{Deserialize, Serialize};

            use super::{Answer, Call, Release};

            #[derive(Table)]
            #[entities(Visits)]
            pub(super) struct Store;

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Store)]
            $(#[$pk])*
            #[sk(template = "VISITS")]
            pub(super) struct Visits {
                pub(super) id: u32,
                pub(super) count: u32,
            }

            #[derive(Projection, Deserialize)]
            #[projection(of = Visits)]
            struct Counted {
                count: u32,
            }

            impl Release for Handle<Store> {
                async fn call(&self, call: Call, id: u32) -> Answer {
                    let key = Visits::key(id);
                    match call {
                        Call::Upsert => self.upsert(key).add(Visits::COUNT, 1).await.into(),
                        Call::Update => self.update(key).add(Visits::COUNT, 1).await.into(),
                        Call::Replace => {
                            let Ok(Some(read)) = self.get(key).consistent().await else { return Answer::Refused };
                            let after = Visits { count: read.count + 1, ..read };
                            match self.replace(&after).when(Visits::COUNT.eq(read.count)).await {
                                Ok(Conditional::Refused(_)) => Answer::Refused,
                                result => result.map(drop).into(),
                            }
                        }
                        Call::Rekey => self.rekey::<Visits>().await.map_or_else(Answer::Failed, |_| Answer::Refused),
                    }
                }

                async fn count(&self, id: u32) -> Option<u32> {
                    self.get(Visits::key(id)).consistent().await.unwrap().map(|visits| visits.count)
                }

                async fn is_found_by_every_read(&self, id: u32) -> [bool; 5] {
                    let batch = self.batch_get([Visits::key(id)]).consistent().await.unwrap();
                    let keys = [Visits::key(id), Visits::key(99)];
                    let partial = self.batch_get(keys).consistent().partial().await.unwrap();
                    let transaction = self.transaction_get([Visits::key(id)]).await.unwrap();
                    let get = self.get(Visits::key(id)).consistent().await.unwrap();
                    let projected = self.get(Visits::key(id)).consistent().project::<Counted>().await.unwrap();
                    let projected = projected.is_some_and(|counted| counted.count < 1_000);
                    [batch[0].is_some(), partial.items[0].is_some(), transaction[0].is_some(), get.is_some(), projected]
                }
            }
        }
    };
}

release!(before, #[pk(template = "USER#<id>", legacy(template = "CUSTOMER#<id>"))]);
release!(after, #[pk(template = "CUSTOMER#<id>", legacy(template = "USER#<id>"))]);

type Releases = (Handle<before::Store>, Handle<after::Store>);

/// One table, opened by both releases.
async fn both(local: &Local) -> Releases {
    let before = local.open::<before::Store>("visits").await.unwrap();
    (before, after::Store::open(local.client(), "visits"))
}

/// Returns the partition keys and counts of all items.
async fn stored(local: &Local) -> Vec<(String, u32)> {
    let scan = local.client().scan().table_name("visits").consistent_read(true).send().await.unwrap();
    let read = |item: &keywright::Item| match (&item["PK"], &item["count"]) {
        (AttributeValue::S(key), AttributeValue::N(count)) => (key.clone(), count.parse().unwrap()),
        other => panic!("{other:?}"),
    };
    let mut items: Vec<_> = scan.items().iter().map(read).collect();
    items.sort();
    items
}

/// Writes an item in the form of a release.
async fn write(local: &Local, partition: &str, id: u32, count: u32) {
    let put = local.client().put_item().table_name("visits");
    put.item("PK", AttributeValue::S(partition.into()))
        .item("SK", AttributeValue::S("VISITS".into()))
        .item("_et", AttributeValue::S("Visits".into()))
        .item("id", AttributeValue::N(id.to_string()))
        .item("count", AttributeValue::N(count.to_string()))
        .send()
        .await
        .unwrap();
}

fn seeds() -> u64 {
    env::var("KEYWRIGHT_RELEASE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

fn slow(seed: u64) -> Faults {
    let latency = Latency::uniform(Duration::from_millis(1), Duration::from_millis(12));
    Faults::seeded(seed).rule(Rule::all().latency(latency))
}

/// What the workers of a run were told.
#[derive(Debug, Default)]
struct Told {
    added: u32,
    unknown: u32,
    refused: Vec<(Call, Error)>,
}

/// Runs workers of both releases, which add to the items 0 (which exists) and 1.
async fn workers((before, after): &Releases, seed: u64, calls: &[Call]) -> Told {
    let work = |worker: u64| {
        let (before, after) = (before.clone(), after.clone());
        async move {
            let mut random = seed.wrapping_mul(31).wrapping_add(worker).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut answers = Vec::new();
            for _ in 0..8 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let call = calls[usize::try_from(random >> 40).unwrap() % calls.len()];
                let id = if call == Call::Upsert { (random >> 33) as u32 % 2 } else { 0 };
                sleep(Duration::from_millis(random >> 60)).await;
                let answer =
                    if worker.is_multiple_of(2) { before.call(call, id).await } else { after.call(call, id).await };
                answers.push((call, answer));
            }
            answers
        }
    };
    let mut told = Told::default();
    for (call, answer) in join_all((0..6).map(work)).await.into_iter().flatten() {
        match answer {
            Answer::Added => told.added += 1,
            Answer::Refused => {}
            Answer::Failed(error) if error.outcome() == Outcome::Unknown => told.unknown += 1,
            Answer::Failed(error) => told.refused.push((call, error)),
        }
    }
    told
}

#[tokio::test(start_paused = true)]
async fn additions_of_two_releases_at_once_are_all_kept() {
    for seed in 0..seeds() {
        let local = Local::builder().answer_inline().start();
        let releases = both(&local).await;
        write(&local, "USER#0", 0, 0).await;
        local.set_faults(slow(seed));
        let told = workers(&releases, seed, &[Call::Upsert, Call::Update, Call::Replace, Call::Rekey]).await;
        local.clear_faults();
        let stored = stored(&local).await;
        assert!(told.refused.is_empty() && told.unknown == 0, "seed {seed}: {:?}", told.refused);
        let keys: Vec<_> = stored.iter().map(|(key, _)| key.split('#').next_back().unwrap()).collect();
        assert!(keys.len() <= 2 && (keys.len() < 2 || keys[0] != keys[1]), "seed {seed}: {stored:?}");
        assert_eq!(stored.iter().map(|(_, count)| count).sum::<u32>(), told.added, "seed {seed}: {stored:?}");
        assert!(releases.0.count(0).await.is_some());
    }
}

#[tokio::test(start_paused = true)]
async fn additions_with_lost_requests_and_answers_are_kept_or_in_doubt() {
    for seed in 0..seeds() {
        let local = Local::builder().answer_inline().start();
        let releases = both(&local).await;
        write(&local, "USER#0", 0, 0).await;
        let rule = |share| Rule::all().probability(share).unwrap();
        let faults = slow(seed)
            .rule(rule(0.05).fail(Failure::Disconnected { carried_out: false }))
            .rule(rule(0.05).fail(Failure::InternalServerError { carried_out: true }))
            .rule(rule(0.05).fail(Failure::Throttled(Throttle::throttling())));
        local.set_faults(faults);
        let told = workers(&releases, seed, &[Call::Upsert, Call::Update]).await;
        local.clear_faults();
        let stored = stored(&local).await;
        let sum = stored.iter().map(|(_, count)| count).sum::<u32>();
        assert!(stored.len() <= 2, "seed {seed}: {stored:?}");
        assert!(
            (told.added..=told.added + told.unknown).contains(&sum),
            "seed {seed}: {sum} stored, {} acknowledged, {} in doubt",
            told.added,
            told.unknown
        );
    }
}

#[tokio::test]
async fn an_update_whose_condition_an_older_copy_does_not_meet_leaves_it_where_it_is() {
    let local = Local::start();
    let (_, after) = both(&local).await;
    write(&local, "USER#0", 0, 5).await;
    let update = after.update(after::Visits::key(0)).add(after::Visits::COUNT, 1);
    let refused = update.when(after::Visits::COUNT.eq(7)).await.unwrap();
    let Conditional::Refused(refused) = refused else { panic!("{refused:?}") };
    assert_eq!(refused.decode().unwrap().map(|visits| visits.count), Some(5));
    assert_eq!(stored(&local).await, [("USER#0".into(), 5)]);
}

#[tokio::test(start_paused = true)]
async fn rekey_leaves_one_item_of_two_older_copies() {
    let local = Local::builder().answer_inline().start();
    let (_, after) = both(&local).await;
    write(&local, "USER#0", 0, 5).await;
    write(&local, "CUSTOMER#0", 0, 7).await;
    assert_eq!(after.rekey::<after::Visits>().await.unwrap().failures, 0);
    assert_eq!(stored(&local).await, [("CUSTOMER#0".into(), 7)]);
}

#[tokio::test(start_paused = true)]
async fn consistent_reads_find_an_item_that_two_releases_move() {
    for seed in 0..seeds() {
        let local = Local::builder().answer_inline().start();
        let releases = both(&local).await;
        let (before, after) = &releases;
        write(&local, "USER#0", 0, 0).await;
        local.set_faults(slow(seed));
        let reads = async {
            for read in 0..30 {
                let found = match read % 2 {
                    0 => before.is_found_by_every_read(0).await,
                    _ => after.is_found_by_every_read(0).await,
                };
                assert_eq!(found, [true; 5], "seed {seed}, read {read}");
            }
        };
        let (told, ()) = tokio::join!(workers(&releases, seed, &[Call::Update, Call::Replace, Call::Rekey]), reads);
        assert!(told.refused.is_empty(), "seed {seed}: {:?}", told.refused);
    }
}

mod cursors {
    use keywright::{Entity, ErrorKind, Outcome, Table};
    use keywright_local::Local;
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[entities(OldNote)]
    struct OldNotes;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = OldNotes, name = "Note")]
    #[pk(template = "USER#<user>")]
    #[sk(template = "<id>")]
    struct OldNote {
        user: String,
        id: u32,
    }

    #[derive(Table)]
    #[entities(Note)]
    struct Notes;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Notes, name = "Note")]
    #[pk(template = "CUSTOMER#<user>", legacy(template = "USER#<user>"))]
    #[sk(template = "<id>")]
    struct Note {
        user: String,
        id: u32,
    }

    #[tokio::test]
    async fn a_cursor_of_another_release_is_refused_before_a_request() {
        let local = Local::start();
        let old = local.open::<OldNotes>("notes").await.unwrap();
        let new = Notes::open(local.client(), "notes");
        for id in 0..6 {
            old.put(&OldNote { user: "ann".into(), id }).await.unwrap();
        }
        let of_old = OldNote::query("ann").limit(2).send(&old).await.unwrap().cursor.unwrap();
        let of_new = Note::query("ann").limit(2).send(&new).await.unwrap().cursor.unwrap();
        let requests = local.requests();
        let errors = [
            Note::query("ann").limit(2).cursor(of_old).send(&new).await.unwrap_err(),
            OldNote::query("ann").limit(2).cursor(of_new).send(&old).await.unwrap_err(),
        ];
        for error in errors {
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::CursorForeign, Outcome::NotApplied), "{error}");
        }
        assert_eq!(local.requests(), requests);
    }
}
