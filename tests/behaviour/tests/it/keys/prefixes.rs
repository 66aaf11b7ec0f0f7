//! `ORDER#1` as a prefix also matches `ORDER#10`.

use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored::{self, s};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Line, Shipment)]
struct Shop;

/// An entity with the order's text before another part.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<order>#<line>")]
#[gsi(index = "GSI1", query = by_order, pk = "ORDERS", sk = "<order>#<customer>", allow_hot = "a small shop")]
struct Line {
    customer: String,
    order: String,
    line: u32,
}

/// An entity with the number as the last part.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "SHIPMENT#<number>")]
struct Shipment {
    customer: String,
    number: u32,
}

const ORDERS: [&str; 7] = ["1", "1 b", "1#0", "10", "100", "11", "2"];

fn line(order: &str, line: u32) -> Line {
    Line { customer: "ann".into(), order: order.into(), line }
}

async fn shop() -> (Local, Handle<Shop>) {
    let local = Local::builder().permute_ties(11).start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    for order in ORDERS {
        for number in [1, 10] {
            shop.put(&line(order, number)).await.unwrap();
        }
    }
    for number in [1, 2, 10, 100] {
        shop.put(&Shipment { customer: "ann".into(), number }).await.unwrap();
    }
    local.clear_operations();
    (local, shop)
}

fn orders(lines: &[Line]) -> Vec<&str> {
    let mut orders: Vec<_> = lines.iter().map(|line| line.order.as_str()).collect();
    orders.dedup();
    orders
}

#[tokio::test]
async fn raw_prefix_matches_longer_values() {
    let (_local, shop) = shop().await;
    let query = shop.client().query().table_name("shop").key_condition_expression("PK = :pk AND begins_with(SK, :sk)");
    let query = query.expression_attribute_values(":pk", s("CUSTOMER#ann"));
    let answer = query.expression_attribute_values(":sk", s("ORDER#1")).send().await.unwrap();
    let mut orders: Vec<_> = answer.items().iter().map(|item| stored::text(item, "order")).collect();
    orders.dedup();
    assert_eq!(orders, ["1", "1 b", "1#0", "10", "100", "11"]);
}

#[tokio::test]
async fn query_by_value_matches_it_exactly() {
    let (local, shop) = shop().await;
    for order in ORDERS {
        let page = Line::query("ann").then(order).send(&shop).await.unwrap();
        assert_eq!(page.items, [line(order, 1), line(order, 10)], "order {order}");
        assert_eq!(page.stats.items_read, 2, "none was read in vain");
        let one = Line::query("ann").then(order).then(1).send(&shop).await.unwrap();
        assert_eq!(one.items, [line(order, 1)]);
    }
    assert_eq!(local.requests(), 14);
    assert!(Line::query("ann").then("0").send(&shop).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn index_query_by_value_matches_it_exactly() {
    let (_local, shop) = shop().await;
    let page = Line::by_order().then("1").send(&shop).await.unwrap();
    assert_eq!((orders(&page.items), page.items.len(), page.stats.items_read), (vec!["1"], 2, 2));
}

#[tokio::test]
async fn query_by_number_matches_it_exactly() {
    let (_local, shop) = shop().await;
    let numbers =
        |page: keywright::read::Page<Shipment>| page.items.iter().map(|found| found.number).collect::<Vec<_>>();
    assert_eq!(numbers(Shipment::query("ann").then(1).send(&shop).await.unwrap()), [1]);
    assert_eq!(numbers(Shipment::query("ann").send(&shop).await.unwrap()), [1, 2, 10, 100]);
    assert_eq!(numbers(Shipment::query("ann").between(2..100).send(&shop).await.unwrap()), [2, 10]);
}

#[tokio::test]
async fn begins_with_matches_prefixes() {
    let (_local, shop) = shop().await;
    let page = Line::query("ann").begins_with("1").send(&shop).await.unwrap();
    assert_eq!(orders(&page.items), ["1", "1 b", "1#0", "10", "100", "11"]);
    let page = Line::query("ann").begins_with("1#").send(&shop).await.unwrap();
    assert_eq!(orders(&page.items), ["1#0"]);
}

#[tokio::test]
async fn ranges_follow_the_order_of_the_values() {
    let (_local, shop) = shop().await;
    let page = Line::query("ann").between("1".to_owned().."10".to_owned()).send(&shop).await.unwrap();
    assert_eq!(orders(&page.items), ["1", "1 b", "1#0"]);
    let page = Line::query("ann").between("1".to_owned()..="10".to_owned()).send(&shop).await.unwrap();
    assert_eq!(orders(&page.items), ["1", "1 b", "1#0", "10"]);
}
