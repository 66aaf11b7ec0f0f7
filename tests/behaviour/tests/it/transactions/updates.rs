//! Updates among the actions of a transaction.

use keywright::{CancellationReason, ErrorKind, ItemUpdate};

use super::design::*;

#[tokio::test]
async fn updates_are_applied_with_the_rest_or_not_at_all() {
    let (_local, shop) = shop().await;
    shop.put(&stock("pen", 5)).await.unwrap();
    shop.put(&order(1)).await.unwrap();
    let sell = |pieces: u32| {
        ItemUpdate::new(Stock::key("pen")).add(Stock::PIECES, -i64::from(pieces)).when(Stock::PIECES.ge(pieces))
    };

    let ship = || ItemUpdate::new(Order::key("ann", 1)).set(Order::STATUS, "sold");
    shop.transaction().update(sell(4)).update(ship()).create(&order(2)).await.unwrap();
    assert_eq!(shop.get(Stock::key("pen")).await.unwrap(), Some(stock("pen", 1)));
    let sold = Order::by_status("sold", "ann").send(&shop).await.unwrap();
    assert_eq!(sold.items.iter().map(|order| order.id).collect::<Vec<_>>(), [1], "the index follows");

    let error = shop.transaction().create(&order(3)).update(sell(4)).await.unwrap_err();
    let [cancelled] = error.cancellations() else { panic!("{error}") };
    assert_eq!((cancelled.position, cancelled.entity), (1, "Stock"));
    assert_eq!(cancelled.stored::<Stock>().unwrap(), Some(stock("pen", 1)));
    assert_eq!(shop.get(Order::key("ann", 3)).await.unwrap(), None);
}

#[tokio::test]
async fn update_requires_the_item_and_upsert_creates_it() {
    let (_local, shop) = shop().await;
    let missing = || ItemUpdate::new(Stock::key("pen")).set(Stock::PIECES, 1);
    for update in [missing(), missing().when(Stock::PIECES.eq(5))] {
        let error = shop.transaction().update(update).await.unwrap_err();
        let [cancelled] = error.cancellations() else { panic!("{error}") };
        assert_eq!((error.kind(), &cancelled.reason), (ErrorKind::TransactionCancelled, &CancellationReason::NotFound));
        assert!(cancelled.text.contains("the item does not exist") && cancelled.stored_item().is_none(), "{error}");
    }
    shop.put(&stock("ink", 3)).await.unwrap();
    let other = ItemUpdate::new(Stock::key("ink")).set(Stock::PIECES, 1).when(Stock::PIECES.eq(5));
    let error = shop.transaction().update(other).await.unwrap_err();
    assert_eq!(error.cancellations()[0].reason, CancellationReason::ConditionFailed, "{error}");
    let checked = shop.transaction().replace(&order(1)).check_exists(Stock::key("pen")).await.unwrap_err();
    assert!(checked.cancellations().iter().all(|c| c.reason == CancellationReason::NotFound), "{checked}");

    let made = ItemUpdate::upsert(Stock::key("pen")).set(Stock::PIECES, 1);
    shop.transaction().update(made).await.unwrap();
    assert_eq!(shop.get(Stock::key("pen")).await.unwrap(), Some(stock("pen", 1)));
}

#[tokio::test]
async fn one_update_works_in_a_call_and_in_a_transaction() {
    let (_local, shop) = shop().await;
    shop.put(&stock("pen", 5)).await.unwrap();
    let deliver = || ItemUpdate::new(Stock::key("pen")).add(Stock::PIECES, 1).when(Stock::PIECES.lt(7));
    let delivered: Stock = shop.update(deliver()).returning().await.unwrap();
    assert_eq!(delivered, stock("pen", 6));
    shop.transaction().update(deliver()).await.unwrap();
    let error = shop.update(deliver()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed, "{error}");
    let refused = shop.update(deliver()).when(Stock::PIECES.ge(7)).await.unwrap();
    assert!(!refused.is_applied(), "both conditions must hold");
    shop.update(ItemUpdate::upsert(Stock::key("ink")).set(Stock::PIECES, 1)).await.unwrap();
    assert_eq!(shop.get(Stock::key("ink")).await.unwrap(), Some(stock("ink", 1)));
}

#[tokio::test]
async fn invalid_updates_are_rejected_before_sending() {
    let (local, shop) = shop().await;
    let nothing = || ItemUpdate::new(Stock::key("pen"));
    let error = shop.transaction().create(&order(1)).update(nothing()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("the update contains no change"), "{error}");
    let twice = nothing().set(Stock::PIECES, 1).add(Stock::PIECES, 1);
    assert_eq!(shop.transaction().update(twice).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    let item = stock("pen", 1);
    let both = shop.transaction().put(&item).update(nothing().set(Stock::PIECES, 1)).await.unwrap_err();
    assert_eq!(both.kind(), ErrorKind::InvalidArgument, "two actions on one item");
    assert!(local.operations().is_empty());
}
