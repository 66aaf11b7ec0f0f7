//! A field that is itself a key attribute, of a type that serde writes in another form than keys, and of which another
//! key contains a bucket.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Conditional, Entity, ErrorKind, Handle, ItemUpdate, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

const FIRST: &str = "2026-07-13T14:05:09.999999999Z";
const LATER: &str = "2026-07-13T14:05:10Z";
const OTHER_WEEK: &str = "2026-07-20T00:00:00Z";

/// Reads a time of each type from text.
trait Parsed {
    fn parsed(text: &str) -> Self;
}

impl Parsed for jiff::Timestamp {
    fn parsed(text: &str) -> Self {
        text.parse().unwrap()
    }
}

impl Parsed for jiff::civil::DateTime {
    fn parsed(text: &str) -> Self {
        text.trim_end_matches('Z').parse().unwrap()
    }
}

impl Parsed for chrono::DateTime<chrono::Utc> {
    fn parsed(text: &str) -> Self {
        text.parse().unwrap()
    }
}

impl Parsed for time::OffsetDateTime {
    fn parsed(text: &str) -> Self {
        Self::parse(text, &time::format_description::well_known::Rfc3339).unwrap()
    }
}

impl Parsed for time::UtcDateTime {
    fn parsed(text: &str) -> Self {
        time::OffsetDateTime::parsed(text).into()
    }
}

impl Parsed for time::PrimitiveDateTime {
    fn parsed(text: &str) -> Self {
        let at = time::OffsetDateTime::parsed(text);
        Self::new(at.date(), at.time())
    }
}

