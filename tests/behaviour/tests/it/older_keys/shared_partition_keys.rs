//! An older design that shares some partition keys with the current one: the same template with another number of
//! shards.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::StreamExt as _;
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::shop::noon;

/// Four shards.
mod earlier {
    use super::*;

    #[derive(Table)]
    #[entities(Event)]
    pub struct Events;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Events)]
    #[pk(template = "EVENT#<at:day>#<shard>")]
    #[shard(hash(id), count = 4)]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 1_000, item_bytes = 300)]
    pub struct Event {
        pub at: DateTime<Utc>,
        pub id: String,
        pub version: u32,
    }
}

/// Ten shards.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Event, Log)]
struct Events;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Events)]
#[pk(template = "EVENT#<at:day>#<shard>", legacy(template = "EVENT#<at:day>#<shard>", shards = 4))]
#[shard(hash(id), count = 10)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 1_000, item_bytes = 300)]
struct Event {
    at: DateTime<Utc>,
    id: String,
    version: u32,
}

/// An entity in random shards, also in its index.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Events)]
#[pk(template = "LOG#<at:day>#<shard>", legacy(template = "LOG#<at:day>#<shard>", shards = 4))]
#[shard(random = 10)]
#[sk(template = "<at>#<id>")]
#[gsi(
    index = "GSI1", query = by_kind, pk = "KIND#<kind>#<shard>", shard(random = 5), sk = "<at>",
    legacy(template = "KIND#<kind>#<shard>", shards = 3)
)]
#[peak(writes_per_second = 1_000, item_bytes = 300)]
struct Log {
    at: DateTime<Utc>,
    id: String,
    kind: String,
}

fn at(second: i64) -> DateTime<Utc> {
    noon() + TimeDelta::seconds(second)
}

fn day() -> std::ops::Range<DateTime<Utc>> {
    noon()..noon() + TimeDelta::hours(1)
}

/// Writes version 1 of the events 0 to 39, then version 2 of the events 20 to 59.
async fn grown() -> (Handle<Events>, Vec<Event>) {
    let local = Local::start();
    let today = local.open::<Events>("events").await.unwrap();
    let before = earlier::Events::open(local.client(), "events");
    for second in 0..40 {
        before.put(&earlier::Event { at: at(second), id: second.to_string(), version: 1 }).await.unwrap();
    }
    let event =
        |second: i64| Event { at: at(second), id: second.to_string(), version: if second < 20 { 1 } else { 2 } };
    for second in 20..60 {
        today.put(&event(second)).await.unwrap();
    }
    (today, (0..60).map(event).collect())
}

#[tokio::test]
async fn each_item_is_returned_once_in_its_newest_version() {
    let (table, events) = grown().await;
    assert_eq!(Event::query().between(day()).send(&table).await.unwrap().items, events);
    assert_eq!(Event::query().between(day()).count(&table).await.unwrap().items, 60);
    let streamed: Vec<_> = Event::query().between(day()).stream(&table).map(Result::unwrap).collect().await;
    assert_eq!(streamed, events);
    for located in Event::query().between(day()).located().send(&table).await.unwrap().items {
        assert_eq!(table.get(located.key).await.unwrap(), Some(located.item));
    }
    for event in &events {
        assert_eq!(table.get(Event::key(event.at, &event.id)).await.unwrap().as_ref(), Some(event));
        let page = Event::query().between(day()).shard_of(&event.id).send(&table).await.unwrap();
        assert_eq!(page.items.iter().filter(|item| item.id == event.id).collect::<Vec<_>>(), [event]);
    }
}

#[tokio::test]
async fn all_page_sizes_return_the_same_items() {
    let (table, events) = grown().await;
    for limit in [1, 3, 7, 59] {
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let query = Event::query().between(day()).newest_first().limit(limit).cursor(cursor);
            let page = query.send(&table).await.unwrap();
            found.extend(page.items);
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        found.reverse();
        assert_eq!(found, events, "limit {limit}");
    }
}

#[tokio::test]
async fn delete_removes_the_item_from_both_designs() {
    let (table, events) = grown().await;
    for event in events {
        table.delete(Event::key(event.at, event.id)).await.unwrap();
    }
    assert_eq!(Event::query().between(day()).count(&table).await.unwrap().items, 0);
}

#[tokio::test]
async fn partition_key_of_both_designs_is_read_once() {
    let table = Local::start().open::<Events>("events").await.unwrap();
    let logs: Vec<_> = (0..40).map(|second| Log { at: at(second), id: second.to_string(), kind: "k".into() }).collect();
    assert!(table.batch_put(&logs).await.unwrap().is_complete());
    let page = Log::query().between(day()).send(&table).await.unwrap();
    assert_eq!((page.items, page.stats.lanes, page.stats.items_read), (logs.clone(), 10, 40));
    let page = Log::by_kind("k").send(&table).await.unwrap();
    assert_eq!((page.items, page.stats.lanes), (logs.clone(), 5));
    assert_eq!(Log::by_kind("k").count(&table).await.unwrap().items, 40);
    for log in &logs {
        let found = Log::find(log.at, &log.id).send(&table).await.unwrap();
        assert_eq!(found.iter().map(|located| &located.item).collect::<Vec<_>>(), [log]);
    }
}
