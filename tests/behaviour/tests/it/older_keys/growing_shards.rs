//! Shards that grow: earlier items stay where they are, and reads visit the shards that are in force at each time.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Table, read::Cursor};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::platform;
use crate::support::stored;

/// The version before.
mod earlier {
    use super::*;

    #[allow(deprecated, reason = "few and heavy shards, which later ones divide, need much warm throughput")]
    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    #[entities(Call, Order)]
    pub struct Platform;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "CALLS#<at:day>")]
    #[shard(random = 2)]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 1_000, item_bytes = 300)]
    pub struct Call {
        pub at: DateTime<Utc>,
        pub id: String,
    }

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "ORDERS#<at:day>")]
    #[shard(hash(id), count = 3)]
    #[sk(template = "<at>#<id>")]
    #[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "<at>#<id>", shard(random = 2))]
    #[peak(writes_per_second = 1_000, item_bytes = 300)]
    pub struct Order {
        pub at: DateTime<Utc>,
        pub id: String,
        pub state: String,
    }
}

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Call, Order)]
struct Platform;

/// A call. There are more shards from the second day's noon on, and still more from the fourth day on.
#[allow(clippy::duplicated_attributes, reason = "each `grow` has a count of its own, which the lint does not compare")]
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALLS#<at:day>")]
#[shard(random = 2, grow(at = "2026-06-23T12:00:00Z", count = 5), grow(at = "2026-06-25T02:00:00+02:00", count = 9))]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 1_500, item_bytes = 300)]
struct Call {
    at: DateTime<Utc>,
    id: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDERS#<at:day>")]
#[shard(hash(id), count = 3, grow(at = "2026-06-23T12:00:00Z", count = 7))]
#[sk(template = "<at>#<id>")]
#[gsi(
    index = "GSI1",
    query = by_state,
    pk = "STATE#<state>",
    sk = "<at>#<id>",
    shard(random = 2, grow(at = "2026-06-23T12:00:00Z", count = 6))
)]
#[peak(writes_per_second = 1_500, item_bytes = 300)]
struct Order {
    at: DateTime<Utc>,
    id: String,
    state: String,
}

/// The design deployed after its instant: the keys that were written in between are named as an older key.
mod late {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    #[entities(Order)]
    pub struct Platform;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(
        template = "ORDERS#<at:day>",
        legacy(template = "ORDERS#<at:day>", hash(id), count = 3, until = "2026-06-25T00:00:00Z")
    )]
    #[shard(hash(id), count = 3, grow(at = "2026-06-23T12:00:00Z", count = 7))]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 1_500, item_bytes = 300)]
    pub struct Order {
        pub at: DateTime<Utc>,
        pub id: String,
        pub state: String,
    }
}

/// Returns the instant this many hours after the first day's midnight.
fn hours(hours: i64) -> DateTime<Utc> {
    platform::hours(hours - 12)
}

/// An instant of the second day, from which on there are more shards.
const NOON: i64 = 36;
const END: i64 = 96;

fn call(hour: i64) -> Call {
    Call { at: hours(hour), id: format!("c-{hour}") }
}

fn order(hour: i64) -> Order {
    Order { at: hours(hour), id: format!("o-{hour}"), state: "open".to_owned() }
}

/// Writes a call and an order every hour: by the earlier version up to the second day's noon, then by the current one.
async fn grown() -> (Local, Handle<Platform>) {
    let local = Local::builder().permute_ties(4).start();
    let before = local.open::<earlier::Platform>("platform").await.unwrap();
    let today = Platform::open_verified(local.client(), "platform").await.unwrap();
    for hour in 0..END {
        let (Call { at, id }, Order { id: order_id, state, .. }) = (call(hour), order(hour));
        if hour < NOON {
            before.put(&earlier::Call { at, id }).await.unwrap();
            before.put(&earlier::Order { at, id: order_id, state }).await.unwrap();
        } else {
            today.put(&call(hour)).await.unwrap();
        }
    }
    let later: Vec<_> = (NOON..END).map(order).collect();
    assert_eq!(today.batch_put(&later).await.unwrap().leftovers.len(), 0);
    local.clear_operations();
    (local, today)
}

fn shards_in(keys: &BTreeSet<String>, beginning: &str) -> Vec<u32> {
    let mut shards: Vec<u32> = keys.iter().filter_map(|key| key.strip_prefix(beginning)?.parse().ok()).collect();
    shards.sort_unstable();
    shards
}

