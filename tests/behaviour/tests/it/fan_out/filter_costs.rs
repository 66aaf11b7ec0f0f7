//! The cost of a page with a filter that few items match.

use keywright::{
    Entity, Handle, Table,
    read::{Page, Stats},
};
use keywright_local::Local;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::plant::inline;

/// One item in this many matches.
const ONE_IN: u32 = 500;

/// The number of items of each design: 60 RCU in total.
const ITEMS: u32 = 5_215;

/// The read units of a page of 1 MB.
const PAGE_UNITS: f64 = 128.0;

#[derive(Debug, Table)]
#[entities(Line, Spread)]
struct Journal;

/// A line in one lane.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Journal)]
#[pk(template = "LINE#<source>")]
#[sk(template = "<id>")]
struct Line {
    source: String,
    id: u32,
    is_fault: bool,
    text: String,
}

/// A line in ten lanes.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Journal)]
#[pk(template = "SPREAD#<source>")]
#[shard(hash(id), count = 10)]
#[sk(template = "<id>")]
struct Spread {
    source: String,
    id: u32,
    is_fault: bool,
    text: String,
}

fn is_fault(id: u32) -> bool {
    id % ONE_IN == ONE_IN - 1
}

async fn journal() -> (Local, Handle<Journal>) {
    let local = inline().start();
    let journal = local.open::<Journal>("journal").await.unwrap();
    let line = |id| Line { source: "a".into(), id, is_fault: is_fault(id), text: "x".repeat(16) };
    let spread = |id| Spread { source: "a".into(), id, is_fault: is_fault(id), text: "x".repeat(15) };
    assert!(journal.batch_put(&(0..ITEMS).map(line).collect::<Vec<_>>()).await.unwrap().is_complete());
    assert!(journal.batch_put(&(0..ITEMS).map(spread).collect::<Vec<_>>()).await.unwrap().is_complete());
    local.clear_operations();
    (local, journal)
}

/// Checks the cost of a page against that of a page without a limit over the same range.
fn check(local: &Local, stats: &Stats, without_limit: &Stats) {
    println!("{stats:?}\nwithout a limit: {without_limit:?}");
    assert_eq!(local.operations().len(), stats.requests);
    assert!(stats.rcu <= without_limit.rcu + PAGE_UNITS * stats.lanes as f64, "{stats:?}");
    assert!(stats.requests <= without_limit.requests + 10 * stats.lanes, "{stats:?}");
}

fn ids<T: DeserializeOwned>(page: &Page<T>, id: impl Fn(&T) -> u32) -> Vec<u32> {
    page.items.iter().map(id).collect()
}

#[tokio::test(start_paused = true)]
async fn one_lane_is_read_in_growing_requests() {
    let (local, journal) = journal().await;
    let faults = || Line::query("a").filter(Line::IS_FAULT.eq(true));
    let all = faults().send(&journal).await.unwrap();
    assert_eq!(all.items.len(), 10);
    local.clear_operations();
    let page = faults().limit(5).send(&journal).await.unwrap();
    assert_eq!(ids(&page, |line| line.id), [499, 999, 1_499, 1_999, 2_499]);
    check(&local, &page.stats, &all.stats);
    assert!(page.stats.requests <= 6 && page.stats.rcu <= 40.0, "{:?}", page.stats);
}

#[tokio::test(start_paused = true)]
async fn ten_lanes_are_read_in_a_few_rounds() {
    let (local, journal) = journal().await;
    let faults = || Spread::query("a").filter(Spread::IS_FAULT.eq(true));
    let all = faults().send(&journal).await.unwrap();
    assert_eq!(all.items.len(), 10);
    local.clear_operations();
    let page = faults().limit(5).send(&journal).await.unwrap();
    assert_eq!(ids(&page, |line| line.id), [499, 999, 1_499, 1_999, 2_499]);
    check(&local, &page.stats, &all.stats);
    assert!(page.stats.rounds <= 4 && page.stats.rcu <= 50.0, "{:?}", page.stats);
}

#[tokio::test(start_paused = true)]
async fn range_without_matches_costs_little_more_than_a_full_read() {
    let (local, journal) = journal().await;
    let never = || Spread::query("a").filter(Spread::TEXT.eq("y"));
    let all = never().send(&journal).await.unwrap();
    for limit in [1, 5, 100] {
        local.clear_operations();
        let page = never().limit(limit).send(&journal).await.unwrap();
        assert!(page.items.is_empty() && page.cursor.is_none());
        check(&local, &page.stats, &all.stats);
        // A request costs up to a block of 4 KB more than its share of one that reads everything.
        let more = page.stats.requests - all.stats.requests;
        assert!(page.stats.rcu <= all.stats.rcu + 0.5 * more as f64, "limit {limit}: {:?}", page.stats);
        assert!(page.stats.requests <= 8 * page.stats.lanes, "limit {limit}: {:?}", page.stats);
    }
}

#[tokio::test(start_paused = true)]
async fn stream_is_read_in_growing_requests() {
    use futures_util::TryStreamExt as _;
    let (local, journal) = journal().await;
    let faults: Vec<Line> =
        Line::query("a").filter(Line::IS_FAULT.eq(true)).stream(&journal).try_collect().await.unwrap();
    assert_eq!(faults.len(), 10);
    assert!(local.operations().len() <= 5, "{} requests", local.operations().len());
}
