//! Items around the exact instant of a growth, with sort keys that are less precise than the instant.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(discriminator = none)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Order)]
struct Platform;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(
    template = "ORDER#<at:day>",
    legacy(template = "ORDER#<at:day>", hash(id), count = 3, until = "2026-06-22T12:00:00.9Z")
)]
#[shard(hash(id), count = 2, grow(at = "2026-06-22T12:00:00.5Z", count = 5))]
#[sk(template = "<at:s>#<id>")]
#[gsi(
    index = "GSI1",
    query = of,
    pk = "OF#<of>",
    sk = "<at:ms>",
    shard(random = 2, grow(at = "2026-06-22T12:00:00.0005Z", count = 4))
)]
#[peak(writes_per_second = 100, item_bytes = 100)]
struct Order {
    at: DateTime<Utc>,
    id: String,
    of: String,
}

const TIMES: [&str; 9] = [
    "11:59:59.999999999",
    "12:00:00",
    "12:00:00.000499999",
    "12:00:00.0005",
    "12:00:00.499999999",
    "12:00:00.5",
    "12:00:00.500000001",
    "12:00:00.9",
    "12:00:01",
];

fn at(time: &str) -> DateTime<Utc> {
    format!("2026-06-22T{time}Z").parse().unwrap()
}

#[tokio::test]
async fn every_item_around_the_growth_instant_is_returned_once() {
    let local = Local::builder().permute_ties(3).start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    let mut orders = Vec::new();
    for (number, time) in (0..6).flat_map(|number| TIMES.map(|time| (number, time))) {
        let order = Order { at: at(time), id: format!("{number}-{time}"), of: "ann".to_owned() };
        platform.create(&order).await.unwrap();
        assert_eq!(platform.get(Order::key(order.at, &order.id)).await.unwrap().as_ref(), Some(&order));
        platform.replace(&order).await.unwrap();
        assert_eq!(platform.create(&order).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
        orders.push(order);
    }
    orders.sort();
    for (from, until) in TIMES.iter().flat_map(|from| TIMES.map(|until| (at(from), at(until)))) {
        let expected: Vec<_> = orders.iter().filter(|order| from <= order.at && order.at < until).cloned().collect();
        for newest_first in [false, true] {
            let mut found = Vec::new();
            let mut cursor = None;
            loop {
                let query = Order::query().between(from..until).limit(7).cursor(cursor);
                let query = if newest_first { query.newest_first() } else { query };
                let page = query.send(&platform).await.unwrap();
                found.extend(page.items);
                cursor = page.cursor;
                if cursor.is_none() {
                    break;
                }
            }
            found.sort();
            assert_eq!(found, expected, "{from}..{until}");
        }
        let mut found = Order::of("ann").between(from..until).limit(100).send(&platform).await.unwrap().items;
        found.sort();
        assert_eq!(found, expected, "{from}..{until} in the index");
    }
    for order in &orders {
        platform.delete(Order::key(order.at, &order.id)).await.unwrap();
    }
    assert!(Order::of("ann").send(&platform).await.unwrap().items.is_empty());
}
