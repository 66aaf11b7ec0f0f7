//! The time of the last change in an index key whose other parts depend on fields that callers set.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Outcome, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[gsi(name = "ByRank", pk(name = "rank", type = "N"), sk = "updated")]
#[entities(Job, Log)]
struct Jobs;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Jobs)]
#[pk(template = "JOB#<id>")]
#[sk(template = "JOB")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "<updated>")]
#[gsi(index = "GSI2", query = by_host, pk = "HOST#<host>", sk = "<updated:day>#<id>")]
#[gsi(index = "ByRank", query = by_rank, pk = "<rank>", sk = "<updated>")]
struct Job {
    id: String,
    state: String,
    host: String,
    rank: Option<u32>,
    note: Option<String>,
    #[entity(updated)]
    updated: Option<DateTime<Utc>>,
}

/// A log in an index that sorts by the time of the first write.
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

/// Returns the stored job, and checks that its index keys match its fields.
async fn stored(jobs: &Handle<Jobs>) -> Job {
    let job = jobs.get(Job::key("1")).consistent().await.unwrap().unwrap();
    let item = jobs.client().scan().table_name("jobs").send().await.unwrap().items.unwrap().remove(0);
    let keys = job.keys().unwrap();
    for index in ["GSI1", "GSI2"] {
        let key = keys.iter().find(|key| key.index == Some(index)).unwrap();
        assert_eq!(item[&format!("{index}PK")].as_s().unwrap(), &key.partition);
        assert_eq!(Some(item[&format!("{index}SK")].as_s().unwrap()), key.sort.as_ref());
    }
    let by_rank = keys.iter().find(|key| key.index == Some("ByRank"));
    assert_eq!(by_rank.map(|key| key.partition.as_str()), item.get("rank").map(|rank| rank.as_n().unwrap().as_str()));
    let updated = job.updated.unwrap().format("%Y-%m-%dT%H:%M:%S%.9fZ").to_string();
    assert_eq!(item["updated"].as_s().unwrap(), &updated);
    job
}

#[tokio::test]
async fn any_update_refreshes_the_update_time_in_the_index_key() {
    let (_local, jobs) = jobs().await;
    let before = stored(&jobs).await.updated;
    jobs.update(Job::key("1")).set(Job::NOTE, "late").await.unwrap();
    let job = stored(&jobs).await;
    assert!(job.updated > before);
    assert_eq!(Job::by_state("new").send(&jobs).await.unwrap().items, std::slice::from_ref(&job));
    assert_eq!(Job::by_rank(1_u32).send(&jobs).await.unwrap().items, [job]);
}

#[tokio::test]
async fn other_index_key_fields_can_be_set_separately() {
    let (_local, jobs) = jobs().await;
    let update = jobs.update(Job::key("1")).set(Job::STATE, "done").set(Job::HOST, "b").set(Job::RANK, Some(2));
    update.await.unwrap();
    let job = stored(&jobs).await;
    assert_eq!((job.state.as_str(), job.host.as_str(), job.rank), ("done", "b", Some(2)));
    assert_eq!(Job::by_host("b").send(&jobs).await.unwrap().items, std::slice::from_ref(&job));
    assert_eq!(Job::by_rank(2_u32).send(&jobs).await.unwrap().items, [job]);
    jobs.update(Job::key("1")).remove(Job::RANK).await.unwrap();
    assert_eq!(stored(&jobs).await.rank, None);
    assert_eq!(Job::by_rank(2_u32).send(&jobs).await.unwrap().items, []);
}

#[tokio::test]
async fn upsert_needs_the_creation_time_of_an_index_key() {
    let (local, jobs) = jobs().await;
    let upsert = || jobs.upsert(Log::key("1")).set(Log::TOPIC, "rust").add(Log::LINES, 1);
    let error = upsert().await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied));
    assert!(error.to_string().contains("would lack `GSI1SK`"), "{error}");
    assert!(error.to_string().contains("its key contains `created`, the time of creation; set it, too"), "{error}");
    assert_eq!(local.requests(), 0);
    upsert().set(Log::CREATED, Utc::now()).await.unwrap();
    let log = jobs.get(Log::key("1")).consistent().await.unwrap().unwrap();
    assert_eq!(Log::by_topic("rust").send(&jobs).await.unwrap().items, [log]);
}
