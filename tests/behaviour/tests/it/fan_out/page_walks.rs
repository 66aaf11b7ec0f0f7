//! Pages, streams, counts and reads at once give the same answer.

use futures_util::TryStreamExt as _;
use proptest::prelude::*;
use tokio::runtime::Runtime;

use super::asking::*;
use super::plant::*;

/// Returns the answer by its definition: the events in the range, by sort key. Events with equal keys come in any
/// order.
fn expected(asking: &Asking, written: &[Event]) -> Vec<Event> {
    let mut events: Vec<Event> = written.iter().filter(|event| asking.range.contains(&event.at)).cloned().collect();
    events.sort_by(|a, b| (a.at, &a.id).cmp(&(b.at, &b.id)));
    if asking.newest_first {
        events.reverse();
    }
    events
}

/// Returns whether two answers differ only in the order of ties.
fn are_the_same(asking: &Asking, answer: &[Event], expected: &[Event]) -> bool {
    let with_ties_sorted = |events: &[Event]| {
        let mut events = events.to_vec();
        for tie in events.chunk_by_mut(|a, b| a.at == b.at) {
            tie.sort_by(|a, b| a.id.cmp(&b.id));
        }
        events
    };
    match asking.place {
        Source::Table => answer == expected,
        Source::Index => with_ties_sorted(answer) == with_ties_sorted(expected),
    }
}

async fn check(asking: &Asking, plant: &keywright::Handle<Plant>, written: &[Event]) -> Result<(), TestCaseError> {
    let expected = expected(asking, written);
    let at_once = Asking { limit: None, scan_limit: None, ..asking.clone() };
    let whole: Vec<Event> = at_once.walk(plant).await;
    prop_assert!(are_the_same(asking, &whole, &expected), "{:?} is not {:?}", whole, expected);
    // The order of ties is also the same page by page.
    prop_assert_eq!(&asking.walk(plant).await, &whole);
    let streamed: Vec<Event> = at_once.stream(plant).try_collect().await.unwrap();
    prop_assert_eq!(&streamed, &whole);
    let counted = at_once.count(plant).await.unwrap();
    prop_assert_eq!(counted.items, whole.len() as u64);
    if let Some(limit) = asking.limit {
        let limited = Asking { scan_limit: None, ..asking.clone() };
        let first: Vec<Event> = limited.stream(plant).try_collect().await.unwrap();
        prop_assert_eq!(&first[..], &whole[..limit.min(whole.len())]);
        let page = limited.page(plant, None).await.unwrap();
        prop_assert_eq!(page.items, first);
    }
    Ok(())
}

#[test]
fn all_ways_to_read_return_the_same_items() {
    let runtime = Runtime::new().unwrap();
    let plants: Vec<_> = (0..3)
        .map(|seed| {
            runtime.block_on(async {
                let (local, plant) = plant_on(inline().permute_ties(seed)).await;
                let written = fill(&plant, 30, seed).await;
                (local, plant, written)
            })
        })
        .collect();
    let usual = ProptestConfig::default();
    let config = ProptestConfig { cases: usual.cases / 16, failure_persistence: None, ..usual };
    proptest!(config, |(at in 0..3_usize, asking in asking())| {
        let (_, plant, written) = &plants[at];
        runtime.block_on(check(&asking, plant, written))?;
    });
}
