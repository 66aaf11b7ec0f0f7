//! Transactions: all items or none.

use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    BillingMode, CancellationReason, ConditionCheck, Get, Put, TransactGetItem, TransactWriteItem,
};
use keywright_local::Partitions;

use super::support::*;

fn put_action(item: Item) -> TransactWriteItem {
    TransactWriteItem::builder().put(Put::builder().table_name(TABLE).set_item(Some(item)).build().unwrap()).build()
}

fn codes(reasons: &[CancellationReason]) -> Vec<&str> {
    reasons.iter().map(|reason| reason.code().unwrap()).collect()
}

#[tokio::test(start_paused = true)]
async fn a_throttled_action_cancels_the_transaction_and_nothing_is_charged() {
    let (local, client) = start().await;
    for _ in 0..4 {
        put(&client, large("hot", "0", 250)).await.unwrap();
    }
    let actions = [put_action(key("cold", "1")), put_action(key("hot", "1")), put_action(key("cold", "2"))];
    let request = client.transact_write_items().set_transact_items(Some(actions.to_vec()));
    let error = request.clone().send().await.unwrap_err().into_service_error();
    let TransactWriteItemsError::TransactionCanceledException(error) = error else { panic!("{error:?}") };
    assert_eq!(codes(error.cancellation_reasons()), ["None", "ThrottlingError", "None"]);
    let message = error.cancellation_reasons()[1].message().unwrap();
    assert!(message.starts_with("Throughput exceeds the current capacity of your table or index."), "{message}");
    assert_eq!(
        error.message(),
        Some(
            "Transaction cancelled, please refer cancellation reasons for specific reasons [None, ThrottlingError, \
             None]"
        )
    );
    let last = local.operations().pop().unwrap();
    assert_eq!((last.throttled, last.failure), (1, None));
    assert_eq!(of_table(&local).consumed.write, 1_000.0);
    tokio::time::advance(std::time::Duration::from_secs(1)).await;
    request.send().await.unwrap();
    assert_eq!(of_table(&local).consumed.write, 1_000.0 + 2.0 * 3.0);
}

#[tokio::test(start_paused = true)]
async fn throttled_index_and_provisioned_table_have_own_cancel_reasons() {
    let (_, client) = engine(Partitions::default());
    indexed_table(&client).send().await.unwrap();
    for pk in 0..4 {
        let mut item = large(&pk.to_string(), "0", 250);
        item.insert("G".to_owned(), s("g"));
        put(&client, item).await.unwrap();
    }
    let request = client.transact_write_items().transact_items(put_action(indexed("new", "0", "g")));
    let error = request.send().await.unwrap_err().into_service_error();
    let TransactWriteItemsError::TransactionCanceledException(error) = error else { panic!("{error:?}") };
    let reason = &error.cancellation_reasons()[0];
    assert_eq!(reason.code(), Some("ThrottlingError"));
    assert!(reason.message().unwrap().contains("one or more global secondary indexes"));

    let (_, client) = engine(Partitions::default());
    let create = table(&client).billing_mode(BillingMode::Provisioned).provisioned_throughput(provisioned(1, 1));
    create.send().await.unwrap();
    put(&client, key("a", "0")).await.unwrap();
    let request = client.transact_write_items().transact_items(put_action(key("b", "0")));
    let error = request.send().await.unwrap_err().into_service_error();
    let TransactWriteItemsError::TransactionCanceledException(error) = error else { panic!("{error:?}") };
    assert_eq!(codes(error.cancellation_reasons()), ["ProvisionedThroughputExceeded"]);
}

#[tokio::test(start_paused = true)]
async fn transactional_reads_cost_double_and_can_be_cancelled() {
    let (local, client) = start().await;
    put(&client, large("hot", "0", 400)).await.unwrap();
    let get = |pk: &str| {
        let get = Get::builder().table_name(TABLE).set_key(Some(key(pk, "0"))).build().unwrap();
        TransactGetItem::builder().get(get).build()
    };
    let request = client.transact_get_items().transact_items(get("cold")).transact_items(get("hot"));
    for _ in 0..15 {
        request.clone().send().await.unwrap();
    }
    assert_eq!(of_table(&local).consumed.read, 15.0 * 202.0);
    let error = request.send().await.unwrap_err().into_service_error();
    let TransactGetItemsError::TransactionCanceledException(error) = error else { panic!("{error:?}") };
    assert_eq!(codes(error.cancellation_reasons()), ["None", "ThrottlingError"]);
    assert_eq!(of_table(&local).consumed.read, 15.0 * 202.0);
}

#[tokio::test(start_paused = true)]
async fn condition_cancelled_transaction_consumes_capacity() {
    let (local, client) = engine(Partitions::default());
    indexed_table(&client).send().await.unwrap();
    put(&client, large("a", "0", 3)).await.unwrap();
    let check = ConditionCheck::builder().table_name(TABLE).set_key(Some(key("a", "0")));
    let check = check.condition_expression("attribute_not_exists(PK)").build().unwrap();
    let request = client.transact_write_items().transact_items(put_action(indexed("b", "0", "g")));
    let request = request.transact_items(TransactWriteItem::builder().condition_check(check).build());
    let error = request.send().await.unwrap_err().into_service_error();
    let TransactWriteItemsError::TransactionCanceledException(error) = error else { panic!("{error:?}") };
    assert_eq!(codes(error.cancellation_reasons()), ["None", "ConditionalCheckFailed"]);
    assert_eq!(of_table(&local).consumed.write, 3.0 + 2.0 + 6.0);
    assert_eq!(of_index(&local, INDEX).consumed.write, 0.0);
}
