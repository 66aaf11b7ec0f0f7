//! The meter of the engine never shows more than the certificate of a page.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt as _;
use keywright::{
    Collection, Entity, ErrorKind, Handle, QueryCost, Table, Unbounded,
    client::{AnyQuery, item_bytes},
    physics::Consistency,
};
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

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(Parcel, Scan, Driver)]
struct Depot;

/// Parcels and their scans are one collection, spread by a field with one frequent value.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Depot)]
#[pk(template = "DEPOT#<depot>")]
#[shard(hash(kind), count = 6)]
#[sk(template = "<at>#PARCEL#<kind>#<id>")]
#[gsi(index = "GSI1", query = by_driver, pk = "DRIVER#<driver>", sk = "<id>", shard(random = 4))]
#[peak(creates = 10, item_bytes = 5_000)]
struct Parcel {
    depot: u32,
    kind: u32,
    at: DateTime<Utc>,
    id: u32,
    driver: u32,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Depot)]
#[pk(template = "DEPOT#<depot>")]
#[shard(hash(kind), count = 6)]
#[sk(template = "<at>#SCAN#<kind>#<id>")]
#[peak(creates = 10, item_bytes = 300)]
struct Scan {
    depot: u32,
    kind: u32,
    at: DateTime<Utc>,
    id: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Depot)]
#[pk(template = "DRIVER#<driver>")]
#[sk(template = "DRIVER")]
struct Driver {
    driver: u32,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_depot(depot))]
enum InDepot {
    Parcel(Parcel),
    Scan(Scan),
}

#[tokio::test]
async fn the_certificate_bounds_collections_and_hydrated_pages() {
    const COLLECTION: QueryCost = QueryCost::of_collection::<InDepot>();
    const BY_DRIVER: QueryCost = QueryCost::of::<Parcel>("by_driver");
    let local = Local::start();
    let depot = local.open::<Depot>("depot").await.unwrap();
    let mut random = Random(7);
    let now = Utc::now();
    for id in 0..500 {
        let at = now - TimeDelta::seconds(i64::from(random.below(5_000)));
        let kind = if random.below(10) < 8 { 0 } else { random.below(40) };
        if random.below(2) == 0 {
            let text = "x".repeat(random.below(4_700) as usize);
            let parcel = Parcel { depot: random.below(2), kind, at, id, driver: random.below(2), text };
            assert!(item_bytes(&parcel.to_item().unwrap()) <= 5_000);
            depot.put(&parcel).await.unwrap();
        } else {
            depot.put(&Scan { depot: random.below(2), kind, at, id }).await.unwrap();
        }
    }
    let (mut reached, mut again) = (0, 0);
    for page in 0..PAGES {
        let limit = 1 + random.below([4, 40, 300][page % 3]) as usize;
        let (worst, constant, stats) = if page % 2 == 0 {
            let query = InDepot::of_depot(random.below(3)).limit(limit);
            let query = if page % 4 == 0 { query.newest_first() } else { query };
            let constant = COLLECTION.page(limit as u64, 1, Consistency::Eventual);
            (query.explain().unwrap().worst_page(), constant, query.send(&depot).await.unwrap().stats)
        } else {
            let query = Parcel::by_driver(random.below(3)).limit(limit).hydrate();
            let (query, items) = match page % 4 {
                1 => (query, Consistency::Eventual),
                _ => (query.consistent_items(), Consistency::Strong),
            };
            let constant = BY_DRIVER.hydrated(items).page(limit as u64, 1, Consistency::Eventual);
            (query.explain().unwrap().worst_page(), constant, query.send(&depot).await.unwrap().stats)
        };
        assert_eq!(worst, constant);
        let worst = worst.unwrap();
        let units = worst.units.unwrap();
        assert!(stats.requests as u64 <= worst.requests, "page {page} of {limit}: {stats:?}, {worst}");
        assert!(stats.rcu <= units, "page {page} of {limit}: {stats:?}, {worst}");
        reached += usize::from(stats.requests as u64 == worst.requests);
        again += usize::from(stats.rounds > 1);
    }
    assert!(reached > 20 && again > 20, "{reached} {again}");
}

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(Claim, Visit)]
struct Clinic;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "PATIENT#<patient>", legacy(template = "P#<patient>"))]
#[sk(template = "CLAIM#<id>")]
#[gsi(index = "GSI1", query = by_claim, pk = "CLAIM#<id>", sk = "<patient>")]
#[peak(creates = 10, item_bytes = 300)]
struct Claim {
    patient: u32,
    id: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "PATIENT#<patient>", legacy(template = "P#<patient>"))]
#[sk(template = "VISIT#<id>")]
struct Visit {
    patient: u32,
    id: u32,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_patient(patient))]
enum OfPatient {
    Claim(Claim),
    Visit(Visit),
}

