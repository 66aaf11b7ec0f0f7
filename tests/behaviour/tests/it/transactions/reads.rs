//! Consistent reads of several items.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{
    ErrorKind, Outcome,
    client::CancellationReason,
    monitor::{Capacity, Monitor},
};
use keywright_local::{Failure, Faults, Rule, Throttle};

use super::answers::*;
use super::design::*;

#[tokio::test]
async fn result_has_the_shape_of_the_keys() {
    let (local, shop) = shop().await;
    let log = log("l-1");
    let written = shop.transaction().put(&order(1)).put(&cart("ann")).put(&log).put(&visit(100, "/")).await.unwrap();
    local.clear_operations();
    let key = |id: u32| Order::key("ann", id);
    let (first, none, basket) = shop.transaction_get((key(1), key(2), Cart::key("ann"))).await.unwrap();
    assert_eq!((first, none, basket), (Some(order(1)), None, Some(cart("ann"))));
    let one: Option<Cart> = shop.transaction_get(Cart::key("ann")).await.unwrap();
    assert_eq!(one, Some(cart("ann")));
    let many: Vec<Option<Order>> = shop.transaction_get(vec![key(2), key(1), key(1), key(2)]).await.unwrap();
    assert_eq!(many, [None, Some(order(1)), Some(order(1)), None]);
    let (orders, (logs, visits)) = shop
        .transaction_get((
            [key(1), key(3)],
            (vec![written.written(2).unwrap().key(&log)], (Visit::key("ann", visit(100, "/").at),)),
        ))
        .await
        .unwrap();
    assert_eq!((orders, logs), (vec![Some(order(1)), None], vec![Some(log)]));
    assert_eq!(visits.0, Some(visit(100, "/")));
    assert_eq!(local.requests(), 4);
    assert!(local.operations().iter().all(|request| request.name == "TransactGetItems"));
}

#[tokio::test]
async fn another_item_under_a_lossy_key_is_not_returned() {
    let (_local, shop) = shop().await;
    shop.put(&visit(100, "/")).await.unwrap();
    let key = |millis| Visit::key("ann", visit(millis, "/").at);
    assert_eq!(shop.transaction_get((key(200), key(100))).await.unwrap(), (None, Some(visit(100, "/"))));
}

#[tokio::test]
async fn an_item_of_another_entity_is_an_error_with_its_key() {
    let (_local, shop) = shop().await;
    let s = |text: &str| AttributeValue::S(text.into());
    let put = shop.client().put_item().table_name("shop").item("PK", s("CUSTOMER#ann")).item("SK", s("CART"));
    put.clone().item("et", s("Other")).item("_et", s("Other")).item("entity", s("Other")).send().await.unwrap();
    let name = <Shop as keywright::Table>::SCHEMA.discriminator.unwrap();
    put.item(name, s("Other")).send().await.unwrap();
    let error = shop.transaction_get((Order::key("ann", 1_u32), Cart::key("ann"))).await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::WrongEntity, Some("Cart")));
    assert_eq!(error.key(), Some("CUSTOMER#ann / CART"));
}

#[tokio::test]
async fn up_to_100_distinct_items_can_be_read() {
    let (local, shop) = shop().await;
    let keys = |count: u32| (0..count).map(|id| Order::key("ann", id)).collect::<Vec<_>>();
    assert_eq!(shop.transaction_get(keys(100)).await.unwrap(), vec![None; 100]);
    local.clear_operations();
    let error = shop.transaction_get((keys(100), Cart::key("ann"))).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied));
    assert!(error.to_string().starts_with("transaction_get, table shop: it reads 101 items"), "{error}");
    assert_eq!(local.requests(), 0);
    assert_eq!(shop.transaction_get((keys(100), keys(100))).await.unwrap(), (vec![None; 100], vec![None; 100]));
    assert_eq!(local.requests(), 1);
    assert!(shop.transaction_get(keys(0)).await.unwrap().is_empty());
    assert_eq!(local.requests(), 1);
    assert!(shop.transaction_get(keys(0)).params().unwrap_err().to_string().contains("no keys to read"));
}

