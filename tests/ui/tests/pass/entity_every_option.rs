//! Every option of an entity, as the schema and the plans of its queries hold it.

#![deny(warnings, missing_docs)]

use chrono::{DateTime, TimeZone, Utc};
use keywright::{
    Attributes, Entity, KeyEnum, Table,
    read::{Direction, Generation, Plan},
    schema::{Peak, ShardBy},
};
use serde::{Deserialize, Serialize};

/// What the shop stores.
#[derive(Table)]
#[table(undeclared_peak = "deny", quota = 80_000)]
#[gsi(name = "ByCustomer", pk = "CustomerPK", sk = "CustomerSK")]
#[gsi(name = "ByStatus", pk = "StatusPK", sk = "StatusSK", projection = "keys_only")]
#[gsi(name = "ByDay", pk = "DayPK", sk = "DaySK", projection = include("total"))]
#[entities(Order, Visit)]
pub struct Shop;

/// An order.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Shop, name = "order", constants("__edb_v__" = "1", "__edb_e__" = "order"), crate = ::keywright)]
#[pk(
    template = "ORDER#<shard:02>#<placed:day>",
    query = placed,
    legacy(template = "ORDER#<placed:day>#<shard>", shards = 4, first = 1, until = "2027-01-01T00:00:00Z"),
    legacy(template = "ORDERS", hash(number), count = 3),
    retention = "90d"
)]
#[shard(hash(number, top_share = 0.01), count = 12, with = shard_of, first = 1)]
#[sk(template = "<placed:ms>#<number>")]
#[gsi(
    index = "ByCustomer",
    query = by_customer,
    pk = "CUSTOMER#<customer:lower>",
    sk = "ORDER#<placed:s>#<number:w8>",
    allow_hot = "the largest customer orders once a minute"
)]
#[gsi(
    index = "ByStatus",
    query = by_status,
    pk = "STATUS#<status>",
    sk = "<placed>#<number:plain>",
    shard(random = 3, first = 1, grow(at = "2027-01-01T00:00:00Z", count = 6)),
    peak(moves = 0.3, top_share = 0.4)
)]
#[gsi(
    index = "ByDay",
    query = by_day,
    pk = "DAY#<shard>#<placed>",
    sk = "<total>#<number>",
    bucket = "day",
    shard(hash(number), count = 5),
    legacy(template = "DAY#<placed:day>"),
    peak(writes_per_second = 1_000, item_bytes = 400),
    retention = "2w"
)]
#[peak(
    creates = 1_000,
    updates = 500,
    deletes = 100,
    item_bytes = 600,
    in_transactions = 0.1,
    reads_per_second = 1_000,
    top_share = 0.01
)]
pub struct Order {
    /// Its number.
    pub number: u32,
    /// When it was placed.
    pub placed: DateTime<Utc>,
    /// Who placed it.
    pub customer: String,
    /// Absent for a draft, which is then not in the index.
    pub status: Option<Status>,
    /// In cents.
    pub total: u64,
    /// What the warehouse adds.
    #[serde(flatten)]
    pub others: Attributes,
}

/// A visit of a page.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "VISIT#<at>", bucket = "hour")]
#[shard(random = 20, first = 1)]
#[sk(template = "<at:us>#<<<page>")]
#[peak(writes_per_second = 3_000, item_bytes = 200)]
pub struct Visit {
    /// When.
    pub at: DateTime<Utc>,
    /// Of which page.
    pub page: String,
}

/// What becomes of an order.
#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
pub enum Status {
    /// Not paid.
    Open,
    /// Paid.
    Paid,
    /// On its way.
    Sent,
}

fn shard_of(text: &str) -> u32 {
    text.len() as u32
}

fn lanes(plan: &Plan, generation: Generation) -> Vec<String> {
    let lanes = plan.lanes().filter(|lane| lane.generation() == generation);
    lanes.map(|lane| lane.partition_key().to_string()).collect()
}

