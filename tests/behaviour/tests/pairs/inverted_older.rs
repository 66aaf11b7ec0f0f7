//! Inverted indexes of tables whose partition keys have older templates or shards.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

/// A table, its entity with a partition key of its own, and the older form of it.
macro_rules! stores {
    ($($name:ident: $attribute:literal, $pk:meta, $shard:meta;)*) => {
        $(mod $name {
            use super::*;

            #[derive(Table)]
            #[gsi(name = "Inverted", pk = "SK", sk = "PK")]
            #[entities(Entry)]
            pub(super) struct Store;

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Store)]
            #[$pk]
            #[$shard]
            #[sk(template = "AT#<at>#<id>")]
            #[gsi(index = "Inverted", query = at_time, pk = "AT#<at>#<id>", sk = $attribute)]
            pub(super) struct Entry {
                pub(super) team: u32,
                pub(super) at: DateTime<Utc>,
                pub(super) id: u32,
            }
        })*
    };
}

stores! {
    older: "TEAM#<team>",
        pk(template = "TEAM#<team>", legacy(template = "OLD#<team>")), allow(dead_code);
    since: "TEAM#<team>#<at>",
        pk(template = "TEAM#<team>#<at>", since = "2027-01-01T00:00:00Z", legacy(template = "OLD#<team>#<at>")),
        allow(dead_code);
    shards: "TEAM#<team>", pk(template = "TEAM#<team>"), shard(hash(id), count = 7);
    known: "TEAM#<id>", pk(template = "TEAM#<id>", legacy(template = "OLD#<id>")), shard(hash(at), count = 3);
}

fn noon() -> DateTime<Utc> {
    "2026-06-22T12:00:00Z".parse().unwrap()
}

/// Checks each view of the index for these entries, of which the first two are under older keys, if there are any.
macro_rules! assert_found {
    ($module:ident, $older:expr) => {{
        use $module::{Entry, Store};
        let local = Local::start();
        let store = local.open::<Store>("store").await.unwrap();
        let of = |team| Entry { team, at: noon(), id: 5 };
        let entries = [of(1), of(2), of(3)];
        for (place, entry) in entries.iter().enumerate() {
            store.put(entry).await.unwrap();
            let older: Option<fn(&Entry) -> String> = $older;
            if let Some(partition) = older.filter(|_| place < 2) {
                let mut item = entry.to_item().unwrap();
                store.delete(Entry::key(entry.team, entry.at, entry.id)).await.unwrap();
                item.insert("PK".into(), aws_sdk_dynamodb::types::AttributeValue::S(partition(entry)));
                let put = local.client().put_item().table_name("store").set_item(Some(item));
                put.send().await.unwrap();
            }
        }
        let query = || Entry::at_time(noon(), 5);
        let mut found = query().send(&store).await.unwrap().items;
        found.sort_by_key(|entry| entry.team);
        assert_eq!(found, entries);
        let mut paged = Vec::new();
        let mut cursor = None;
        loop {
            let page = query().limit(1).cursor(cursor).send(&store).await.unwrap();
            paged.extend(page.items);
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        paged.sort_by_key(|entry| entry.team);
        assert_eq!(paged, entries);
        assert_eq!(query().count(&store).await.unwrap().items, 3);
        assert_eq!(query().keys().send(&store).await.unwrap().items.len(), 3);
        assert_eq!(query().hydrate().send(&store).await.unwrap().items.len(), 3);
        assert!(Entry::at_time(noon() + TimeDelta::days(1), 5).send(&store).await.unwrap().items.is_empty());
    }};
}

#[tokio::test]
async fn an_inverted_index_finds_items_under_older_keys() {
    assert_found!(older, Some(|entry: &Entry| format!("OLD#{}", entry.team)));
}

#[tokio::test]
async fn an_inverted_index_finds_items_of_earlier_times() {
    assert_found!(since, None);
}

#[tokio::test]
async fn an_inverted_index_finds_items_in_shards() {
    assert_found!(shards, None);
}

/// Each field of the index's sort key is also in its partition key, so that the template alone would give one text.
#[tokio::test]
async fn an_inverted_index_whose_sort_key_is_known_finds_items_in_shards_and_under_older_keys() {
    use known::{Entry, Store};
    let local = Local::start();
    let store = local.open::<Store>("store").await.unwrap();
    let current = Entry { team: 1, at: noon(), id: 5 };
    store.put(&current).await.unwrap();
    assert_eq!(Entry::at_time(noon(), 5).send(&store).await.unwrap().items, [current.clone()]);
    let mut item = current.to_item().unwrap();
    store.delete(Entry::key(5, noon())).await.unwrap();
    item.insert("PK".into(), aws_sdk_dynamodb::types::AttributeValue::S("OLD#5".into()));
    local.client().put_item().table_name("store").set_item(Some(item)).send().await.unwrap();
    assert_eq!(Entry::at_time(noon(), 5).send(&store).await.unwrap().items, [current.clone()]);
    assert_eq!(Entry::at_time(noon(), 5).keys().send(&store).await.unwrap().items.len(), 1);
}
