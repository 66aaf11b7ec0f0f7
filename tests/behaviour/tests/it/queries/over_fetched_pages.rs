//! A cursor from the end of an over-fetched page skips items that were read but not returned.

use keywright::{Handle, read::Cursor};
use keywright_local::Local;

use crate::support::stored::{self, s};
use crate::writes::design::*;

const LIMIT: usize = 4;

/// Writes thirty logs, three in each shard, in the order of time.
async fn thirty() -> (Local, Handle<Platform>, Vec<OpsLog>) {
    let (local, platform) = platform().await;
    let logs: Vec<_> = (0..30).map(|number| OpsLog { at: later(number), ..log(&format!("c-{number:02}")) }).collect();
    for (number, log) in logs.iter().enumerate() {
        platform.put(log).in_shard(number as u32 % 10).await.unwrap();
    }
    local.clear_operations();
    (local, platform, logs)
}

/// Reads `LIMIT` items of each shard and returns the first `LIMIT`, then continues from the end of each shard's page.
async fn by_hand(platform: &Handle<Platform>) -> Vec<String> {
    let mut returned = Vec::new();
    let mut ends: Vec<Option<String>> = vec![Some(String::from(" ")); 10];
    while ends.iter().any(Option::is_some) {
        let mut page = Vec::new();
        for (shard, end) in ends.iter_mut().enumerate() {
            let Some(after) = end.take() else { continue };
            let query = platform.client().query().table_name("platform").limit(2);
            let query =
                query.key_condition_expression("PK = :pk AND SK > :sk").expression_attribute_values(":sk", s(after));
            let query = query.expression_attribute_values(":pk", s(format!("OPS_LOG#2026-06-22#{shard}")));
            let answer = query.send().await.unwrap();
            *end = answer.last_evaluated_key.as_ref().map(|key| stored::text(key, "SK"));
            page.extend(answer.items().iter().map(|item| (stored::text(item, "SK"), stored::text(item, "call_id"))));
        }
        page.sort_unstable();
        returned.extend(page.into_iter().take(LIMIT).map(|(_, call_id)| call_id));
    }
    returned
}

#[tokio::test]
async fn naive_cursor_skips_most_items() {
    let (_local, platform, logs) = thirty().await;
    let returned = by_hand(&platform).await;
    assert!(returned.len() < logs.len() / 2, "{returned:?}");
}

#[tokio::test]
async fn cursor_continues_after_the_last_returned_item() {
    let (_local, platform, logs) = thirty().await;
    for newest_first in [false, true] {
        let (mut returned, mut over_fetched, mut cursor) = (Vec::new(), 0, None::<Cursor>);
        loop {
            let query = OpsLog::query().between(noon()..later(1_000)).limit(LIMIT).cursor(cursor);
            let query = if newest_first { query.newest_first() } else { query };
            let page = query.send(&platform).await.unwrap();
            over_fetched += page.stats.items_read - page.items.len();
            returned.extend(page.items);
            cursor = page.cursor.map(|cursor| cursor.to_string().parse().unwrap());
            if cursor.is_none() {
                break;
            }
        }
        if newest_first {
            returned.reverse();
        }
        assert_eq!(returned, logs);
        assert!(over_fetched > 0, "the trap needs pages that read more than they return");
    }
}

#[tokio::test]
async fn items_written_after_the_cursor_position_are_returned() {
    let (_local, platform, logs) = thirty().await;
    let first = OpsLog::query().between(noon()..later(1_000)).limit(LIMIT).send(&platform).await.unwrap();
    // It is before the ends of the shards' own pages, and after the last returned item.
    let late = OpsLog { at: later(5), ..log("c-04b") };
    platform.put(&late).in_shard(0).await.unwrap();
    let rest =
        OpsLog::query().between(noon()..later(1_000)).limit(100).cursor(first.cursor).send(&platform).await.unwrap();
    let mut expected = logs[LIMIT..].to_vec();
    expected.insert(1, late);
    assert_eq!(rest.items, expected);
    assert!(rest.cursor.is_none());
}
