//! The cost of pages with a filter, compared with the best schedule that has no knowledge of the data, and with reading
//! the whole range.

mod data;
mod doubling;

use std::sync::Arc;

use proptest::prelude::*;

use super::{
    generated::{NOW, spec},
    rounds::Numbers,
};
use crate::{
    expression::Condition,
    key::{KeyScalar, range::ValueRange},
    physics::{
        capacity::{Consistency, most_bytes_read, query_units},
        limits::PAGE_BYTES,
    },
    read::{
        Plan,
        direction::Direction,
        merge::Entry,
        paging::{Aim, Fetched, LaneRequest, Paging, Reached, Step, schedule::MAX_PARTIAL_REQUESTS},
        testing::Design,
    },
    schema::{EntitySchema, Peak},
};
use data::Data;

/// The largest cost of a page relative to the best schedule, as a mean over data sets.
const BOUND: f64 = 1.25;

/// The number of data sets over which costs are averaged.
const SETS: u64 = 100;

/// The minimum number of 4 KB blocks per lane. In a lane of only a few, one block more or less is more than a quarter.
const MIN_BLOCKS: f64 = 12.0;

/// The cost of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Cost {
    requests: usize,
    rcu: f64,
}

impl Cost {
    fn add(&mut self, more: Self) {
        self.requests += more.requests;
        self.rcu += more.rcu;
    }

    /// Returns the cost of a request that evaluates this many bytes.
    fn of_request(bytes: u64) -> Self {
        Self { requests: 1, rcu: query_units(bytes, Consistency::Eventual) }
    }

    /// Returns the cost of reading the whole range, in pages of 1 MB per lane.
    fn of_everything(data: &Data) -> Self {
        let mut cost = Self::default();
        for _ in 0..data.lanes() {
            let mut left = data.items;
            loop {
                let evaluated = left.min(data.page());
                cost.add(Self::of_request(evaluated as u64 * data.item_bytes));
                left -= evaluated;
                if evaluated < data.page() {
                    break;
                }
            }
        }
        cost
    }
}

/// Plans a page of `limit` items that pass a filter, with or without a declared item size.
fn plan(data: &Data, limit: usize, is_declared: bool) -> Plan {
    let shards = u32::try_from(data.lanes()).ok().filter(|lanes| *lanes > 1);
    let design = Design { shards, ..Design::PLAIN };
    let schema = *design.schema();
    let added = EntitySchema { peak: Some(Peak::new(1, 0)), ..schema }.entry_bytes(0).unwrap();
    let declared = Peak::new(1, data.item_bytes.saturating_sub(added).max(1));
    let schema = EntitySchema { peak: is_declared.then_some(declared), ..schema };
    assert!(!is_declared || schema.entry_bytes(0) == Some(data.item_bytes));
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Ascending);
    spec.limit = Some(limit);
    spec.add_filter(Condition::has_attribute("is_wanted"));
    Plan::new(Box::leak(Box::new(schema)), 0, &spec, NOW).unwrap()
}

fn sort(number: usize) -> Option<KeyScalar> {
    Some(KeyScalar::S(format!("A#{number:09}")))
}

/// Reads a page as a query does, and checks the returned items.
fn page(data: &Data, plan: &Arc<Plan>, limit: usize) -> Cost {
    let mut cost = Cost::default();
    let mut answer = |lane_request: &LaneRequest| {
        let start =
            lane_request.start.as_ref().and_then(|after| after.sort.as_ref()?.as_s()?.get(2..)?.parse::<usize>().ok());
        let from = start.map_or(0, |last| last / data.lanes() + 1);
        let count = lane_request.limit.unwrap_or(usize::MAX).min(data.page());
        let until = from.saturating_add(count).min(data.items);
        let request = Cost::of_request((until - from) as u64 * data.item_bytes);
        cost.add(request);
        let number = |place: usize| place * data.lanes() + lane_request.lane;
        let matches = data.matches_of(lane_request.lane, from..until).iter().map(|place| number(*place));
        Fetched {
            entries: matches.map(|number| Entry { sort: sort(number), raw: number as u64 }).collect(),
            evaluated: until - from,
            charged_bytes: most_bytes_read(request.rcu, Consistency::Eventual),
            next: (until - from == count).then(|| Reached { sort: sort(number(until - 1)), table_key: None }),
        }
    };
    let mut paging = Paging::new(Arc::clone(plan), Aim::Page);
    let (mut pending_requests, mut numbers, mut taken) = (Vec::new(), Numbers::default(), Vec::new());
    loop {
        let step = paging.step(&mut numbers).unwrap();
        pending_requests.extend(paging.take_requests());
        match step {
            Step::Item => taken.push(numbers.taken as usize),
            Step::Wait => {
                let lane_request: LaneRequest = pending_requests.remove(0);
                paging.feed(lane_request.at, lane_request.lane, lane_request.round, answer(&lane_request));
            }
            Step::Done => break,
        }
    }
    assert_eq!(taken, data.first(limit));
    cost
}

/// A filter's share, the number of lanes, the number and size of the items per lane, and the limit.
#[derive(Debug, Clone, Copy)]
struct Case {
    share: f64,
    lanes: usize,
    items: usize,
    item_bytes: u64,
    limit: usize,
}

impl Case {
    fn data(&self, seed: u64) -> Data {
        Data::new(self.share, self.lanes, self.items, self.item_bytes, seed)
    }

    /// Returns the mean read units of a page, and of the best schedule.
    fn mean_units(&self) -> (f64, f64) {
        let sets: Vec<Data> = (0..SETS).map(|seed| self.data(seed)).collect();
        let plan = Arc::new(plan(&sets[0], self.limit, true));
        let ours: f64 = sets.iter().map(|data| page(data, &plan, self.limit).rcu).sum();
        (ours / SETS as f64, doubling::best(&sets, self.limit))
    }
}

fn case() -> impl Strategy<Value = Case> {
    let even = |from: f64, until: f64| (from.ln()..until.ln()).prop_map(f64::exp);
    let share = prop_oneof![1 => Just(1.0), 9 => even(1e-5, 1.0)];
    let sizes = (even(MIN_BLOCKS, 3_000.0), even(100.0, 2_000.0), even(1.0, 100.0));
    (share, 1..=20_usize, sizes).prop_map(|(share, lanes, (blocks, item_bytes, limit))| Case {
        share,
        lanes,
        items: (blocks * 4_096.0 / item_bytes) as usize,
        item_bytes: item_bytes as u64,
        limit: limit as usize,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_filtered_page_costs_little_more_than_the_best_schedule(case in case()) {
        let (ours, best) = case.mean_units();
        prop_assert!(ours <= BOUND * best, "{ours:.1} RCU against {best:.1}: {:.2}", ours / best);
    }

    #[test]
    fn a_filtered_page_costs_little_more_than_reading_everything(
        case in case(),
        is_declared in any::<bool>(),
        seed in 0..1_000_u64,
    ) {
        let data = case.data(seed);
        let ours = page(&data, &Arc::new(plan(&data, case.limit, is_declared)), case.limit);
        let everything = Cost::of_everything(&data);
        let page = query_units(PAGE_BYTES, Consistency::Eventual);
        prop_assert!(ours.rcu <= everything.rcu + page * case.lanes as f64, "{ours:?} {everything:?}");
        let more = MAX_PARTIAL_REQUESTS * case.lanes;
        prop_assert!(ours.requests <= everything.requests + more, "{ours:?} {everything:?}");
    }
}
