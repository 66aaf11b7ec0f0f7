//! A log in day buckets, on random shards that grow.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use keywright::{Entity, Handle, Table};
use serde::{Deserialize, Serialize};

use super::{Context, Design, raw};
use crate::{
    answer::Answer,
    call::Call,
    history::Stored,
    traits::{Stores, Traits},
};

#[derive(Table)]
#[table(undeclared_peak = "allow")]
#[entities(Entry)]
pub struct Store;

#[allow(clippy::duplicated_attributes, reason = "each `grow` has a count of its own")]
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "LOG#<at:day>")]
#[shard(random = 2, grow(at = "2025-06-17T00:00:00Z", count = 4))]
#[sk(template = "<at>#<number>")]
pub struct Entry {
    pub at: DateTime<Utc>,
    pub number: u16,
}

/// Returns the time of an entry by a clock without an error.
fn at(entry: u16) -> DateTime<Utc> {
    super::at(0) + TimeDelta::hours(2 * i64::from(entry))
}

/// The design.
pub struct Log;

impl Design for Log {
    const TRAITS: Traits = Traits::items("log").stores(Stores::Log);
    type Table = Store;

    fn call<'a>(store: &'a Handle<Store>, call: Call, context: Context<'a>) -> BoxFuture<'a, Answer> {
        Box::pin(async move {
            match call {
                Call::Append { entry } => {
                    let entry = Entry { at: at(entry) + context.skew, number: entry };
                    // Both shards exist before and after the growth.
                    let shard = u32::from(entry.number % 2);
                    Answer::of(store.put(&entry).in_shard(shard).await, |_| Answer::Done)
                }
                Call::ReadLog { limit, newest_first } => {
                    Answer::of(read(store, usize::from(limit), newest_first).await, |entries| {
                        let is_sorted = entries.is_sorted_by(|one, next| match newest_first {
                            true => one.at >= next.at,
                            false => one.at <= next.at,
                        });
                        match is_sorted {
                            true => Answer::Entries(numbers(entries)),
                            false => Answer::Impossible(format!("a query's answer is not in order: {entries:?}")),
                        }
                    })
                }
                other => Answer::Impossible(format!("{other:?} is not a call on a log")),
            }
        })
    }

    fn stored<'a>(store: &'a Handle<Store>) -> BoxFuture<'a, Result<Stored, String>> {
        Box::pin(async move {
            let failed = |error: keywright::Error| format!("a final read failed: {error:?}");
            let by_query = read(store, 3, false).await.map_err(failed)?;
            let mut items = Vec::new();
            for item in raw(store).await? {
                items.push(Entry::from_item(item).map_err(failed)?);
            }
            items.sort_by_key(|entry| (entry.at, entry.number));
            Ok(Stored { entries: (numbers(by_query), numbers(items)), ..Stored::default() })
        })
    }
}

fn numbers(entries: Vec<Entry>) -> Vec<u16> {
    entries.into_iter().map(|entry| entry.number).collect()
}

/// Reads every entry, page by page.
async fn read(store: &Handle<Store>, limit: usize, newest_first: bool) -> keywright::Result<Vec<Entry>> {
    let (mut entries, mut cursor) = (Vec::new(), None);
    loop {
        let query = Entry::query()
            .between(at(0) - TimeDelta::days(1)..at(48) + TimeDelta::days(1))
            .limit(limit)
            .cursor(cursor.take());
        let query = if newest_first { query.newest_first() } else { query.oldest_first() };
        let page = query.send(store).await?;
        entries.extend(page.items);
        match page.cursor {
            Some(next) => cursor = Some(next),
            None => return Ok(entries),
        }
    }
}
