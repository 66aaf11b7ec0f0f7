//! Expired items that do not decode are hidden as other expired items are.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use futures_util::StreamExt as _;
use keywright::{Entity, ErrorKind, Handle, Item, Projection, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "ends")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(Job)]
struct Queue;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum State {
    Waiting,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Queue)]
#[pk(template = "QUEUE#<queue>", legacy(template = "Q#<queue>"))]
#[sk(template = "<id>")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<id>")]
struct Job {
    queue: u32,
    id: u32,
    owner: String,
    state: State,
    #[entity(ttl)]
    ends: DateTime<Utc>,
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Job)]
struct Progress {
    id: u32,
    state: State,
}

fn job(id: u32) -> Job {
    Job { queue: 1, id, owner: "ann".into(), state: State::Waiting, ends: "2100-01-01T00:00:00Z".parse().unwrap() }
}

/// Stores job 1, which has expired and does not decode, under the current key or under the older one, and job 2.
async fn queue(is_older: bool) -> Handle<Queue> {
    let queue = Local::start().open::<Queue>("queue").await.unwrap();
    let put = async |item: Item| {
        queue.client().put_item().table_name("queue").set_item(Some(item)).send().await.unwrap();
    };
    let mut expired: Item = job(1).to_item().unwrap();
    expired.insert("ends".into(), AttributeValue::N("1700000000".into()));
    expired.insert("state".into(), AttributeValue::S("Paused".into()));
    if is_older {
        expired.insert("PK".into(), AttributeValue::S("Q#1".into()));
    }
    put(expired).await;
    put(job(2).to_item().unwrap()).await;
    queue
}

/// Returns the handles of both decoders, with the item under the current key and under the older one.
async fn queues() -> Vec<Handle<Queue>> {
    let mut queues = Vec::new();
    for is_older in [false, true] {
        let queue = queue(is_older).await;
        queues.extend([queue.clone(), queue.parse_items_with_sdk()]);
    }
    queues
}

fn progress() -> Progress {
    Progress { id: 2, state: State::Waiting }
}

fn is_decode<T>(read: keywright::Result<T>) -> bool {
    read.is_err_and(|error| error.kind() == ErrorKind::Decode)
}

#[tokio::test]
async fn a_get_is_none() {
    for queue in queues().await {
        assert_eq!(queue.get(Job::key(1, 1)).await.unwrap(), None);
        assert_eq!(queue.get(Job::key(1, 1)).consistent().await.unwrap(), None);
        assert_eq!(queue.get(Job::key(1, 2)).await.unwrap(), Some(job(2)));
        assert!(is_decode(queue.get(Job::key(1, 1)).include_expired().await));
    }
}

#[tokio::test]
async fn a_projected_get_is_none() {
    for queue in queues().await {
        assert_eq!(queue.get(Job::key(1, 1)).project::<Progress>().await.unwrap(), None);
        assert_eq!(queue.get(Job::key(1, 2)).project::<Progress>().await.unwrap(), Some(progress()));
        assert!(is_decode(queue.get(Job::key(1, 1)).project::<Progress>().include_expired().await));
    }
}

#[tokio::test]
async fn batches_and_transactions_return_none() {
    for queue in queues().await {
        let keys = || [Job::key(1, 1), Job::key(1, 2)];
        assert_eq!(queue.batch_get(keys()).await.unwrap(), [None, Some(job(2))]);
        let report = queue.batch_get(keys()).partial().await.unwrap();
        assert_eq!((report.items, report.leftovers.len()), (vec![None, Some(job(2))], 0));
        assert_eq!(queue.batch_get(keys()).project::<Progress>().await.unwrap(), [None, Some(progress())]);
        assert!(is_decode(queue.batch_get(keys()).include_expired().await));
        assert_eq!(queue.transaction_get(keys()).await.unwrap(), [None, Some(job(2))]);
        assert!(is_decode(queue.transaction_get(keys()).include_expired().await));
    }
}

#[tokio::test]
async fn queries_and_scans_omit_it() {
    for queue in queues().await {
        assert_eq!(Job::query(1).send(&queue).await.unwrap().items, [job(2)]);
        assert_eq!(Job::query(1).project::<Progress>().send(&queue).await.unwrap().items, [progress()]);
        assert!(is_decode(Job::query(1).include_expired().send(&queue).await));
        let page = Job::by_owner("ann").hydrate().send(&queue).partial().await.unwrap();
        assert_eq!((page.items, page.undecodable.len()), (vec![job(2)], 0));
        assert_eq!(Job::by_owner("ann").hydrate().send(&queue).await.unwrap().items, [job(2)]);
        let stream: Vec<_> = Job::query(1).stream(&queue).collect().await;
        assert_eq!(stream.into_iter().map(Result::unwrap).collect::<Vec<_>>(), [job(2)]);
        let page = queue.scan::<Job>().partial().await.unwrap();
        assert_eq!((page.items, page.undecodable.len()), (vec![job(2)], 0));
    }
}