#[test]
fn a_collection_or_hydration_is_unbounded_under_older_keys() {
    const COLLECTION: QueryCost = QueryCost::of_collection::<OfPatient>();
    assert_eq!(COLLECTION.unbounded(), Some(Unbounded::OlderKeys));
    let worst = OfPatient::of_patient(1).limit(5).explain().unwrap().worst_page();
    assert_eq!(worst, Err(Unbounded::OlderKeys));
    const BY_CLAIM: QueryCost = QueryCost::of::<Claim>("by_claim");
    assert_eq!(BY_CLAIM.unbounded(), None);
    assert_eq!(BY_CLAIM.hydrated(Consistency::Eventual).unbounded(), Some(Unbounded::OlderKeys));
    let query = Claim::by_claim(1).limit(5);
    assert!(query.explain().unwrap().worst_page().is_ok());
    assert_eq!(query.hydrate().explain().unwrap().worst_page(), Err(Unbounded::OlderKeys));
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

#[derive(Table)]
#[table(ttl = "expires_at")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Ticket, Reply)]
struct Desk;

/// Tickets are among replies, some have expired, and a page costs at most 6 RCU.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Desk)]
#[pk(template = "TEAM#<team>", page(items = 15, max_rcu = 6), legacy(template = "GROUP#<team>"))]
#[sk(template = "<id>")]
#[gsi(
    index = "GSI1",
    query = by_state,
    pk = "STATE#<state>",
    sk = "<id>",
    shard(random = 4),
    page(items = 15, max_rcu = 6)
)]
#[peak(creates = 50, item_bytes = 600)]
struct Ticket {
    team: u32,
    id: u32,
    state: u32,
    #[serde(with = "chrono::serde::ts_seconds_option", default)]
    #[entity(ttl)]
    expires_at: Option<DateTime<Utc>>,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Desk, may_overlap = "ids of their own")]
#[pk(template = "TEAM#<team>")]
#[sk(template = "<id>#<number>")]
#[peak(creates = 50, item_bytes = 1_500)]
struct Reply {
    team: u32,
    id: u32,
    number: u32,
    text: String,
}

/// Reads all pages of a query, none of which costs more than 6 RCU. Returns the items and the number of pages that
/// ended early.
async fn all_pages<Q>(desk: &Handle<Desk>, query: Q) -> (Vec<Ticket>, usize)
where
    Q: AnyQuery<Desk, Item = Ticket> + Clone,
{
    let (mut items, mut early, mut cursor) = (Vec::new(), 0, None);
    loop {
        let page = query.clone().cursor(cursor).send(desk).await.unwrap();
        assert!(page.stats.rcu <= 6.0, "{:?}", page.stats);
        assert!(page.items.len() <= 15);
        early += usize::from(page.items.len() < 15 && page.cursor.is_some());
        items.extend(page.items);
        cursor = page.cursor;
        if cursor.is_none() {
            return (items, early);
        }
    }
}

#[tokio::test]
async fn a_page_ends_early_before_it_exceeds_its_units() {
    let local = Local::start();
    let desk = local.open::<Desk>("desk").await.unwrap();
    let mut random = Random(11);
    let now = DateTime::from_timestamp(Utc::now().timestamp(), 0).unwrap();
    let mut tickets = Vec::new();
    for id in 0..600 {
        let expires_at = (random.below(3) == 0).then(|| now - TimeDelta::hours(1));
        let text = "x".repeat(random.below(380) as usize);
        let ticket = Ticket { team: random.below(2), id, state: random.below(2), expires_at, text };
        assert!(item_bytes(&ticket.to_item().unwrap()) <= 600);
        desk.put(&ticket).await.unwrap();
        for number in 0..random.below(4) {
            let text = "x".repeat(1_000 + random.below(300) as usize);
            desk.put(&Reply { team: ticket.team, id, number, text }).await.unwrap();
        }
        tickets.push(ticket);
    }
    let of = |keep: &dyn Fn(&&Ticket) -> bool| tickets.iter().filter(keep).cloned().collect::<Vec<_>>();
    let (found, early) = all_pages(&desk, Ticket::query(1)).await;
    assert_eq!(found, of(&|ticket| ticket.team == 1 && ticket.expires_at.is_none()));
    assert!(early > 5, "{early}");
    let (found, early) = all_pages(&desk, Ticket::query(1).consistent().include_expired()).await;
    assert_eq!(found, of(&|ticket| ticket.team == 1));
    assert!(early > 10, "{early}");
    // Only the oldest match.
    let filtered = Ticket::by_state(0).filter(Ticket::ID.lt(60)).newest_first();
    let (mut found, early) = all_pages(&desk, filtered.clone()).await;
    found.reverse();
    assert_eq!(found, of(&|ticket| ticket.state == 0 && ticket.id < 60 && ticket.expires_at.is_none()));
    assert!(early > 1, "{early}");
    // The certificate says so, with a filter, too.
    let worst = filtered.explain().unwrap().worst_page().unwrap();
    assert_eq!((worst.requests, worst.units), (12, Some(6.0)));
    const BY_STATE: QueryCost = QueryCost::of::<Ticket>("by_state");
    assert_eq!(BY_STATE.unbounded(), None);
    assert_eq!(BY_STATE.page(1_000, 1, Consistency::Eventual).unwrap().units, Some(6.0));
    // A stream is no page.
    let streamed: Vec<Ticket> = Ticket::query(0).limit(100).stream(&desk).try_collect().await.unwrap();
    assert_eq!(streamed, of(&|ticket| ticket.team == 0 && ticket.expires_at.is_none())[..streamed.len()]);
    assert!(streamed.len() > 15);
    let error = Ticket::query(0).limit(16).send(&desk).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("`limit(16)` is above the 15 items of a page"), "{error}");
}
