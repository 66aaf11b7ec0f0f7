//! Designs that change with time (`grow` and `until`), and several older keys. Every design is read by every other one,
//! and the lock predicts whether items are lost.

use aws_sdk_dynamodb::Client;
use chrono::{DateTime, Duration, Utc};
use keywright::{Entity, Table, key::Timestamp};
use keywright_local::Local;
use keywright_tools::lock::{Lock, Readable, compare};
use serde::{Deserialize, Serialize};

/// The number of items: one every eighth hour of five days.
const ITEMS: i64 = 15;

/// A time after the last item. Announced changes begin later.
const NOW: &str = "2026-07-01T00:00:00Z";

/// The designs with older keys.
const OLDER: [&str; 6] =
    ["daily_since", "monthly_and_all", "random_2_once_5", "hash_3_grown_late", "hash_3_and_7_older", "hash_7_once_3"];

fn at(number: i64) -> DateTime<Utc> {
    "2026-06-22T00:00:00Z".parse::<DateTime<Utc>>().unwrap() + Duration::hours(8 * number)
}

macro_rules! designs {
    ($($name:ident, $read:ident, { $(#[$log:meta])* })*) => {
        $(
            mod $name {
                use super::*;

                #[derive(Table)]
                #[table(undeclared_peak = "allow")]
                #[entities(Log)]
                pub(super) struct Logs;

                #[allow(clippy::duplicated_attributes, reason = "each `grow` has a count of its own")]
                #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
                #[entity(table = Logs)]
                $(#[$log])*
                #[sk(template = "<at>#<id>")]
                pub(super) struct Log {
                    at: DateTime<Utc>,
                    id: i64,
                }

                pub(super) async fn write(client: Client) {
                    let logs = Logs::open(client, "logs");
                    let all: Vec<_> = (0..ITEMS).map(|id| Log { at: at(id), id }).collect();
                    assert!(logs.batch_put(&all).await.unwrap().is_complete());
                }

                /// Returns the number of items that a query finds, and of those found one by one.
                pub(super) async fn found(client: Client) -> (usize, usize) {
                    let logs = Logs::open(client, "logs");
                    let page = Log::query().between(at(0)..at(ITEMS)).limit(1_000).send(&logs).await.unwrap();
                    let mut by_key = 0;
                    for id in 0..ITEMS {
                        by_key += designs!(@ $read logs, at(id), id);
                    }
                    (page.items.len(), by_key)
                }
            }
        )*

        #[tokio::test]
        async fn lock_predicts_what_each_design_reads_of_every_other() {
            let now = Timestamp { seconds: NOW.parse::<DateTime<Utc>>().unwrap().timestamp(), nanos: 0 };
            let locks = [$((stringify!($name), Lock::of::<$name::Logs>())),*];
            let mut verdicts = Vec::new();
            $({
                let local = Local::start();
                local.open::<$name::Logs>("logs").await.unwrap();
                $name::write(local.client()).await;
                let written = stringify!($name);
                let old = locks.iter().find(|(name, _)| *name == written).map(|(_, lock)| lock).unwrap();
                for (read, new) in &locks {
                    let changes = compare(old, new, now);
                    let says = changes.iter().all(|change| change.readable != Readable::No);
                    let found = find(read, local.client()).await;
                    let all = (ITEMS as usize, ITEMS as usize);
                    // If a design has older keys, the lock expects items under them, but none was written here.
                    let may_be_older = OLDER.contains(&written);
                    if (found == all) != says && (says || !may_be_older) {
                        verdicts.push(format!("{written} -> {read}: the lock says {says}, found {found:?}"));
                    }
                }
            })*
            assert!(verdicts.is_empty(), "{}", verdicts.join("\n"));
        }

        async fn find(design: &str, client: Client) -> (usize, usize) {
            match design {
                $(stringify!($name) => $name::found(client).await,)*
                _ => unreachable!("{design}"),
            }
        }
    };
    (@ get $logs:ident, $at:expr, $id:expr) => {
        usize::from($logs.get(Log::key($at, $id)).await.is_ok_and(|log| log.is_some()))
    };
    (@ find $logs:ident, $at:expr, $id:expr) => {
        Log::find($at, $id).send(&$logs).await.map_or(0, |found| found.len())
    };
}

designs! {
    constant, get, { #[pk(template = "LOG", allow_hot = "a test")] }
    daily, get, { #[pk(template = "LOG#<at:day>")] }
    daily_since, get, { #[pk(template = "LOG#<at:day>", legacy(template = "LOG", until = "2026-06-24T00:00:00Z"))] }
    monthly_and_all, get, {
        #[pk(
            template = "LOG#<at:month>",
            legacy(template = "LOG#<at:day>", until = "2026-07-02T00:00:00Z"),
            legacy(template = "LOG", until = "2026-07-03T00:00:00Z")
        )]
    }
    random_2, find, { #[pk(template = "LOG#<at:day>")] #[shard(random = 2)] }
    random_2_grown_to_5, find, {
        #[pk(template = "LOG#<at:day>")]
        #[shard(random = 2, grow(at = "2026-06-23T12:00:00Z", count = 5))]
    }
    random_2_grown_twice, find, {
        #[pk(template = "LOG#<at:day>")]
        #[shard(random = 2, grow(at = "2026-06-23T12:00:00Z", count = 5), grow(at = "2026-06-25T00:00:00Z", count = 9))]
    }
    random_2_to_grow, find, {
        #[pk(template = "LOG#<at:day>")]
        #[shard(random = 2, grow(at = "2026-07-02T00:00:00Z", count = 5))]
    }
    random_2_once_5, find, {
        #[pk(template = "LOG#<at:day>", legacy(template = "LOG#<at:day>", shards = 5, until = "2026-07-02T00:00:00Z"))]
        #[shard(random = 2)]
    }
    hash_3, get, { #[pk(template = "LOG#<at:day>")] #[shard(hash(id), count = 3)] }
    hash_3_grown_to_7, get, {
        #[pk(template = "LOG#<at:day>")]
        #[shard(hash(id), count = 3, grow(at = "2026-06-23T12:00:00Z", count = 7))]
    }
    hash_3_to_grow, get, {
        #[pk(template = "LOG#<at:day>")]
        #[shard(hash(id), count = 3, grow(at = "2026-07-02T00:00:00Z", count = 7))]
    }
    hash_3_grown_late, get, {
        #[pk(
            template = "LOG#<at:day>",
            legacy(template = "LOG#<at:day>", hash(id), count = 3, until = "2026-07-02T00:00:00Z")
        )]
        #[shard(hash(id), count = 3, grow(at = "2026-06-23T12:00:00Z", count = 7))]
    }
    hash_7_once_3, get, {
        #[pk(
            template = "LOG#<at:day>",
            legacy(template = "LOG#<at:day>", hash(id), count = 3, until = "2026-06-23T12:00:00Z")
        )]
        #[shard(hash(id), count = 7)]
    }
    hash_3_and_7_older, get, {
        #[pk(
            template = "LOG#<at:month>",
            legacy(template = "LOG#<at:day>", hash(id), count = 7),
            legacy(template = "LOG#<at:day>", hash(id), count = 3)
        )]
        #[shard(hash(id), count = 2)]
    }
}
