//! An increment also counts as a write.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Votes)]
struct Polls;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Polls)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTES")]
#[gsi(index = "GSI1", query = latest, pk = "POLL#<poll>", sk = "<updated>")]
struct Votes {
    poll: String,
    #[entity(counter)]
    votes: u64,
    #[entity(created)]
    created: Option<DateTime<Utc>>,
    #[entity(updated)]
    updated: Option<DateTime<Utc>>,
}

#[tokio::test]
async fn increment_sets_updated_each_time_and_created_once() {
    let local = Local::start();
    let polls = local.open::<Polls>("polls").await.unwrap();
    let read = || async { polls.get(Votes::key("p")).consistent().await.unwrap().unwrap() };
    polls.increment(Votes::votes("p"), 1).await.unwrap();
    let first = read().await;
    assert!(first.created.is_some() && first.created == first.updated, "{first:?}");
    polls.increment(Votes::votes("p"), 2).await.unwrap();
    let second = read().await;
    assert_eq!((second.votes, second.created), (3, first.created));
    assert!(second.updated > first.updated);
    let key = second.keys().unwrap().remove(1).sort.unwrap();
    let page = Votes::latest("p").send(&polls).await.unwrap();
    assert_eq!(page.items, [second]);
    let scan = polls.client().scan().table_name("polls").send().await.unwrap();
    assert_eq!(scan.items()[0]["GSI1SK"].as_s().unwrap(), &key);
}
