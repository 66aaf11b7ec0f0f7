//! The access patterns of a table with everything that a single table can have.

#![allow(dead_code, reason = "the types are documented, and nothing is read by them")]

use chrono::{DateTime, Utc};
use keywright::{Collection, Entity, KeyEnum, Projection, Table, read::SortCondition};
use keywright_tools::access_patterns::{AccessPatterns, Call, EntityPatterns, Role, access_patterns};
use serde::{Deserialize, Serialize};

/// A shop.
#[derive(Table)]
#[table(ttl = "expires_at")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[gsi(name = "ByState", pk("state", "region"), sk((name = "cents", type = "N"), "id"), projection = include("note"))]
#[lsi(name = "ByPlaced", sk = "placed", projection = "all")]
#[entities(Customer, Order, Invoice, Basket, Log, Votes)]
struct Shop;

/// A customer.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "CUSTOMER")]
#[gsi(index = "GSI1", query = by_name, pk = "NAME#<name>", sk = "<id>")]
#[peak(writes_per_second = 10, item_bytes = 1_500)]
struct Customer {
    id: String,
    #[entity(sensitive)]
    name: String,
    #[entity(unique)]
    email: String,
    #[entity(version)]
    version: u64,
    #[entity(created)]
    since: Option<DateTime<Utc>>,
    #[entity(updated)]
    seen: Option<DateTime<Utc>>,
}

/// An order.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "ByState", query = by_state, pk("<state>", "<region>"), sk("<cents>", "<id>"))]
#[lsi(index = "ByPlaced", query = by_placed, sk = "<placed>")]
#[gsi(index = "GSI1", query = of_courier, pk = "COURIER#<courier>", sk = "<id>")]
struct Order {
    customer: String,
    id: String,
    state: State,
    region: String,
    cents: u64,
    placed: String,
    courier: Option<String>,
    note: String,
}

#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
enum State {
    Open,
    Paid,
}

/// An invoice.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "INVOICE#<id>", legacy(template = "I#<id>", shards = 3), legacy(template = "INV#<id>"))]
#[sk(template = "INVOICE#<number>")]
struct Invoice {
    id: String,
    number: u32,
}

/// A basket.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "BASKET#<id>")]
#[sk(template = "<day:day>")]
struct Basket {
    id: String,
    day: DateTime<Utc>,
    #[entity(ttl)]
    expires_at: DateTime<Utc>,
}

/// A line of the log.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "LOG#<at:day>")]
#[shard(random = 10)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 100, item_bytes = 100)]
struct Log {
    at: DateTime<Utc>,
    id: String,
}

/// Votes.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "VOTES#<poll>")]
#[shard(random = 10)]
#[sk(template = "VOTES")]
struct Votes {
    poll: String,
    #[entity(counter)]
    votes: u64,
}

/// A customer's items.
#[derive(Collection)]
#[collection(query = of_customer(id))]
enum CustomerItem {
    Customer(Customer),
    Order(Order),
}

/// A customer and the orders.
#[derive(Collection)]
#[collection(query(id))]
struct CustomerWithOrders {
    customer: Customer,
    orders: Vec<Order>,
}

#[derive(Projection, Deserialize)]
#[projection(of = Order)]
struct Noted {
    id: String,
    note: String,
}

fn patterns() -> AccessPatterns {
    access_patterns::<Shop>("shop").collection::<CustomerItem>().projection::<Noted>()
}

fn entity(name: &str) -> EntityPatterns {
    patterns().entities.into_iter().find(|entity| entity.entity == name).unwrap()
}

#[test]
fn the_table_says_its_key_its_ttl_and_who_shares_an_index() {
    let page = patterns().to_markdown();
    for line in [
        "Its key is `PK` (S) and `SK` (S); `_et` says which entity an item is of.",
        "Its TTL attribute is `expires_at`: items of `Basket` expire by it.",
        "| GSI1 | global | `GSI1PK` (S) | `GSI1SK` (S) | keys | Customer, Order |",
        "| ByState | global | `state` (S), `region` (S) | `cents` (N), `id` (S) | keys, note | Order |",
        "| ByPlaced | local | `PK` (S) | `placed` (S) | whole items | Order |",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}\n{page}");
    }
}

