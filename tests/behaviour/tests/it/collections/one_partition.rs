//! One partition key: order, direction, prefixes, and the requests.

use futures_util::TryStreamExt as _;

use super::design::{CustomerItem, customer, of_ann, order, shop};

#[tokio::test]
async fn items_of_all_entities_are_in_sort_key_order() {
    let (_local, shop) = shop().await;
    let expected = of_ann(&shop).await;
    let page = CustomerItem::of_customer("ann").send(&shop).await.unwrap();
    assert_eq!(page.items, expected);
    assert!(page.cursor.is_none());
    assert_eq!((page.stats.lanes, page.stats.items_read, page.stats.unknown), (1, 14, 0));

    let page = CustomerItem::of_customer(String::from("ann")).newest_first().send(&shop).await.unwrap();
    assert!(page.items.iter().eq(expected.iter().rev()));
    let none = CustomerItem::of_customer("nobody").send(&shop).await.unwrap();
    assert!(none.items.is_empty() && none.cursor.is_none());
}

#[tokio::test]
async fn sort_key_prefix_matches_the_stored_text() {
    let (_local, shop) = shop().await;
    of_ann(&shop).await;
    let read = async |beginning: &str| {
        CustomerItem::of_customer("ann").sort_begins_with(beginning).send(&shop).await.unwrap().items
    };
    let orders: Vec<_> = (1..=12).map(|number| CustomerItem::Order(Box::new(order("ann", number)))).collect();
    assert_eq!(read("ORDER#").await, orders);
    assert_eq!(read("ORDER#000000001").await, orders[9..]);
    assert_eq!(read("CUSTOMER").await, [CustomerItem::Customer(customer("ann"))]);
    assert_eq!(read("ORDERS").await, []);
    assert_eq!(read("").await.len(), 14);
}

#[tokio::test]
async fn stream_reads_all_pages_and_consistent_reads_are_marked() {
    let (local, shop) = shop().await;
    let expected = of_ann(&shop).await;
    let stream = CustomerItem::of_customer("ann").items_per_request(3).stream(&shop);
    assert_eq!(stream.try_collect::<Vec<_>>().await.unwrap(), expected);

    local.clear_operations();
    let reading = CustomerItem::of_customer("ann").consistent().limit(2).send(&shop);
    let [request] = reading.params().unwrap().try_into().unwrap();
    assert_eq!((request.consistent_read, request.limit), (Some(true), Some(2)));
    assert_eq!(request.filter_expression, None);
    assert_eq!(request.projection_expression, None);
    assert_eq!(request.key_condition_expression.as_deref(), Some("#p = :p"));
    assert!(local.operations().is_empty());
    assert_eq!(reading.await.unwrap().items, expected[..2]);
}

#[tokio::test]
async fn the_plan_names_the_collection_and_its_function() {
    let plan = CustomerItem::of_customer("ann").sort_begins_with("ORDER#").explain().unwrap().to_string();
    assert!(plan.starts_with("CustomerItem::of_customer over the table, ascending"), "{plan}");
    assert!(plan.contains("CUSTOMER#ann") && plan.contains("ORDER#"), "{plan}");
    let query = format!("{:?}", CustomerItem::of_customer("ann").limit(3));
    assert!(query.contains("CustomerItem") && query.contains("ann"), "{query}");
}
