//! The statistics of a read match what the engine saw.

use std::collections::BTreeSet;

use futures_util::StreamExt as _;
use keywright::{Entity as _, read::Stats};
use keywright_local::Local;
use proptest::prelude::*;

use super::asking::*;
use super::meter::*;
use super::plant::*;

/// Checks the statistics. If a read ended with requests in flight, they include only the answers that it waited for.
fn check(stats: Stats, is_whole: bool, local: &Local, meter: &Meter) -> Result<(), TestCaseError> {
    let counted = meter.take();
    let lanes: Vec<String> = local.operations().into_iter().flat_map(|operation| operation.lanes).collect();
    local.clear_operations();
    prop_assert_eq!(counted.sent.len(), lanes.len());
    let sent = lanes.len();
    let lanes: BTreeSet<String> = lanes.into_iter().collect();
    let without_shard = |lane: &String| lane.rsplit_once('#').unwrap().0.to_owned();
    let buckets = lanes.iter().map(without_shard).collect::<BTreeSet<_>>().len();
    if is_whole {
        prop_assert_eq!((stats.requests, stats.lanes, stats.buckets), (sent, lanes.len(), buckets));
        prop_assert_eq!((stats.items_read, stats.rcu), (counted.evaluated, counted.rcu));
        prop_assert!(stats.rcu >= 0.5 * stats.requests as f64);
    } else {
        prop_assert!(stats.requests >= sent && stats.lanes >= lanes.len() && stats.buckets >= buckets);
        prop_assert!(stats.items_read <= counted.evaluated && stats.rcu <= counted.rcu);
    }
    prop_assert!(stats.rounds <= stats.requests && (stats.rounds > 0) == (stats.requests > 0));
    prop_assert_eq!((stats.hedges, stats.throttles, stats.superseded), (0, 0, 0));
    Ok(())
}

#[test]
fn statistics_match_the_requests_of_pages_counts_and_streams() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    let (local, meter, plant) = runtime.block_on(async {
        let (local, meter, plant) = metered(inline()).await;
        fill(&plant, 60, 8).await;
        meter.take();
        local.clear_operations();
        (local, meter, plant)
    });
    let usual = ProptestConfig::default();
    let config = ProptestConfig { cases: usual.cases / 10, failure_persistence: None, ..usual };
    proptest!(config, |(asking in asking())| {
        runtime.block_on(async {
            let is_whole = asking.limit.is_none() && asking.scan_limit.is_none();
            let page = asking.page(&plant, None).await.unwrap();
            check(page.stats, is_whole, &local, &meter)?;
            if let Some(cursor) = page.cursor {
                let page = asking.page(&plant, Some(cursor)).await.unwrap();
                check(page.stats, is_whole, &local, &meter)?;
            }
            let asking = Asking { scan_limit: None, ..asking };
            let is_whole = asking.limit.is_none();
            check(asking.count(&plant).await.unwrap().stats, is_whole, &local, &meter)?;
            let mut stream = asking.stream(&plant);
            while let Some(item) = stream.next().await {
                prop_assert!(item.is_ok());
            }
            check(stream.stats(), is_whole, &local, &meter)
        })?;
    });
}

#[tokio::test(start_paused = true)]
async fn reported_capacity_matches_the_items_read() {
    let (local, meter, plant) = metered(inline()).await;
    let item = Event { line: "x".repeat(900), ..event(hours(0), "e-0") };
    for number in 0..10 {
        plant.put(&Event { id: format!("e-{number}"), ..item.clone() }).in_shard(1).await.unwrap();
    }
    let stored = keywright::client::item_bytes(&item.to_item().unwrap());
    let blocks = (10 * stored).div_ceil(4_096);
    meter.take();
    local.clear_operations();
    let query = || Event::query().between(hours(0)..hours(1));
    let eventual = query().send(&plant).await.unwrap().stats;
    check(eventual, true, &local, &meter).unwrap();
    let strong = query().consistent().send(&plant).await.unwrap().stats;
    check(strong, true, &local, &meter).unwrap();
    assert_eq!((eventual.items_read, eventual.lanes), (10, 4));
    // One lane has all of them, and the three others are empty.
    assert_eq!((strong.rcu, eventual.rcu), (blocks as f64 + 3.0, (blocks as f64 + 3.0) / 2.0));
}