#[tokio::test]
async fn items_are_written_to_the_shards_of_their_time() {
    let (_local, platform) = grown().await;
    let keys = stored::partition_keys(&platform).await;
    // Other tests take turns in between, so this test may not use every shard.
    for (day, before, count) in [("22", 0, 2), ("23", 2, 5), ("24", 2, 5), ("25", 5, 9)] {
        let shards = shards_in(&keys, &format!("CALLS#2026-06-{day}#"));
        let has_grown = shards.iter().any(|shard| *shard >= before);
        assert!(has_grown && shards.iter().all(|shard| *shard < count), "{day}: {shards:?}");
    }
    assert_eq!(shards_in(&keys, "ORDERS#2026-06-22#"), [0, 1, 2]);
    let hashed = shards_in(&keys, "ORDERS#2026-06-24#");
    assert!(hashed.iter().all(|shard| *shard < 7) && hashed.iter().any(|shard| *shard > 2), "{hashed:?}");
    // For an item of an earlier time, the current program uses the key of the earlier one.
    platform.put(&order(2)).await.unwrap();
    assert_eq!(stored::partition_keys(&platform).await, keys);
    assert_eq!(Order::query().between(hours(2)..hours(3)).send(&platform).await.unwrap().items, [order(2)]);
}

#[tokio::test]
async fn query_reads_the_lanes_in_force_and_returns_all_items() {
    let (local, platform) = grown().await;
    for (from, until, lanes) in [
        (0, 24, 2),
        (24, NOON, 2),
        (24, NOON + 1, 5),
        (NOON, 48, 5),
        (48, 72, 5),
        (72, 96, 9),
        (0, 96, 2 + 5 + 5 + 9),
        (40, 80, 5 + 5 + 9),
    ] {
        local.clear_operations();
        let query = || Call::query().between(hours(from)..hours(until));
        assert_eq!(query().explain().unwrap().lanes().count(), lanes, "{from}..{until}");
        let page = query().send(&platform).await.unwrap();
        assert_eq!(page.items, (from..until).map(call).collect::<Vec<_>>(), "{from}..{until}");
        assert_eq!((page.stats.lanes, local.requests()), (lanes, lanes as u64));
        assert_eq!(query().max_lanes(lanes).count(&platform).await.unwrap().items, page.items.len() as u64);
        assert_eq!(query().max_lanes(lanes - 1).explain().unwrap_err().kind(), ErrorKind::TooManyLanes);
    }
}

