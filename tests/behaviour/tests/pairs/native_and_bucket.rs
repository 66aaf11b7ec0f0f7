//! A field that is itself the sort key, with its bucket in the partition key: the key contains the whole field.

use keywright::{Entity, ItemUpdate, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

/// A type of the sort key, and a value.
macro_rules! native {
    ($($name:ident: $type:ty = $value:expr;)*) => {
        $(mod $name {
            use super::*;

            #[derive(Table)]
            #[table(sk = "at")]
            #[entities(Entry)]
            struct Store;

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Store)]
            #[pk(template = "SITE#<site>#<at:week>", legacy(template = "OLD#<site>"))]
            #[sk(template = "<at>")]
            struct Entry {
                site: u32,
                at: $type,
                note: String,
            }

            #[tokio::test]
            async fn every_write_accepts_the_item() {
                let store = Local::start().open::<Store>("store").await.unwrap();
                let at: $type = $value;
                let entry = |note: &str| Entry { site: 1, at, note: note.into() };
                let key = || Entry::key(1, at);
                store.create(&entry("a")).await.unwrap();
                store.update(key()).set(Entry::NOTE, "b").await.unwrap();
                store.replace(&entry("c")).await.unwrap();
                store.put(&entry("d")).await.unwrap();
                store.upsert(key()).set(Entry::NOTE, "e").await.unwrap();
                assert_eq!(store.get(key()).await.unwrap(), Some(entry("e")));
                assert_eq!(store.batch_get([key()]).await.unwrap(), [Some(entry("e"))]);
                let moved = store.move_to(key(), |entry| entry.site = 2).await.unwrap();
                assert_eq!((moved.site, moved.note.as_str()), (2, "e"));
                store.delete(Entry::key(2, at)).await.unwrap();
                assert!(store.scan::<Entry>().await.unwrap().items.is_empty());
            }
        })*
    };
}

native! {
    chrono_time: chrono::DateTime<chrono::Utc> = "2026-06-22T12:00:00.5Z".parse().unwrap();
    jiff_time: jiff::Timestamp = "2026-06-22T12:00:00.5Z".parse().unwrap();
    time_time: time::OffsetDateTime = time::OffsetDateTime::from_unix_timestamp(1_782_137_106).unwrap();
    chrono_civil: chrono::NaiveDateTime = "2026-06-22T12:00:00.5".parse().unwrap();
}

mod without_older_keys {
    use super::*;

    #[derive(Table)]
    #[table(sk = "at")]
    #[entities(Entry)]
    struct Store;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Store)]
    #[pk(template = "SITE#<site>#<at:week>")]
    #[sk(template = "<at>")]
    struct Entry {
        site: u32,
        at: time::OffsetDateTime,
        count: u64,
    }

    #[tokio::test]
    async fn batches_and_transactions_accept_the_item() {
        let store = Local::start().open::<Store>("store").await.unwrap();
        let at = time::OffsetDateTime::from_unix_timestamp(1_782_137_106).unwrap();
        let key = || Entry::key(1, at);
        assert!(store.batch_put(&[Entry { site: 1, at, count: 1 }]).await.unwrap().is_complete());
        store.transaction().update(ItemUpdate::new(key()).add(Entry::COUNT, 2)).await.unwrap();
        store.update(key()).add(Entry::COUNT, 3).await.unwrap();
        assert_eq!(store.get(key()).await.unwrap().map(|entry| entry.count), Some(6));
        store.transaction().delete(key()).await.unwrap();
        assert_eq!(store.get(key()).await.unwrap(), None);
    }
}

/// The table's key contains milliseconds of a field that is itself an index's key, in the form of that key.
mod part_of_an_index_key {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "ByTime", pk = "site", sk = "at")]
    #[entities(Entry)]
    struct Store;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Store)]
    #[pk(template = "SITE#<site>")]
    #[sk(template = "AT#<at:epoch_ms>")]
    #[gsi(index = "ByTime", query = by_time, pk = "<site>", sk = "<at>")]
    struct Entry {
        site: String,
        at: time::PrimitiveDateTime,
        count: u64,
    }

    #[tokio::test]
    async fn updates_and_upserts_recognize_the_item() {
        let store = Local::start().open::<Store>("store").await.unwrap();
        let instant = time::OffsetDateTime::from_unix_timestamp(1_782_137_106).unwrap();
        let at = time::PrimitiveDateTime::new(instant.date(), instant.time());
        let key = || Entry::key("a", at);
        store.put(&Entry { site: "a".into(), at, count: 1 }).await.unwrap();
        store.update(key()).add(Entry::COUNT, 1).await.unwrap();
        store.upsert(key()).add(Entry::COUNT, 1).await.unwrap();
        store.transaction().update(ItemUpdate::new(key()).add(Entry::COUNT, 1)).await.unwrap();
        assert_eq!(store.get(key()).await.unwrap().map(|entry| entry.count), Some(4));
        assert_eq!(Entry::by_time("a").between(at..=at).count(&store).await.unwrap().items, 1);
        let other = at + time::Duration::microseconds(1);
        let missing = store.update(Entry::key("a", other)).add(Entry::COUNT, 1).await.unwrap_err();
        assert_eq!(missing.kind(), keywright::ErrorKind::NotFound);
    }
}
