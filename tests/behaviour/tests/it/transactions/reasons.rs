//! The reasons for a cancelled transaction, for each action.

use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use keywright::{ErrorKind, Outcome, client::CancellationReason as Reason};

use super::answers::*;
use super::design::*;

#[tokio::test]
async fn reason_has_the_position_of_its_action() {
    const ACTIONS: usize = 7;
    for failing in 0..ACTIONS {
        let (_local, shop) = shop().await;
        let orders: Vec<_> = (0..ACTIONS as u32).map(order).collect();
        shop.put(&orders[failing]).await.unwrap();
        let transaction = orders.iter().fold(shop.transaction(), |sofar, item| sofar.create(item));
        let error = transaction.await.unwrap_err();
        let [cancelled] = error.cancellations() else { panic!("{error}") };
        assert_eq!((cancelled.position, cancelled.entity), (failing, "Order"));
        assert_eq!(cancelled.key, format!("CUSTOMER#ann / ORDER#000000000{failing}"));
        assert_eq!(cancelled.stored::<Order>().unwrap().as_ref(), Some(&orders[failing]));
        assert_eq!(items(&shop).await.len(), 1);
    }
}

#[tokio::test]
async fn several_reasons_are_reported_together() {
    let (_local, shop) = shop().await;
    let orders: Vec<_> = (0..5).map(order).collect();
    for item in &orders {
        shop.put(item).await.unwrap();
    }
    let transaction = orders.iter().fold(shop.transaction(), |sofar, item| sofar.create(item));
    let error = transaction.check_exists(Stock::key("pen")).await.unwrap_err();
    assert_eq!(error.cancellations().iter().map(|c| c.position).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    let text = error.to_string();
    assert!(
        text.starts_with(
            "transaction, table shop: dynamodb cancelled the transaction, for action 0 (create \
        `Order`, key CUSTOMER#ann / ORDER#0000000000): the item exists already; leave it out, or `put` or `replace` it \
        here;"
        ),
        "{text}"
    );
    assert!(text.ends_with("; and 3 more, which `cancellations()` has"), "{text}");
    let source = std::error::Error::source(&error).unwrap();
    let sdk: &aws_sdk_dynamodb::error::SdkError<TransactWriteItemsError> = source.downcast_ref().unwrap();
    assert!(sdk.as_service_error().unwrap().is_transaction_canceled_exception());
    assert!(!format!("{:?}", error.cancellations()).contains("open"), "no stored values");
}

#[tokio::test]
async fn each_cancellation_code_has_its_reason() {
    let codes = [
        ("ConditionalCheckFailed", Reason::ConditionFailed, "the item exists already"),
        ("ItemCollectionSizeLimitExceeded", Reason::ItemCollectionSizeLimitExceeded, "contain at most 10 GB"),
        ("ValidationError", Reason::Validation, "dynamodb rejected it: made up ValidationError"),
        ("Later", Reason::Other("Later".into()), "dynamodb answered Later: made up Later"),
    ];
    let item = order(1);
    for (code, reason, text) in codes {
        let (local, shop, _) = shop_with(vec![cancelled(&["None", code, "TransactionConflict"])], 3).await;
        let transaction = shop.transaction().delete(Cart::key("ann")).create(&item).check_exists(Stock::key("pen"));
        let error = transaction.await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::TransactionCancelled, Outcome::NotApplied), "{error}");
        let [first, second] = error.cancellations() else { panic!("{error}") };
        assert_eq!((first.position, &first.reason), (1, &reason));
        let is_ours = code == "ConditionalCheckFailed";
        assert!(first.text.contains(text) || is_ours, "{}", first.text);
        assert_eq!((second.position, second.entity, &second.reason), (2, "Stock", &Reason::Conflict));
        assert_eq!(local.requests(), 1, "what is final is not repeated");
    }
}

#[tokio::test]
async fn cancellation_without_reasons_is_reported() {
    for answer in [cancelled(&[]), cancelled(&["None", "None"]), refused("TransactionCanceledException")] {
        let (local, shop, _) = shop_with(vec![answer], 3).await;
        let error = shop.transaction().delete(Cart::key("ann")).delete(Cart::key("bob")).await.unwrap_err();
        assert_eq!((error.kind(), error.cancellations().len()), (ErrorKind::TransactionCancelled, 0), "{error}");
        assert!(error.to_string().contains("dynamodb cancelled the transaction: "), "{error}");
        assert_eq!(local.requests(), 1);
    }
}
