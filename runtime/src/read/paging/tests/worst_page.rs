//! No page costs more than its certificate.

use super::{
    generated::{HOUR, NOW, RequestSettings, plan, spec},
    rounds::Lcg,
};
use crate::{
    key::{Timestamp, range::ValueRange},
    physics::capacity::{Consistency, query_units},
    query_cost::Unbounded,
    read::{
        Plan,
        direction::Direction,
        paging::Aim,
        testing::{Design, DriveResult, Store},
    },
    schema::{Bucket, EntitySchema, Peak},
};

/// Returns the bytes of the item at this position in its lane.
type Size = fn(usize) -> u64;

/// Sizes that are declared, and the sizes of the items: all as large, or most of them smaller.
const SIZES: &[(u64, Size)] = &[
    (100, |_| 100),
    (400, |_| 400),
    (400, |at| 40 + 360 * (at as u64 % 2)),
    (3_000, |_| 3_000),
    (3_000, |at| 3_000 / (1 + at as u64 % 7)),
    (50_000, |_| 50_000),
    (400_000, |at| 400_000 / (1 + at as u64 % 3)),
];

/// Returns the shard of the item at this position in the order of the query.
type Spread = fn(at: u32, random: u32, width: u32) -> u32;

/// How items are divided among the shards: evenly, all in one, in blocks, mostly in one, and alternating between two.
const SPREADS: &[Spread] = &[
    |_, random, _| random,
    |_, _, _| 0,
    |at, _, width| at / width,
    |at, random, width| if random % width > 0 { 0 } else { at },
    |at, _, width| if at % (2 * width) < width { 0 } else { 1 },
];

struct Case {
    page: DriveResult,
    /// Requests and blocks of 4 KB.
    worst: (u64, u64),
}

fn page(random: &mut Lcg) -> Case {
    let mut below = |most: usize| random.next() as usize % most;
    let shards = [None, Some(1), Some(2), Some(4), Some(10)][below(5)];
    let bucket = [None, Some(Bucket::Day)][below(2)];
    let design = Design { shards, bucket, retention: Some(2 * 24 * 3_600), ..Design::PLAIN };
    let (declared, size) = SIZES[below(SIZES.len())];
    let (spread, width) = (SPREADS[below(SPREADS.len())], 1 + below(30) as u32);
    let entity = EntitySchema { peak: Some(Peak::new(1, declared)), ..*design.schema() };
    let entity: &'static EntitySchema = Box::leak(Box::new(entity));
    let mut store = Store::new(usize::MAX);
    store.sizes = Some(size);
    let count = below(160) as i64;
    for number in 0..count {
        let at = Timestamp { seconds: NOW.seconds - 1 - number * 47 * HOUR / count, nanos: 0 };
        let shard = spread(number as u32, below(1 << 20) as u32, width);
        store.put(entity, 0, (at, &format!("id-{number}"), false), false, shard);
    }
    let direction = [Direction::Ascending, Direction::Descending][below(2)];
    let mut spec = spec(&design, &ValueRange::ALL, direction);
    let most = [5, 60, 150][below(3)];
    spec.limit = Some(1 + below(most));
    let settings = RequestSettings {
        prefetch: below(3),
        in_flight: 1 + below(20),
        items_per_request: [None, None, None, Some(1 + below(9))][below(4)],
        seed: below(1_000) as u64,
    };
    let plan = Plan::new(entity, 0, &settings.turned(spec), NOW).unwrap();
    let worst = plan.worst_page().unwrap();
    let block = query_units(0, Consistency::Eventual);
    Case {
        page: settings.drive(plan, &store, Aim::Page),
        worst: (worst.requests, (worst.units.unwrap() / block) as u64),
    }
}

#[test]
fn no_page_costs_more_than_its_certificate() {
    let mut random = Lcg(7);
    let (mut reached, mut again) = (0, 0);
    for number in 0..3_000 {
        let Case { page, worst: (requests, blocks) } = page(&mut random);
        assert!(page.requests as u64 <= requests, "page {number}: {} requests of {requests}", page.requests);
        assert!(page.blocks <= blocks, "page {number}: {} blocks of {blocks}", page.blocks);
        reached += u32::from(page.blocks == blocks && page.requests > 1);
        again += u32::from(page.rounds > 1);
    }
    println!("{reached} of 3,000 pages reach their certificates, {again} take several rounds");
    assert!(reached > 100 && again > 300, "{reached} {again}");
}

#[test]
fn the_reason_of_an_unbounded_page_is_named() {
    let design = Design { bucket: Some(Bucket::Day), retention: Some(24 * 3_600), ..Design::PLAIN };
    let unlimited = spec(&design, &ValueRange::ALL, Direction::Ascending);
    assert_eq!(plan(&design, &unlimited).worst_page(), Err(Unbounded::NoLimit));
    let mut limited = unlimited;
    limited.limit = Some(10);
    let page = plan(&design, &limited).worst_page().unwrap();
    assert_eq!((page.lanes, page.units), (2, None), "the size of the items is not declared");
    limited.scan_limit = Some(100);
    assert_eq!(plan(&design, &limited).worst_page(), Err(Unbounded::ScanLimit));
}