#[tokio::test]
async fn invalid_keys_are_named_by_position() {
    let (local, shop) = shop().await;
    let error = shop.transaction_get((Order::key("ann", 1_u32), Cart::key(""))).await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::KeyValue, Some("Cart")));
    assert!(error.to_string().contains("key 1: "), "{error}");
    let nowhere = keywright::Key::<Log>::__new(None);
    let error = shop.transaction_get(vec![nowhere]).await.unwrap_err();
    assert!(error.to_string().contains("key 0: the key does not say in which shard"), "{error}");
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn params_and_into_sdk_do_not_send_the_request() {
    let (local, shop) = shop().await;
    let read = shop.transaction_get((Order::key("ann", 1_u32), Cart::key("ann")));
    assert_eq!(format!("{read:?}"), "TransactionGet { keys: 2, .. }");
    let params = read.params().unwrap();
    let get = params.transact_items()[1].get().unwrap();
    assert_eq!((get.table_name(), get.key()["SK"].as_s().unwrap().as_str()), ("shop", "CART"));
    assert_eq!(local.requests(), 0);
    assert_eq!(read.into_sdk().unwrap().send().await.unwrap().responses().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn conflicts_are_retried_and_reported_after_ten_requests() {
    let conflict = || cancelled(&["None", "TransactionConflict"]);
    let keys = || (Order::key("ann", 1_u32), Cart::key("ann"));
    let (local, shop, _) = shop_with(vec![conflict(), cancelled(&["ThrottlingError", "None"])], 3).await;
    assert_eq!(shop.transaction_get(keys()).await.unwrap(), (None, None));
    assert_eq!(local.requests(), 3);
    let (local, shop, _) = shop_with(vec![conflict(); 20], 3).await;
    let error = shop.transaction_get(keys()).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome(), local.requests()),
        (ErrorKind::TransactionConflict, Outcome::NotApplied, 10)
    );
    let [cancelled_by] = error.cancellations() else { panic!("{error}") };
    assert_eq!((cancelled_by.position, cancelled_by.entity), (1, "Cart"));
    assert_eq!(cancelled_by.reason, CancellationReason::Conflict);
    assert!(
        error.to_string().contains("for key 1 (get `Cart`, key CUSTOMER#ann / CART): another request was"),
        "{error}"
    );
    let (local, shop, _) = shop_with(vec![conflict()], 1).await;
    shop.transaction_get(keys()).await.unwrap_err();
    assert_eq!(local.requests(), 1);
    let (local, shop, _) = shop_with(vec![cancelled(&["ValidationError", "None"])], 3).await;
    let error = shop.transaction_get(keys()).await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::TransactionCancelled, 1));
}

#[tokio::test(start_paused = true)]
async fn transient_faults_are_retried_and_monitored() {
    let (local, shop) = shop().await;
    let monitor = Monitor::new();
    shop.put(&Order { note: "x".repeat(5_000), ..order(1) }).await.unwrap();
    let shop = shop.monitor(&monitor);
    let fault = |failure| Rule::on(["TransactGetItems"]).unwrap().first(1).fail(failure);
    local.set_faults(Faults::seeded(1).rule(fault(Failure::InternalServerError { carried_out: false })));
    let keys = (Order::key("ann", 1_u32), Stock::key("pen"));
    assert!(shop.transaction_get(keys).await.unwrap().0.is_some());
    let units = |key: &str| {
        let hot = monitor.snapshot().into_iter().find(|hot| hot.key == key && hot.capacity == Capacity::Read);
        hot.map_or((0.0, 0.0), |hot| (hot.units, hot.units * hot.refused / hot.rate))
    };
    assert_eq!((units("CUSTOMER#ann"), units("STOCK#pen")), ((4.0, 0.0), (2.0, 0.0)));
    local.set_faults(Faults::seeded(1).rule(fault(Failure::Throttled(Throttle::throttling()))));
    shop.transaction_get(Cart::key("bob")).await.unwrap();
    assert_eq!(units("CUSTOMER#bob").0, 3.0, "one refused, two consumed");
}
