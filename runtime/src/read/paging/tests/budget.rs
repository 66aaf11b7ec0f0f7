//! No page costs more than its query declares, and nothing is lost.

use expect_test::expect;
use proptest::prelude::*;

use super::generated::{NOW, design, direction, expected, filled, knobs, plan, range, service, spec, written};
use crate::{
    key::{Timestamp, range::ValueRange},
    physics::{capacity::Consistency, worst_page::blocks_of_units},
    query_cost::Unbounded,
    read::{
        Plan,
        direction::Direction,
        paging::Aim,
        spec::QuerySpec,
        testing::{Design, Store, drive},
    },
    schema::{EntitySchema, KeySchema, PageLimit, Peak},
};

const ITEM_BYTES: u64 = 1_500;

fn consistency() -> impl Strategy<Value = Consistency> {
    prop_oneof![Just(Consistency::Eventual), Just(Consistency::Strong)]
}

/// Returns the entity with the declared limits of a page.
fn declared(entity: &'static EntitySchema, key: usize, page: PageLimit) -> &'static EntitySchema {
    let mut keys = entity.keys.to_vec();
    keys[key] = KeySchema { page: Some(page), ..keys[key] };
    let keys: &'static [KeySchema] = Box::leak(keys.into_boxed_slice());
    Box::leak(Box::new(EntitySchema { keys, peak: Some(Peak::new(1, ITEM_BYTES)), ..*entity }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Over older keys, items of other entities, filters, ties and lanes of any length.
    #[test]
    fn pages_keep_their_budget_and_return_the_expected_items(
        design in design(),
        written in written(),
        range in range(),
        direction in direction(),
        service in service(),
        knobs in knobs(),
        consistency in consistency(),
        items in 1..9_u64,
        more in 0..12_u64,
        limit in prop::option::of(1..9_usize),
    ) {
        let mut store = filled(&design, &written, service);
        store.sizes = Some(|at| ITEM_BYTES / (1 + at as u64 % 3));
        let mut spec = knobs.turned(spec(&design, &range, direction));
        spec.consistency = consistency;
        let expected = expected(&design, &store, &plan(&design, &spec), &range);
        let lanes = plan(&design, &spec).groups().map(|group| group.lanes.len()).max().unwrap_or_default();
        let units = (lanes as u64).div_ceil(blocks_of_units(1, consistency)).max(1) + more;
        let page = PageLimit { items, max_rcu: Some(units) };
        let entity = declared(design.schema(), design.key(), page);
        spec.limit = limit.filter(|limit| *limit as u64 <= items);
        let mut returned = Vec::new();
        for calls in 1.. {
            let plan = Plan::new(entity, design.key(), &spec, NOW).unwrap();
            prop_assert!(plan.check_page_limit().is_ok());
            let worst = plan.worst_page();
            let page = knobs.drive(plan, &store, Aim::Page);
            prop_assert!(page.items.len() <= spec.limit.unwrap_or(items as usize));
            // The items of an index that share a sort key cannot be skipped.
            if worst != Err(Unbounded::EqualSortKeys) {
                let blocks = blocks_of_units(units, consistency);
                prop_assert!(page.blocks <= blocks, "{} blocks of {}", page.blocks, blocks);
            }
            returned.extend(page.items);
            let Some(cursor) = page.cursor else { break };
            spec.cursor = Some(Box::new(cursor));
            prop_assert!(calls < 400, "the cursor does not move");
        }
        prop_assert_eq!(returned, expected);
    }
}

/// Of 400 items in four shards, one of five passes the filter.
#[test]
fn a_page_that_has_spent_its_budget_ends_early() {
    let design = Design { shards: Some(4), ..Design::PLAIN };
    let entity = declared(design.schema(), 0, PageLimit { items: 50, max_rcu: Some(10) });
    let mut store = Store::new(usize::MAX);
    store.filters = true;
    store.sizes = Some(|_| ITEM_BYTES);
    for number in 0..400 {
        let at = Timestamp { seconds: NOW.seconds - 1 - i64::from(number), nanos: 0 };
        store.put(entity, 0, (at, &format!("id-{number}"), false), false, number);
    }
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Descending);
    let (mut pages, mut items) = (0, 0);
    loop {
        let page = drive(Plan::new(entity, 0, &spec, NOW).unwrap(), &store, Aim::Page);
        assert!(page.blocks <= 20 && page.items.len() < 50, "{} blocks, {} items", page.blocks, page.items.len());
        (pages, items) = (pages + 1, items + page.items.len());
        let Some(cursor) = page.cursor else { break };
        assert!(page.blocks >= 19, "page {pages} ends after {} blocks", page.blocks);
        spec.cursor = Some(Box::new(cursor));
    }
    assert_eq!((pages, items), (9, 80));
}

#[test]
fn limits_above_the_declared_ones_are_rejected() {
    let design = Design { shards: Some(10), ..Design::PLAIN };
    let entity = declared(design.schema(), 0, PageLimit { items: 50, max_rcu: Some(6) });
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Ascending);
    let refusal = |spec: &QuerySpec| {
        let checked = Plan::new(entity, 0, spec, NOW).unwrap().check_page_limit();
        checked.map_err(|error| error.to_string()).err().unwrap_or_default()
    };
    assert_eq!(refusal(&spec), "");
    spec.limit = Some(50);
    assert_eq!(refusal(&spec), "");
    spec.limit = Some(51);
    expect!["query, `Threat`: `limit(51)` is above the 50 items of a page that `query` declares with `page(items = ..)`; give 50 or fewer, and read more with the page's cursor"].assert_eq(&refusal(&spec));
    spec.limit = None;
    spec.consistency = Consistency::Strong;
    expect!["query, `Threat`: a page begins with strongly consistent reads of 10 partition keys, which together cost more than the 6 RCU that `query` declares with `page(max_rcu = ..)`; raise `max_rcu`, or read fewer partition keys"].assert_eq(&refusal(&spec));
}
