//! The meter of the engine never shows more than the certificate of a page.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, QueryCost, Table, Unbounded, client::item_bytes, physics::Consistency};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::random::Random;

#[derive(Table)]
#[table(ttl = "expires_at")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Order, Entry, Session, Note, Remark)]
struct Shop;

/// Orders are spread by a field with one frequent value, so that the shards are uneven.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDERS#<region>")]
#[shard(hash(kind), count = 8)]
#[sk(template = "<at>#<kind>#<id>")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "<at>", shard(random = 5))]
#[peak(creates = 10, item_bytes = 1_000)]
struct Order {
    region: u32,
    kind: u32,
    at: DateTime<Utc>,
    id: u32,
    state: u32,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "LOG#<service>#<at:day>", retention = "5d")]
#[shard(random = 3)]
#[sk(template = "<at>")]
#[peak(creates = 10, item_bytes = 300)]
struct Entry {
    service: u32,
    at: DateTime<Utc>,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "USER#<user>")]
#[sk(template = "SESSION#<id>")]
#[peak(creates = 10, item_bytes = 300)]
struct Session {
    user: u32,
    id: u32,
    #[serde(with = "chrono::serde::ts_seconds")]
    #[entity(ttl)]
    expires_at: DateTime<Utc>,
}

/// Notes and remarks are mixed in one range of sort keys.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "BOOK#<book>")]
#[sk(template = "<page>#NOTE")]
#[peak(creates = 10, item_bytes = 300)]
struct Note {
    book: u32,
    page: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "BOOK#<book>")]
#[sk(template = "<page>#REMARK")]
#[peak(creates = 10, item_bytes = 300)]
struct Remark {
    book: u32,
    page: u32,
}

const PAGES: usize = 1_000;

#[tokio::test]
async fn the_meter_never_shows_more_than_the_certificate() {
    let local = Local::start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    let mut random = Random(5);
    let now = Utc::now();
    for id in 0..400 {
        let order = Order {
            region: random.below(4),
            kind: if random.below(10) < 7 { 0 } else { random.below(50) },
            at: now - TimeDelta::seconds(i64::from(random.below(10_000))),
            id,
            state: random.below(3),
            text: "x".repeat(random.below(780) as usize),
        };
        assert!(item_bytes(&shop.put(&order).await.map(|_| order.to_item().unwrap()).unwrap()) <= 1_000);
    }
    for _ in 0..300 {
        let at = now - TimeDelta::milliseconds(1 + i64::from(random.below(4 * 24 * 3_600_000)));
        shop.put(&Entry { service: random.below(3), at, text: "x".repeat(random.below(180) as usize) }).await.unwrap();
    }
    let (mut reached, mut again) = (0, 0);
    for page in 0..PAGES {
        let limit = 1 + random.below([4, 40, 120][page % 3]) as usize;
        let (worst, stats) = match page % 4 {
            0 | 1 => {
                let query = Order::query(random.below(5)).limit(limit);
                let query = if page % 4 == 0 { query.newest_first() } else { query.consistent() };
                (query.explain().unwrap().worst_page().unwrap(), query.send(&shop).await.unwrap().stats)
            }
            2 => {
                let query = Order::by_state(random.below(4)).limit(limit).newest_first();
                (query.explain().unwrap().worst_page().unwrap(), query.send(&shop).await.unwrap().stats)
            }
            _ => {
                let query =
                    Entry::query(random.below(4)).limit(limit).newest_first().prefetch(random.below(3) as usize);
                (query.explain().unwrap().worst_page().unwrap(), query.send(&shop).await.unwrap().stats)
            }
        };
        let units = worst.units.unwrap();
        assert!(stats.requests as u64 <= worst.requests, "page {page} of {limit}: {stats:?}, {worst}");
        assert!(stats.rcu <= units, "page {page} of {limit}: {stats:?}, {worst}");
        reached += usize::from(stats.rcu == units);
        again += usize::from(stats.rounds > 1);
    }
    println!("{reached} of {PAGES} pages reach their certificates, {again} take several rounds");
    assert!(reached > 20 && again > 20, "{reached} {again}");
}

#[test]
fn the_constant_and_the_plan_agree() {
    const ORDERS: QueryCost = QueryCost::of::<Order>("query");
    const BY_STATE: QueryCost = QueryCost::of::<Order>("by_state");
    for items in [1, 7, 50, 1_000] {
        let plan = Order::query(1).limit(items as usize).explain().unwrap();
        assert_eq!(Ok(plan.worst_page().unwrap()), ORDERS.page(items, 1, Consistency::Eventual));
        let plan = Order::query(1).limit(items as usize).consistent().explain().unwrap();
        assert_eq!(Ok(plan.worst_page().unwrap()), ORDERS.page(items, 1, Consistency::Strong));
        let plan = Order::by_state(1).limit(items as usize).explain().unwrap();
        assert_eq!(Ok(plan.worst_page().unwrap()), BY_STATE.page(items, 1, Consistency::Eventual));
        let plan = Entry::query(1).limit(items as usize).explain().unwrap();
        let days = plan.groups().len() as u64;
        assert_eq!(
            Ok(plan.worst_page().unwrap()),
            QueryCost::of::<Entry>("query").page(items, days, Consistency::Eventual)
        );
    }
}

#[test]
fn the_certificate_names_why_a_page_is_unbounded() {
    let sessions = Session::query(1).limit(10);
    assert_eq!(sessions.clone().explain().unwrap().worst_page(), Err(Unbounded::ExpiredItems));
    assert!(sessions.include_expired().explain().unwrap().worst_page().is_ok());
    assert_eq!(QueryCost::of::<Session>("query").unbounded(), Some(Unbounded::ExpiredItems));

    assert_eq!(QueryCost::of::<Note>("query").unbounded(), Some(Unbounded::OtherEntity("Remark")));
    assert_eq!(Remark::query(1).limit(5).explain().unwrap().worst_page(), Err(Unbounded::OtherEntity("Note")));

    let filtered = Order::query(1).filter(Order::ID.gt(5)).limit(10);
    assert_eq!(filtered.explain().unwrap().worst_page(), Err(Unbounded::Filter));
    assert_eq!(Order::query(1).explain().unwrap().worst_page(), Err(Unbounded::NoLimit));
}