pub(super) fn main() {
    let placed = Utc.with_ymd_and_hms(2026, 6, 22, 14, 5, 6).single().expect("an instant");
    let later = Utc.with_ymd_and_hms(2027, 1, 1, 0, 0, 0).single().expect("an instant");

    let order = Order::SCHEMA;
    assert_eq!((order.name, order.docs, order.discriminator), ("Order", "An order.", "order"));
    assert_eq!(order.constants, [("__edb_v__", "1"), ("__edb_e__", "order")]);
    assert_eq!(
        order.peak,
        Some(
            Peak::new(1_000, 600)
                .updates(500)
                .deletes(100)
                .in_transactions(0.1)
                .reads_per_second(1_000)
                .top_share(0.01)
        )
    );
    let [table, customer, status, day] = order.keys else { panic!("{:?}", order.keys) };
    assert_eq!(
        [table.query, customer.query, status.query, day.query],
        ["placed", "by_customer", "by_status", "by_day"]
    );
    assert_eq!([table.retention, day.retention], [Some(90 * 86_400), Some(14 * 86_400)]);
    assert_eq!(customer.allow_hot, Some("the largest customer orders once a minute"));
    let shard = status.shard.expect("shards");
    assert!(matches!((shard.count, shard.first, shard.by), (3, 1, ShardBy::TableKey)));
    let peak = status.peak.expect("a peak");
    assert_eq!((peak.writes_per_second(), peak.item_bytes), (1_600, 600));
    assert_eq!((peak.moves, peak.top_share), (Some(0.3), Some(0.4)));

    let key = Order::key(placed, 1_234u32).to_item_key().expect("a key");
    assert_eq!(key.partition.to_string(), "ORDER#05#2026-06-22");
    assert_eq!(key.sort.expect("a sort key").to_string(), "2026-06-22T14:05:06.000Z#0000001234");

    let plan = Order::placed().shard_of(1_234u32).between(placed..=placed).explain().expect("a plan");
    assert_eq!(lanes(&plan, Generation::Current), ["ORDER#05#2026-06-22"]);
    assert_eq!(lanes(&plan, Generation::Legacy(0)).len(), 4);
    assert_eq!(lanes(&plan, Generation::Legacy(1)).len(), 1);
    let plan = Order::placed().between(later..=later).explain().expect("a plan");
    assert_eq!(lanes(&plan, Generation::Legacy(0)), [""; 0]);
    assert_eq!(lanes(&plan, Generation::Legacy(1)), ["ORDERS#0", "ORDERS#1", "ORDERS#2"]);

    let plan = Order::by_customer("Ann").newest_first().limit(10).explain().expect("a plan");
    assert_eq!(lanes(&plan, Generation::Current), ["CUSTOMER#ann"]);
    assert_eq!(plan.direction(), Direction::Descending);

    let plan = Order::by_status(Status::Paid).then(placed).explain().expect("a plan");
    let expected = ["STATUS#Paid#1", "STATUS#Paid#2", "STATUS#Paid#3"];
    assert_eq!(lanes(&plan, Generation::Current), expected);
    let plan = Order::by_status(Status::Paid).then(later).explain().expect("a plan");
    assert_eq!(lanes(&plan, Generation::Current).len(), 6);

    let plan = Order::by_day().during(placed..=placed).between(10_000u64..).explain().expect("a plan");
    assert_eq!(lanes(&plan, Generation::Current).len(), 5);
    assert_eq!(lanes(&plan, Generation::Legacy(0)), ["DAY#2026-06-22"]);

    let key = Visit::key_in_shard(7, placed, "a/b").to_item_key().expect("a key");
    assert_eq!(key.partition.to_string(), "VISIT#2026-06-22T14#7");
    assert_eq!(key.sort.expect("a sort key").to_string(), "2026-06-22T14:05:06.000000Z#<a/b");
    let _ = Visit::find(placed, "a/b");
    let plan = Visit::query().between(placed..=placed).explain().expect("a plan");
    assert_eq!(lanes(&plan, Generation::Current).len(), 20);
}