#[tokio::test]
async fn pages_continue_across_the_growth_of_shards() {
    let (_local, platform) = grown().await;
    for limit in [1, 7, 40] {
        let (mut found, mut cursor) = (Vec::new(), None::<Cursor>);
        loop {
            let query = Call::query().between(hours(0)..hours(END)).newest_first().limit(limit).cursor(cursor);
            let page = query.send(&platform).await.unwrap();
            found.extend(page.items);
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(found, (0..END).rev().map(call).collect::<Vec<_>>(), "limit {limit}");
    }
}

#[tokio::test]
async fn a_cursor_of_the_earlier_version_is_outdated() {
    let (local, platform) = grown().await;
    let before = local.open::<earlier::Platform>("platform").await.unwrap();
    let page = earlier::Call::query().between(hours(0)..hours(24)).limit(5).send(&before).await.unwrap();
    let query = Call::query().between(hours(0)..hours(24)).limit(5).cursor(page.cursor);
    assert_eq!(query.send(&platform).await.unwrap_err().kind(), ErrorKind::CursorOutdated);
}

#[tokio::test]
async fn get_finds_items_before_and_after_growth_in_one_request() {
    let (local, platform) = grown().await;
    for hour in [0, NOON - 1, NOON, END - 1] {
        local.clear_operations();
        let key = Order::key(hours(hour), order(hour).id);
        assert_eq!(platform.get(key).await.unwrap(), Some(order(hour)), "hour {hour}");
        assert_eq!(local.requests(), 1);
    }
    platform.replace(&Order { state: "paid".to_owned(), ..order(1) }).await.unwrap();
    platform.delete(Order::key(hours(NOON), order(NOON).id)).await.unwrap();
    assert_eq!(platform.get(Order::key(hours(NOON), order(NOON).id)).await.unwrap(), None);
    assert_eq!(platform.create(&order(2)).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
}

#[tokio::test]
async fn shard_of_reads_one_shard_per_count_in_force() {
    let (local, platform) = grown().await;
    for hour in [3, NOON - 2, NOON + 2, END - 5] {
        let shard_of = |from, until| Order::query().between(hours(from)..hours(until)).shard_of(order(hour).id);
        assert_eq!(shard_of(0, 24).explain().unwrap().lanes().count(), 1);
        assert_eq!(shard_of(48, 72).explain().unwrap().lanes().count(), 1);
        // The hash selects one shard of three and one of seven, which can be the same.
        assert!((1..=2).contains(&shard_of(24, 48).explain().unwrap().lanes().count()));
        local.clear_operations();
        let page = shard_of(hour, hour + 1).send(&platform).await.unwrap();
        assert_eq!((page.items, local.requests()), (vec![order(hour)], 1));
    }
    let straddling = (0..40).map(|number| {
        let query = Order::query().between(hours(24)..hours(48)).shard_of(format!("o-{number}"));
        query.explain().unwrap().lanes().count()
    });
    assert!(straddling.max() == Some(2));
}

#[tokio::test]
async fn index_shards_grow_by_the_time_in_the_index_key() {
    let (_local, platform) = grown().await;
    let items = stored::items(&platform).await;
    let keys = items.iter().filter(|item| item.contains_key("GSI1PK")).map(|item| stored::text(item, "GSI1PK"));
    assert_eq!(shards_in(&keys.collect(), "STATE#open#"), [0, 1, 2, 3, 4, 5]);
    for (from, until, lanes) in [(0, NOON, 2), (NOON - 5, NOON + 5, 6), (NOON, END, 6)] {
        let query = || Order::by_state("open").between(hours(from)..hours(until));
        assert_eq!(query().explain().unwrap().lanes().count(), lanes);
        let page = query().send(&platform).await.unwrap();
        assert_eq!(page.items, (from..until).map(order).collect::<Vec<_>>());
    }
    assert_eq!(Order::by_state("open").explain().unwrap().lanes().count(), 6);
    assert_eq!(Order::by_state("open").count(&platform).await.unwrap().items, END as u64);
}

#[tokio::test]
async fn shard_not_yet_in_force_is_rejected() {
    let (_local, platform) = grown().await;
    let error = platform.get(Call::key_in_shard(3, hours(1), "c-1")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("there is no shard 3 at the key's time; its shards are 0 to 1"), "{error}");
    let error = platform.put(&call(NOON)).in_shard(5).await.unwrap_err();
    assert!(error.to_string().contains("its shards are 0 to 4"), "{error}");
    platform.put(&call(72)).in_shard(8).await.unwrap();
}

#[tokio::test]
async fn find_reads_the_shards_of_the_items_time() {
    let (_local, platform) = grown().await;
    for (hour, shards) in [(3, 2), (NOON, 5), (80, 9)] {
        let find = || Call::find(hours(hour), call(hour).id).send(&platform);
        let requests = find().params().unwrap();
        let keys = requests[0].request_items().unwrap()["platform"].keys().len();
        assert_eq!(keys, shards);
        let found = find().await.unwrap();
        assert_eq!(found.iter().map(|found| &found.item).collect::<Vec<_>>(), [&call(hour)]);
        assert_eq!(platform.get(found[0].key.clone()).await.unwrap(), Some(call(hour)));
    }
}

#[tokio::test]
async fn items_written_late_with_fewer_shards_are_found_as_older_keys() {
    let local = Local::builder().permute_ties(4).start();
    let before = local.open::<earlier::Platform>("platform").await.unwrap();
    // For three hours after the instant, the earlier version still writes.
    for hour in NOON - 3..NOON + 3 {
        let Order { at, id, state } = order(hour);
        before.put(&earlier::Order { at, id, state }).await.unwrap();
    }
    let late = late::Platform::open_verified(local.client(), "platform").await.unwrap();
    let order = |hour| {
        let Order { at, id, state } = order(hour);
        late::Order { at, id, state }
    };
    for hour in NOON + 2..NOON + 6 {
        late.put(&order(hour)).await.unwrap();
    }
    for hour in NOON - 3..NOON + 6 {
        let key = late::Order::key(hours(hour), order(hour).id);
        assert_eq!(late.get(key).await.unwrap(), Some(order(hour)), "hour {hour}");
    }
    let page = late::Order::query().between(hours(24)..hours(48)).send(&late).await.unwrap();
    assert_eq!(page.items, (NOON - 3..NOON + 6).map(order).collect::<Vec<_>>());
    assert_eq!(late.create(&order(NOON)).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    late.replace(&order(NOON)).await.unwrap();
    late.delete(late::Order::key(hours(NOON + 1), order(NOON + 1).id)).await.unwrap();
    let page = late::Order::query().between(hours(NOON)..hours(48)).send(&late).await.unwrap();
    assert_eq!(page.items, (NOON..NOON + 6).filter(|hour| *hour != NOON + 1).map(order).collect::<Vec<_>>());
    // No copies are left if the current shard is another one.
    let items = stored::items(&late).await;
    let times = |hour: i64| items.iter().filter(|item| stored::text(item, "id") == order(hour).id).count();
    assert_eq!([times(NOON), times(NOON + 1)], [1, 0]);
}