#[test]
fn each_role_of_a_field_is_told() {
    let roles = |name| entity(name).roles.into_iter().map(|of| (of.field, of.role)).collect::<Vec<_>>();
    let unique = Role::Unique { within: Vec::new() };
    assert_eq!(
        roles("Customer"),
        [
            ("name", Role::Sensitive),
            ("email", unique),
            ("version", Role::Version),
            ("since", Role::Created),
            ("seen", Role::Updated)
        ]
    );
    assert_eq!(roles("Basket"), [("expires_at", Role::Ttl)]);
    assert_eq!(roles("Votes"), [("votes", Role::Counter)]);
    assert_eq!(roles("Order"), []);
    let json = patterns().to_json();
    let email = serde_json::json!({ "attribute": "email", "field": "email", "role": "unique", "within": [] });
    assert_eq!(json["entities"][0]["roles"][1], email);
    assert_eq!(json["entities"][0]["sentinels"][0]["partition_key"], "%UNIQUE#Customer#email#<email>");
    assert_eq!(json["entities"][1].get("sentinels"), None);
}

/// Method, requests, RCU, WCU of the table, and the fewest and most WCU of the indexes.
type Cost = (&'static str, u64, f64, u64, u64, u64);

fn costs(name: &str) -> Vec<Cost> {
    let cost =
        |call: &Call| (call.method, call.requests, call.rcu, call.table_wcu, call.least_index_wcu, call.most_index_wcu);
    entity(name).calls.iter().map(cost).collect()
}

#[test]
fn each_call_has_its_cost() {
    // 1,500 bytes and those of the keys are 2 units, 4 in a transaction, and 2 more for the sentinel.
    assert_eq!(
        costs("Customer"),
        [
            ("create", 1, 0.0, 6, 1, 1),
            ("put", 2, 1.0, 6, 1, 1),
            ("replace", 2, 1.0, 6, 0, 2),
            ("update", 1, 0.0, 2, 0, 2),
            ("delete", 2, 1.0, 6, 1, 1)
        ]
    );
    // Without a courier it is not in GSI1.
    assert_eq!(
        costs("Order"),
        [
            ("create", 1, 0.0, 1, 2, 3),
            ("put", 1, 0.0, 1, 2, 3),
            ("replace", 1, 0.0, 1, 1, 6),
            ("update", 1, 0.0, 1, 1, 6),
            ("delete", 1, 0.0, 1, 2, 3)
        ]
    );
    // Its four older keys are checked by a create, and read by a delete.
    assert_eq!(
        costs("Invoice"),
        [
            ("create", 1, 0.0, 10, 0, 0),
            ("put", 1, 0.0, 1, 0, 0),
            ("replace", 1, 0.0, 1, 0, 0),
            ("update", 1, 0.0, 1, 0, 0),
            ("delete", 2, 4.0, 1, 0, 0)
        ]
    );
    // The day alone does not tell a basket from others.
    assert_eq!(costs("Basket").last(), Some(&("delete", 2, 1.0, 1, 0, 0)));
    assert_eq!(costs("Log"), [("put", 1, 0.0, 1, 0, 0), ("update", 1, 0.0, 1, 0, 0), ("delete", 1, 0.0, 1, 0, 0)]);
    let calls: Vec<_> = entity("Log").calls.into_iter().map(|call| call.call).collect();
    assert_eq!(
        calls,
        ["table.put(&log).await?", "table.update(located.key).set(..).await?", "table.delete(located.key).await?"]
    );
}

#[test]
fn calls_of_one_cost_are_one_row() {
    let page = patterns().to_markdown();
    let section = page.split("\n## ").find(|section| section.starts_with("Cost of a write")).unwrap();
    let of = |name: &str| section.lines().filter(|line| line.starts_with(&format!("| {name} |"))).collect::<Vec<_>>();
    assert_eq!(
        of("Order"),
        [
            "| Order | `create`, `put`, `delete` | 1 | 0 | 1 | 2 to 3 |  |",
            "| Order | `replace`, `update` | 1 | 0 | 1 | 1 to 6 |  |",
        ]
    );
    assert_eq!(
        of("Invoice"),
        [
            "| Invoice | `create` | 1 | 0 | 10 | 0 | a transaction; with checks of the older keys |",
            "| Invoice | `put` | 1 | 0 | 1 | 0 |  |",
            "| Invoice | `replace`, `update` | 1 | 0 | 1 | 0 | an item under an older key moves: a transaction more |",
            "| Invoice | `delete` | 2 | 4 | 1 | 0 | reads first; and one request for each older key that holds it |",
        ]
    );
}

#[test]
fn collections_and_projections_are_read_as_the_program_says() {
    let patterns = patterns();
    let reads: Vec<_> = patterns.collections.iter().chain(&patterns.projections).flat_map(|of| &of.reads).collect();
    let calls: Vec<_> = reads.iter().map(|read| (read.call.as_str(), read.index, read.lanes)).collect();
    assert_eq!(
        calls,
        [
            ("CustomerItem::of_customer(id).newest_first().limit(50).send(&table).await?", None, 1),
            ("table.get(Order::key(customer, id)).project::<Noted>().await?", None, 1),
            ("Order::query(customer).newest_first().limit(50).project::<Noted>().send(&table).await?", None, 1),
            (
                "Order::by_state(state, region).newest_first().limit(50).project::<Noted>().send(&table).await?",
                Some("ByState"),
                1
            ),
            (
                "Order::by_placed(customer).newest_first().limit(50).project::<Noted>().send(&table).await?",
                Some("ByPlaced"),
                1
            ),
        ]
    );
    assert_eq!(reads[0].question, "every `Customer` and `Order` of one id, in the order of their sort keys");
    assert!(reads[0].command.contains("'#pk = :pk' "), "all of the partition: {}", reads[0].command);
    let page = patterns.to_markdown();
    assert!(page.contains("\n## CustomerItem\n\nA customer's items.\n"), "{page}");
    let alone = access_patterns::<Shop>("shop");
    assert!(!alone.to_markdown().contains("Several entities at once"));
    assert_eq!(alone.to_json().get("collections"), None);
}

#[test]
fn an_assembly_is_read_whole() {
    let patterns = access_patterns::<Shop>("shop").assembly::<CustomerWithOrders>();
    let of = &patterns.collections[0];
    assert_eq!(of.reads[0].call, "CustomerWithOrders::query(id).send(&table).await?");
    assert_eq!((of.reads[0].index, of.reads[0].consistency), (None, "eventual or strong"));
    assert_eq!((of.name, &of.entities[..]), ("CustomerWithOrders", &["Customer", "Order"][..]));
}

#[test]
fn what_can_be_one_item_only_is_asked_for_as_one() {
    let read = &entity("Customer").reads[1];
    assert_eq!((read.question.as_str(), read.rcu), ("the `Customer` of one id, by a query", 0.5));
    assert_eq!(read.call, "Customer::query(id).send(&table).await?");
}

#[test]
fn a_command_asks_for_the_sort_keys_that_the_library_asks_for() {
    let command = |name: &str| {
        let query = entity(name).reads.into_iter().find(|read| read.command.starts_with("aws dynamodb query"));
        query.unwrap().command
    };
    let asked = |plan: keywright::read::Plan| plan.lanes().next().unwrap().interval().condition();
    // Another entity's sort key could begin with this constant.
    assert!(command("Customer").contains("'#pk = :pk AND #sk = :sk'"), "{}", command("Customer"));
    assert!(matches!(asked(Customer::query("c-1").explain().unwrap()), SortCondition::Equal(_)));
    assert!(command("Order").contains("'#pk = :pk AND begins_with(#sk, :sk)'"), "{}", command("Order"));
    assert!(matches!(asked(Order::query("c-1").explain().unwrap()), SortCondition::BeginsWith(_)));
}
