//! Items of several entities by their keys, in one batch.

use keywright::{Entity, ErrorKind, Key};

use super::design::*;

fn customer(id: &str) -> Customer {
    Customer { id: id.into(), name: format!("{id}'s name") }
}

#[tokio::test]
async fn each_list_of_keys_has_its_results() {
    let (local, shop) = with_orders(3).await;
    shop.put(&customer("ann")).await.unwrap();
    local.clear_operations();
    let keys = || {
        let orders: Vec<_> = [3, 9, 1, 3].into_iter().map(|id: u32| Order::key("ann", id)).collect();
        (["zoe", "ann"].map(Customer::key), orders)
    };
    let (customers, orders) = shop.batch_get_mixed(keys()).consistent().await.unwrap();
    assert_eq!(customers, [None, Some(customer("ann"))]);
    assert_eq!(orders, [Some(order(3)), None, Some(order(1)), Some(order(3))]);
    assert_eq!(local.requests(), 1);
    let params = shop.batch_get_mixed(keys()).consistent().params().unwrap();
    assert_eq!(params.len(), 1);
    let of_table = &params[0].request_items().unwrap()["shop"];
    assert_eq!((of_table.keys().len(), of_table.consistent_read()), (5, Some(true)));
    let none = (Vec::<Key<Order>>::new(), [Customer::key("ann")]);
    assert_eq!(shop.batch_get_mixed(none).await.unwrap(), (vec![], vec![Some(customer("ann"))]));
}

#[tokio::test]
async fn keys_of_all_lists_share_requests_of_one_hundred() {
    let (local, shop) = with_orders(150).await;
    let keys = || ((1..=150).map(|id: u32| Order::key("ann", id)), (0..50).map(|id| Customer::key(format!("c-{id}"))));
    let (orders, customers) = shop.batch_get_mixed(keys()).in_flight(1).await.unwrap();
    assert_eq!((orders.into_iter().flatten().count(), customers.len()), (150, 50));
    assert_eq!(local.requests(), 2);
    let error = shop.batch_get_mixed(keys()).in_flight(0).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

#[tokio::test]
async fn older_and_lossy_keys_work_as_in_single_entity_batches() {
    let (_local, shop) = shop().await;
    let ticket = Ticket { team: "web".into(), id: 7, title: "older".into(), body: "b".into() };
    let mut older = ticket.to_item().unwrap();
    older.insert("PK".into(), aws_sdk_dynamodb::types::AttributeValue::S("TICKETS#web".into()));
    shop.client().put_item().table_name("shop").set_item(Some(older)).send().await.unwrap();
    let visit = Visit { user: "ann".into(), at: hours(1), page: "/".into(), agent: "curl".into() };
    shop.put(&visit).await.unwrap();
    let keys = ([Ticket::key("web", 7_u32)], [1, 2].map(|hour| Visit::key(hours(hour), "ann")));
    let (tickets, visits) = shop.batch_get_mixed(keys).await.unwrap();
    assert_eq!(tickets, [Some(ticket)]);
    assert_eq!(visits, [Some(visit), None]);
}

#[tokio::test]
async fn each_list_reports_its_leftover_keys() {
    let (_local, shop) = with_orders(2).await;
    let mut broken = order(3).to_item().unwrap();
    broken.insert("amount".into(), aws_sdk_dynamodb::types::AttributeValue::S("much".into()));
    shop.client().put_item().table_name("shop").set_item(Some(broken)).send().await.unwrap();
    shop.put(&customer("ann")).await.unwrap();
    let keys = || {
        let calls = [9, 3].map(|shard| Call::key_in_shard(shard, noon(), "c-1"));
        ([1, 3].map(|id: u32| Order::key("ann", id)), [Customer::key("ann")], calls)
    };
    let (orders, customers, calls) = shop.batch_get_mixed(keys()).partial().await.unwrap();
    assert_eq!(orders.items, [Some(order(1)), None]);
    assert_eq!((orders.leftovers[0].position, orders.leftovers[0].reason.kind()), (1, ErrorKind::Decode));
    assert_eq!(orders.leftovers[0].reason.operation_name(), Some("batch_get_mixed"));
    assert!(customers.is_complete());
    assert_eq!((calls.leftovers[0].position, calls.leftovers[0].reason.kind()), (0, ErrorKind::InvalidArgument));
    let error = shop.batch_get_mixed(keys()).await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::InvalidArgument, Some("Call")), "before a request");
}

#[tokio::test]
async fn wrong_entity_error_names_the_keys_entity() {
    let (_local, shop) = shop().await;
    let mut item = customer("ann").to_item().unwrap();
    item.insert("_et".into(), aws_sdk_dynamodb::types::AttributeValue::S("Order".into()));
    shop.client().put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
    let error = shop.batch_get_mixed(([Order::key("ann", 1_u32)], [Customer::key("ann")])).await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::WrongEntity, Some("Customer")));
    assert!(error.key().is_some_and(|key| key.contains("CUSTOMER")), "{error}");
}
