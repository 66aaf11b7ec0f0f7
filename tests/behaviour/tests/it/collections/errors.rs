//! Errors for careless or hostile callers.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Collection, Entity, ErrorKind, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{Customer, CustomerItem, CustomerWithOrders, Order, Vip, of_ann, order, shop};

/// A collection with an equally named function over fewer entities.
#[derive(Debug, Collection)]
#[collection(query = of_customer(id))]
#[expect(dead_code, reason = "only its cursor matters")]
enum Orders {
    Customer(Customer),
    Order(Order),
}

/// The entities of the collection under another name.
#[derive(Debug, Collection)]
#[collection(query = all(id))]
enum Everything {
    Customer(Customer),
    Order(Order),
    Vip(Vip),
}

impl Everything {
    fn into_item(self) -> CustomerItem {
        match self {
            Self::Customer(customer) => CustomerItem::Customer(customer),
            Self::Order(order) => CustomerItem::Order(Box::new(order)),
            Self::Vip(vip) => CustomerItem::Vip(vip),
        }
    }
}

#[tokio::test]
async fn cursor_of_another_collection_is_foreign() {
    let (_local, shop) = shop().await;
    let expected = of_ann(&shop).await;
    let cursor = async || CustomerItem::of_customer("ann").limit(3).send(&shop).await.unwrap().cursor;
    let foreign = [
        CustomerItem::of_customer("anna").cursor(cursor().await).explain().unwrap_err(),
        CustomerItem::of_customer("ann").newest_first().cursor(cursor().await).explain().unwrap_err(),
        CustomerItem::of_customer("ann").sort_begins_with("C").cursor(cursor().await).explain().unwrap_err(),
        Orders::of_customer("ann").cursor(cursor().await).explain().unwrap_err(),
        Customer::query("ann").cursor(cursor().await).explain().unwrap_err(),
        super::design::RegionItem::of_region("ann").cursor(cursor().await).explain().unwrap_err(),
    ];
    for error in foreign {
        assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
    }
    let of_entity = Order::query("ann").limit(3).send(&shop).await.unwrap().cursor;
    let error = CustomerItem::of_customer("ann").cursor(of_entity).send(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CursorForeign);
    // The name of the collection does not matter, because the answer is the same.
    let page = Everything::all("ann").cursor(cursor().await).send(&shop).await.unwrap();
    let rest: Vec<_> = page.items.into_iter().map(Everything::into_item).collect();
    assert_eq!(rest, expected[3..]);
}

#[tokio::test]
async fn decode_error_names_entity_key_and_attribute() {
    let (_local, shop) = shop().await;
    let mut item = order("ann", 3).to_item().unwrap();
    item.insert("total".into(), AttributeValue::S("much".into()));
    shop.client().put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
    let errors = [
        CustomerItem::of_customer("ann").send(&shop).await.unwrap_err(),
        CustomerWithOrders::query("ann").skip_unknown().send(&shop).await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert_eq!((error.entity(), error.key()), (Some("Order"), Some("CUSTOMER#ann / ORDER#0000000003")));
        assert!(error.to_string().contains("attribute `total` is a string (S)"), "{error}");
    }
}

#[tokio::test]
async fn invalid_key_values_are_rejected_before_sending() {
    let (local, shop) = shop().await;
    local.clear_operations();
    let long = "x".repeat(3_000);
    let refused = [
        (CustomerItem::of_customer(""), ErrorKind::KeyValue),
        (CustomerItem::of_customer(long.as_str()), ErrorKind::KeyTooLong),
        (CustomerItem::of_customer("ann").limit(0), ErrorKind::InvalidArgument),
        (CustomerItem::of_customer("ann").sort_begins_with("x".repeat(1_025)), ErrorKind::KeyTooLong),
    ];
    for (query, kind) in refused {
        let error = query.send(&shop).await.unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
    }
    assert_eq!(CustomerWithOrders::query("").send(&shop).await.unwrap_err().kind(), ErrorKind::KeyValue);
    assert!(local.operations().is_empty());
}

#[tokio::test]
async fn separators_in_values_cannot_form_another_tenants_key() {
    let (_local, shop) = shop().await;
    of_ann(&shop).await;
    let page = CustomerItem::of_customer("x#CUSTOMER").send(&shop).await.unwrap();
    assert!(page.items.is_empty());
    let plan = CustomerItem::of_customer("ann#ORDER").explain().unwrap();
    let keys: Vec<_> = plan.lanes().map(|lane| lane.partition_key().to_string()).collect();
    assert_eq!(keys, ["CUSTOMER#ann%23ORDER"]);
}

#[tokio::test]
async fn stream_with_a_scan_limit_is_rejected() {
    use futures_util::TryStreamExt as _;
    let (_local, shop) = shop().await;
    let error = CustomerItem::of_customer("ann").scan_limit(3).stream(&shop).try_next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

#[derive(Table)]
#[table(sk(name = "number", type = "N"))]
#[entities(Line, Total)]
struct Ledger;

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ledger)]
#[pk(template = "BOOK#<book>#LINES")]
#[sk(template = "<number>")]
struct Line {
    book: String,
    number: u32,
}

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ledger)]
#[pk(template = "BOOK#<book>#TOTALS")]
#[sk(template = "<number>")]
struct Total {
    book: String,
    number: u64,
}

#[derive(Debug, PartialEq, Collection)]
#[collection(query = of(book))]
enum LineItem {
    Line(Line),
}

#[tokio::test]
async fn prefix_on_a_numeric_sort_key_is_rejected() {
    let local = Local::start();
    let ledger = local.open::<Ledger>("ledger").await.unwrap();
    for number in [10, 9, 100] {
        ledger.put(&Line { book: "b".into(), number }).await.unwrap();
    }
    let page = LineItem::of("b").limit(2).send(&ledger).await.unwrap();
    let line = |number| LineItem::Line(Line { book: "b".into(), number });
    assert_eq!(page.items, [line(9), line(10)]);
    let page = LineItem::of("b").limit(2).cursor(page.cursor).send(&ledger).await.unwrap();
    assert_eq!(page.items, [line(100)]);
    let error = LineItem::of("b").sort_begins_with("1").send(&ledger).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("the sort key is not text"), "{error}");
}
