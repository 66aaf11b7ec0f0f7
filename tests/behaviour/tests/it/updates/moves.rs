//! Moves of items to other keys, in a transaction.

use keywright::{Entity, ErrorKind, Outcome};

use super::design::*;

#[tokio::test]
async fn moved_item_exists_only_under_its_new_key() {
    let (_local, shop) = shop().await;
    let mut item = stored(&shop, key()).await.unwrap();
    item.insert("beside".into(), aws_sdk_dynamodb::types::AttributeValue::Bool(true));
    shop.client().put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
    let moved = shop.move_to(key(), |order| order.customer = "bob".into()).await.unwrap();
    assert_eq!(moved, Order { customer: "bob".into(), ..order() });
    assert!(stored(&shop, key()).await.is_none());
    let mut new = stored(&shop, Order::key("bob", 7_u32)).await.unwrap();
    assert!(new.remove("beside").is_some());
    assert_eq!(new, moved.to_item().unwrap());
    let found = Order::by_status(Status::Open, "bob").limit(10).send(&shop).await.unwrap().items;
    assert_eq!(found, [moved]);
}

#[tokio::test]
async fn moves_onto_existing_or_from_missing_items_are_rejected() {
    let (_local, shop) = shop().await;
    shop.put(&Order { id: 8, ..order() }).await.unwrap();
    for (error, kind) in [
        (shop.move_to(key(), |order| order.id = 8).await, ErrorKind::AlreadyExists),
        (shop.move_to(key(), |order| order.cents = 8).await, ErrorKind::InvalidArgument),
        (shop.move_to(Order::key("eve", 1_u32), |order| order.id = 8).await, ErrorKind::NotFound),
        (shop.move_to(key(), |order| order.customer = String::new()).await, ErrorKind::KeyValue),
    ] {
        let error = error.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (kind, Outcome::NotApplied), "{error}");
        assert!(error.key().is_some() || kind == ErrorKind::KeyValue, "{error}");
    }
    assert_eq!(consistent(&shop).await, order());
}

#[tokio::test]
async fn concurrent_change_is_not_lost_by_a_move() {
    let (_local, shop) = shop().await;
    let (mut reads, other) = (0, shop.clone());
    // The change runs between the read and the transaction. The first time, another writer is faster.
    let runtime = tokio::runtime::Handle::current();
    let moved = tokio::task::spawn_blocking(move || {
        runtime.block_on(
            other
                .clone()
                .move_to(key(), |order| {
                    reads += 1;
                    order.id = 9;
                    if reads == 1 {
                        let other = other.clone();
                        std::thread::spawn(move || {
                            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                            runtime.block_on(other.update(key()).add(Order::CENTS, 1).into_future()).unwrap();
                        })
                        .join()
                        .unwrap();
                    }
                })
                .into_future(),
        )
    });
    assert_eq!(moved.await.unwrap().unwrap().cents, 501);
}
