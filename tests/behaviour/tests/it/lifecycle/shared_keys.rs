//! The time of the change in an index key together with fields that others set.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Outcome, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[entities(Job, Log)]
struct Jobs;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Jobs)]
#[pk(template = "JOB#<id>")]
#[sk(template = "JOB")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>#<updated:day>", sk = "<updated>")]
#[gsi(index = "GSI2", query = by_host, pk = "HOST#<host>#<rank>", sk = "<updated>")]
struct Job {
    id: String,
    state: String,
    host: String,
    rank: Option<u32>,
    note: Option<String>,
    #[entity(updated)]
    updated: Option<DateTime<Utc>>,
}

/// An index sorts by the time of the first write.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Jobs)]
#[pk(template = "LOG#<id>")]
#[sk(template = "LOG")]
#[gsi(index = "GSI1", query = by_topic, pk = "TOPIC#<topic>", sk = "<created>")]
struct Log {
    id: String,
    topic: String,
    lines: u32,
    #[entity(created)]
    created: DateTime<Utc>,
}

async fn jobs() -> (Local, Handle<Jobs>) {
    let local = Local::start();
    let jobs = local.open::<Jobs>("jobs").await.unwrap();
    let (id, state, host) = ("1".into(), "new".into(), "a".into());
    jobs.put(&Job { id, state, host, rank: Some(1), note: None, updated: None }).await.unwrap();
    local.clear_operations();
    (local, jobs)
}

#[tokio::test]
async fn the_others_are_set_without_it() {
    let (_local, jobs) = jobs().await;
    let update = jobs.update(Job::key("1")).set(Job::STATE, "done").set(Job::HOST_AND_RANK, ("b", Some(2)));
    update.await.unwrap();
    let job = jobs.get(Job::key("1")).consistent().await.unwrap().unwrap();
    assert_eq!((job.state.as_str(), job.host.as_str(), job.rank), ("done", "b", Some(2)));
    let item = jobs.client().scan().table_name("jobs").send().await.unwrap().items.unwrap().remove(0);
    for key in job.keys().unwrap().into_iter().skip(1) {
        let index = key.index.unwrap();
        assert_eq!(item[&format!("{index}PK")].as_s().unwrap(), &key.partition);
        assert_eq!(item[&format!("{index}SK")].as_s().unwrap(), &key.sort.unwrap());
    }
    assert_eq!(Job::by_host("b", 2).send(&jobs).await.unwrap().items, [job]);
}

#[tokio::test]
async fn an_update_without_the_others_is_refused() {
    let (local, jobs) = jobs().await;
    let error = jobs.update(Job::key("1")).set(Job::NOTE, "late").await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied));
    let said = error.to_string();
    assert!(said.contains("each update writes `updated`, which feeds its key together with `state`"), "{said}");
    assert!(said.contains("GSI1"), "{said}");
    let error = jobs.update(Job::key("1")).set(Job::STATE, "done").await.unwrap_err();
    assert!(error.to_string().contains("together with `host`, `rank`; set these too"), "{error}");
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn an_upsert_does_not_know_the_creation() {
    let (local, jobs) = jobs().await;
    let upsert = || jobs.upsert(Log::key("1")).set(Log::TOPIC, "rust").add(Log::LINES, 1);
    let error = upsert().await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied));
    assert!(error.to_string().contains("would lack `GSI1SK`"), "{error}");
    assert_eq!(local.requests(), 0);
    upsert().set(Log::CREATED, Utc::now()).await.unwrap();
    let log = jobs.get(Log::key("1")).consistent().await.unwrap().unwrap();
    assert_eq!(Log::by_topic("rust").send(&jobs).await.unwrap().items, [log]);
}
