//! Streams of a thousand lanes, of which every item is taken.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::StreamExt as _;
use keywright::{Entity, Item, Table};
use serde::{Deserialize, Serialize};

use super::{canned::Canned, measured::*};

#[derive(Table)]
#[entities(Log)]
struct Store;

const LANES: u64 = 1_000;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "LOG")]
#[shard(random = 1000)]
#[sk(template = "<number>#<place>")]
struct Log {
    number: u32,
    place: u32,
    text: String,
}

/// Makes an item about 200 bytes large.
const TEXT: &str =
    "every item says the same, and says it at some length, so that it is as large as a small item usually is";

/// The distribution of the items over the lanes.
#[derive(Debug, Clone, Copy)]
enum Order {
    /// In turn over the lanes.
    Even,
    /// All items of a lane before those of the next one: as uneven as possible.
    LaneByLane,
}

fn log(lane: &str, place: u64, of_a_lane: u64, order: Order) -> Option<(String, String)> {
    if place >= of_a_lane {
        return None;
    }
    let shard: u64 = lane.strip_prefix("LOG#").unwrap().parse().unwrap();
    let number = match order {
        Order::Even => place * LANES + shard,
        Order::LaneByLane => shard * of_a_lane + place,
    };
    let attributes =
        format!(r#""_et":{{"S":"Log"}},"number":{{"N":"{number}"}},"place":{{"N":"{place}"}},"text":{{"S":"{TEXT}"}}"#);
    Some((format!("{number:010}#{place:010}"), attributes))
}

/// Returns the bytes of an item while a stream keeps it.
fn bytes_of_an_item() -> usize {
    let log = Log { number: 1, place: 1, text: TEXT.into() };
    let copy = || -> Item {
        let item = log.to_item().unwrap().into_iter();
        let mut copy = Item::new();
        copy.extend(item.map(|(name, value)| (name, value.clone())));
        copy.insert("PK".into(), AttributeValue::S("LOG#999".into()));
        copy
    };
    bytes_of(|| (0..1_000).map(|_| copy()).collect::<Vec<_>>()) / 1_000
}

/// Returns the bound for `items` in memory, with the plan's lanes and 64 requests in flight.
fn bound(items: u64) -> usize {
    items as usize * bytes_of_an_item() + LANES as usize * 2_048 + 64 * 65_536
}

enum Knob {
    None,
    ItemsPerRequest(usize),
    Limit(usize),
}

/// Streams the whole store. Returns its peak of allocated bytes.
async fn streamed(order: Order, of_a_lane: u64, knob: Knob) -> usize {
    let canned = Canned::new(move |lane, place| log(lane, place, of_a_lane, order));
    let store = Store::open(canned.client(), "store");
    let mut stream = match knob {
        Knob::None => Log::query().stream(&store),
        Knob::ItemsPerRequest(items) => Log::query().items_per_request(items).stream(&store),
        Knob::Limit(items) => Log::query().limit(items).stream(&store),
    };
    let work = async {
        for number in 0..LANES * of_a_lane {
            let log = stream.next().await.unwrap().unwrap();
            assert_eq!(u64::from(log.number), number);
        }
        assert!(stream.next().await.is_none());
    };
    let (peak, time) = peak_of(work).await;
    let (requests, seconds) = (canned.requests(), time.as_secs_f64());
    println!("{} items, {order:?}: {peak} bytes, {requests} requests, {seconds:.1} s", LANES * of_a_lane);
    peak
}

#[tokio::test]
async fn memory_is_bounded_by_items_per_request_and_lanes() {
    let _alone = alone().await;
    for (items_per_request, of_a_lane) in [(4, 8), (16, 32)] {
        for order in [Order::Even, Order::LaneByLane] {
            let peak = streamed(order, of_a_lane, Knob::ItemsPerRequest(items_per_request)).await;
            // One and a half requests of each lane.
            let most = bound(LANES * items_per_request as u64 * 3 / 2);
            assert!(peak <= most, "{peak} bytes, and {most} are expected at most");
        }
    }
}

#[tokio::test]
async fn memory_does_not_grow_with_the_items() {
    let _alone = alone().await;
    let few = streamed(Order::Even, 16, Knob::ItemsPerRequest(8)).await;
    let many = streamed(Order::Even, 48, Knob::ItemsPerRequest(8)).await;
    assert!(many <= few + few / 10, "{few} bytes for 16,000 items, {many} for 48,000");
}

#[tokio::test]
async fn large_limit_does_not_load_everything_into_memory() {
    let _alone = alone().await;
    let peak = streamed(Order::Even, 60, Knob::Limit(60_000)).await;
    assert!(peak <= bound(32_768 * 3 / 2), "{peak}");
}

#[tokio::test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization; run it with --release")]
async fn million_items_use_no_more_memory_than_a_hundred_thousand() {
    let _alone = alone().await;
    for order in [Order::Even, Order::LaneByLane] {
        let few = streamed(order, 100, Knob::None).await;
        let many = streamed(order, 1_000, Knob::None).await;
        assert!(many <= few + few / 10, "{few} bytes for 100,000 items, {many} for 1,000,000");
        assert!(many <= bound(32_768 * 3 / 2), "{many}");
    }
}
