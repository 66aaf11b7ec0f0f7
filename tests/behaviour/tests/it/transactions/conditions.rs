//! Conditions of the caller.

use keywright::{ErrorKind, Outcome, client::CancellationReason, expression::Condition};

use super::design::*;

#[tokio::test]
async fn each_action_accepts_a_condition() {
    let (_local, shop) = shop().await;
    for item in [order(1), order(2), order(3)] {
        shop.put(&item).await.unwrap();
    }
    shop.put(&stock("pen", 3)).await.unwrap();
    let paid = |id| Order { status: "paid".into(), ..order(id) };
    let (first, second) = (paid(1), paid(2));
    let all = |open: &'static str, pieces| {
        shop.transaction()
            .put_if(&first, Order::STATUS.eq(open) & !Order::NOTE.exists() | Order::STATUS.eq(open))
            .replace_if(&second, Order::STATUS.eq(open))
            .delete_if(Order::key("ann", 3_u32), Order::STATUS.eq(open))
            .check(Stock::key("pen"), Stock::PIECES.ge(pieces))
    };
    let error = all("closed", 4_u32).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::TransactionCancelled, Outcome::NotApplied));
    let failed: Vec<_> = error.cancellations().iter().map(|c| (c.position, c.entity, c.key.as_str())).collect();
    let orders =
        ["CUSTOMER#ann / ORDER#0000000001", "CUSTOMER#ann / ORDER#0000000002", "CUSTOMER#ann / ORDER#0000000003"];
    assert_eq!(
        failed,
        [(0, "Order", orders[0]), (1, "Order", orders[1]), (2, "Order", orders[2]), (3, "Stock", "STOCK#pen / STOCK")]
    );
    for cancelled in error.cancellations() {
        assert_eq!(cancelled.reason, CancellationReason::ConditionFailed);
        assert!(cancelled.text.contains("does not meet the condition"), "{}", cancelled.text);
    }
    assert_eq!(error.cancellations()[1].stored::<Order>().unwrap(), Some(order(2)));
    assert_eq!(error.cancellations()[3].stored::<Stock>().unwrap(), Some(stock("pen", 3)));
    let wrong = error.cancellations()[3].stored::<Order>().unwrap_err();
    assert_eq!(wrong.kind(), ErrorKind::WrongEntity);

    all("open", 3_u32).await.unwrap();
    assert_eq!(shop.get(Order::key("ann", 1_u32)).await.unwrap(), Some(paid(1)));
    assert_eq!(shop.get(Order::key("ann", 2_u32)).await.unwrap(), Some(paid(2)));
    assert_eq!(shop.get(Order::key("ann", 3_u32)).await.unwrap(), None);
}

#[tokio::test]
async fn comparisons_on_a_missing_item_are_false() {
    let (_local, shop) = shop().await;
    let item = order(1);
    let texts = [
        (shop.transaction().put_if(&item, Order::STATUS.eq("open")), "no item that could meet the condition"),
        (shop.transaction().replace_if(&item, Order::STATUS.eq("open")), "the item does not exist; use `create`"),
        (shop.transaction().delete_if(Order::key("ann", 1_u32), Order::ID.ge(0)), "no item that could meet"),
        (shop.transaction().check(Stock::key("pen"), Stock::PIECES.gt(0)), "no item that could meet"),
        (shop.transaction().check_exists(Stock::key("pen")), "the item does not exist; write it first"),
    ];
    for (transaction, text) in texts {
        let error = transaction.await.unwrap_err();
        assert!(error.to_string().contains(text), "{error}");
        assert!(error.cancellations()[0].stored_item().is_none());
    }
    shop.transaction().put_if(&item, !Order::STATUS.eq("open")).await.unwrap();
    let error = shop.transaction().check_absent(Order::key("ann", 1_u32)).await.unwrap_err();
    assert!(error.to_string().contains("the item exists; delete it first"), "{error}");
}

#[tokio::test]
async fn delete_existing_requires_the_item() {
    let (_local, shop) = shop().await;
    let item = order(1);
    let cart = Cart { customer: "ann".into(), lines: vec!["pen".into()] };
    shop.put(&cart).await.unwrap();
    let used = || shop.transaction().delete_existing(Cart::key("ann")).put(&item);
    used().await.unwrap();
    assert_eq!(shop.get(Cart::key("ann")).await.unwrap(), None);
    shop.delete(Order::key("ann", 1_u32)).await.unwrap();

    let error = used().await.unwrap_err();
    let [cancelled] = error.cancellations() else { panic!("{error}") };
    assert_eq!((cancelled.position, &cancelled.reason), (0, &CancellationReason::NotFound));
    assert!(error.to_string().contains("the item does not exist; it is deleted already"), "{error}");
    assert_eq!(shop.get(Order::key("ann", 1_u32)).await.unwrap(), None);
    // Without the condition, the order is written.
    shop.transaction().delete(Cart::key("ann")).put(&item).await.unwrap();
    assert_eq!(shop.get(Order::key("ann", 1_u32)).await.unwrap(), Some(item));
}

#[tokio::test]
async fn empty_condition_error_names_its_action() {
    let (local, shop) = shop().await;
    let none: Condition<Stock> = Condition::all([]);
    let error = shop.transaction().delete(Cart::key("ann")).check(Stock::key("pen"), none).await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::InvalidArgument, Some("Stock")));
    assert!(error.to_string().contains("action 1: there is no condition to join"), "{error}");
    assert_eq!(local.requests(), 0);
}