macro_rules! natives {
    ($($name:ident: $type:ty;)*) => {
        $(mod $name {
            use super::*;

            #[derive(Table)]
            #[table(sk = "owner", undeclared_peak = "allow")]
            #[entities(Visit, Moved)]
            pub(super) struct Store;

            /// The sort key is the whole time, and the partition key has its week.
            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Store)]
            #[pk(template = "A#<region>#<owner:week>")]
            #[sk(template = "<owner>")]
            pub(super) struct Visit {
                region: u32,
                owner: $type,
                count: u64,
                #[entity(version)]
                version: u64,
            }

            /// Its items can be under an older key.
            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Store)]
            #[pk(template = "B#<region>#<owner:week>", legacy(template = "OLD#<region>"))]
            #[sk(template = "<owner>")]
            pub(super) struct Moved {
                region: u32,
                owner: $type,
                count: u64,
            }

            #[derive(Table)]
            #[table(undeclared_peak = "allow")]
            #[gsi(name = "ByTime", pk = "at")]
            #[entities(Entry, Hits)]
            pub(super) struct Log;

            /// The table's key has the day only, and the attribute is the key of an index.
            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Log)]
            #[pk(template = "LOG#<region>")]
            #[sk(template = "DAY#<at:day>")]
            #[gsi(index = "ByTime", query = by_time, pk = "<at>", allow_hot = "a test")]
            pub(super) struct Entry {
                region: u32,
                at: $type,
                count: u64,
            }

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Log)]
            #[pk(template = "HITS#<region>")]
            #[sk(template = "DAY#<at:day>")]
            #[gsi(index = "ByTime", query = by_time, pk = "<at>", allow_hot = "a test")]
            pub(super) struct Hits {
                region: u32,
                at: $type,
                #[entity(counter)]
                views: u64,
            }

            fn time(text: &str) -> $type {
                <$type>::parsed(text)
            }

            fn visit(text: &str, count: u64) -> Visit {
                Visit { region: 7, owner: time(text), count, version: 0 }
            }

            fn key(text: &str) -> keywright::Key<Visit> {
                Visit::key(7, time(text))
            }

            async fn count(store: &Handle<Store>, text: &str) -> Option<u64> {
                store.get(key(text)).await.unwrap().map(|visit| visit.count)
            }

            #[tokio::test]
            async fn every_write_finds_the_item_of_a_whole_native_key() {
                let store = Local::start().open::<Store>("store").await.unwrap();
                for text in [FIRST, LATER] {
                    store.create(&visit(text, 1)).await.unwrap();
                }
                store.update(key(FIRST)).add(Visit::COUNT, 2).await.unwrap();
                store.update(key(LATER)).set(Visit::COUNT, 9).await.unwrap();
                assert_eq!((count(&store, FIRST).await, count(&store, LATER).await), (Some(3), Some(9)));
                let change = ItemUpdate::new(key(FIRST)).add(Visit::COUNT, 1);
                let other = ItemUpdate::new(key(LATER)).set(Visit::COUNT, 8);
                store.transaction().update(change).update(other).await.unwrap();
                assert_eq!((count(&store, FIRST).await, count(&store, LATER).await), (Some(4), Some(8)));
                store.upsert(key(FIRST)).add(Visit::COUNT, 1).await.unwrap();
                store.upsert(key(OTHER_WEEK)).set(Visit::COUNT, 5).await.unwrap();
                assert_eq!((count(&store, FIRST).await, count(&store, OTHER_WEEK).await), (Some(5), Some(5)));
                let stored = store.get(key(FIRST)).await.unwrap().unwrap();
                store.replace(&Visit { count: 6, ..stored.clone() }).await.unwrap();
                let stored = store.get(key(FIRST)).await.unwrap().unwrap();
                store.put(&Visit { count: 7, ..stored }).await.unwrap();
                let all = async || {
                    let mut all = store.scan::<Visit>().await.unwrap().items;
                    all.sort_by_key(|visit| visit.count);
                    all.into_iter().map(|visit| visit.count).collect::<Vec<_>>()
                };
                assert_eq!(all().await, [5, 7, 8]);
                let moved = store.move_to(key(OTHER_WEEK), |visit| visit.region = 8).await.unwrap();
                assert_eq!(moved.count, 5);
                let more = |each: Visit| Some(Visit { count: each.count + 10, ..each });
                assert_eq!(store.update_each(more).await.unwrap().written, 3);
                assert_eq!(all().await, [15, 17, 18]);
                store.transaction().check(key(FIRST), Visit::COUNT.eq(17)).delete(key(LATER)).await.unwrap();
                assert_eq!(all().await, [15, 17]);
                let refused = store.delete(key(FIRST)).when(Visit::OWNER.ne(time(FIRST))).await.unwrap();
                assert!(matches!(refused, Conditional::Refused(_)));
                let applied = store.delete(key(FIRST)).when(Visit::OWNER.eq(time(FIRST))).await.unwrap();
                assert!(matches!(applied, Conditional::Applied(_)));
                let error = store.update(key(FIRST)).add(Visit::COUNT, 2).await.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::NotFound);
                let rest = store.get(Visit::key(8, time(OTHER_WEEK))).await.unwrap().unwrap();
                store.transaction().delete_item(&rest).await.unwrap();
                assert!(all().await.is_empty());
            }

            #[tokio::test]
            async fn items_under_an_older_key_are_moved_by_a_write() {
                let store = Local::start().open::<Store>("store").await.unwrap();
                let moved = |text: &str, count| Moved { region: 7, owner: time(text), count };
                let key = |text: &str| Moved::key(7, time(text));
                for text in [FIRST, LATER, OTHER_WEEK] {
                    let mut older = moved(text, 1).to_item().unwrap();
                    older.insert("PK".into(), AttributeValue::S("OLD#7".into()));
                    store.client().put_item().table_name("store").set_item(Some(older)).send().await.unwrap();
                }
                store.update(key(FIRST)).add(Moved::COUNT, 1).await.unwrap();
                store.upsert(key(FIRST)).add(Moved::COUNT, 1).await.unwrap();
                assert_eq!(store.get(key(FIRST)).await.unwrap(), Some(moved(FIRST, 3)));
                store.replace(&moved(LATER, 2)).await.unwrap();
                store.update(key(LATER)).add(Moved::COUNT, 1).await.unwrap();
                assert_eq!(store.get(key(LATER)).await.unwrap(), Some(moved(LATER, 3)));
                assert_eq!(store.scan::<Moved>().await.unwrap().items.len(), 3);
                store.move_to(key(OTHER_WEEK), |item| item.region = 9).await.unwrap();
                assert_eq!(store.get(key(OTHER_WEEK)).await.unwrap(), None);
                for text in [FIRST, LATER] {
                    store.delete(key(text)).await.unwrap();
                }
                store.delete(Moved::key(9, time(OTHER_WEEK))).await.unwrap();
                assert!(store.scan::<Moved>().await.unwrap().items.is_empty());
            }

            #[tokio::test]
            async fn rekey_and_delete_each_find_them() {
                let store = Local::start().open::<Store>("store").await.unwrap();
                for text in [FIRST, LATER] {
                    let mut older = Moved { region: 7, owner: time(text), count: 1 }.to_item().unwrap();
                    older.insert("PK".into(), AttributeValue::S("OLD#7".into()));
                    store.client().put_item().table_name("store").set_item(Some(older)).send().await.unwrap();
                }
                assert_eq!(store.rekey::<Moved>().await.unwrap().written, 2);
                assert!(store.rekey::<Moved>().dry_run().await.unwrap().is_settled());
                store.update(Moved::key(7, time(FIRST))).add(Moved::COUNT, 1).await.unwrap();
                assert_eq!(store.delete_each(|item: &Moved| item.count == 2).await.unwrap().written, 1);
                assert_eq!(store.scan::<Moved>().await.unwrap().items.len(), 1);
            }

            #[tokio::test]
            async fn a_part_of_an_index_key_is_compared_in_the_form_of_the_key() {
                let log = Local::start().open::<Log>("log").await.unwrap();
                let key = |text: &str| Entry::key(7, time(text));
                let entry = |text: &str, count| Entry { region: 7, at: time(text), count };
                log.create(&entry(FIRST, 1)).await.unwrap();
                log.put(&entry(FIRST, 1)).await.unwrap();
                log.update(key(FIRST)).add(Entry::COUNT, 1).await.unwrap();
                log.upsert(key(FIRST)).add(Entry::COUNT, 1).await.unwrap();
                log.transaction().update(ItemUpdate::new(key(FIRST)).add(Entry::COUNT, 1)).await.unwrap();
                log.replace(&entry(FIRST, 4)).await.unwrap();
                log.upsert(key(OTHER_WEEK)).set(Entry::COUNT, 8).await.unwrap();
                for (text, count) in [(FIRST, 4), (OTHER_WEEK, 8)] {
                    assert_eq!(log.get(key(text)).await.unwrap(), Some(entry(text, count)));
                    assert_eq!(Entry::by_time(time(text)).send(&log).await.unwrap().items, [entry(text, count)]);
                }
                // Another time of the day is another item under the same key.
                let kind = async |result: keywright::Result<()>| result.unwrap_err().kind();
                assert_eq!(log.get(key(LATER)).await.unwrap(), None);
                assert_eq!(kind(log.update(key(LATER)).add(Entry::COUNT, 1).await).await, ErrorKind::NotFound);
                assert_eq!(log.put(&entry(LATER, 1)).await.unwrap_err().kind(), ErrorKind::KeyCollision);
                assert_eq!(kind(log.upsert(key(LATER)).add(Entry::COUNT, 1).await).await, ErrorKind::KeyCollision);
                log.delete(key(LATER)).await.unwrap();
                log.transaction().delete_item(&entry(FIRST, 4)).await.unwrap();
                log.delete(key(OTHER_WEEK)).await.unwrap();
                assert!(log.scan::<Entry>().await.unwrap().items.is_empty());
            }

            #[tokio::test]
            async fn counters_count_for_the_part() {
                let log = Local::start().open::<Log>("log").await.unwrap();
                log.increment(Hits::views(7, time(FIRST)), 2).await.unwrap();
                log.increment(Hits::views(7, time(LATER)), 1).await.unwrap();
                log.transaction().increment(Hits::views(7, time(LATER)), 1).await.unwrap();
                let midnight = time("2026-07-13T00:00:00Z");
                let expected = Hits { region: 7, at: midnight, views: 4 };
                assert_eq!(log.get(Hits::key(7, time(FIRST))).await.unwrap(), Some(expected.clone()));
                assert_eq!(Hits::by_time(midnight).send(&log).await.unwrap().items, [expected]);
                log.update(Hits::key(7, time(FIRST))).set(Hits::VIEWS, 9).await.unwrap();
                assert_eq!(log.total(Hits::views(7, time(LATER))).await.unwrap().value, 9);
            }
        })*
    };
}

natives! {
    time_offset: time::OffsetDateTime;
    time_utc: time::UtcDateTime;
    time_primitive: time::PrimitiveDateTime;
    jiff_timestamp: jiff::Timestamp;
    jiff_civil: jiff::civil::DateTime;
    chrono_utc: chrono::DateTime<chrono::Utc>;
}
