//! Errors arrive as the SDK's modeled types, with their details.

use super::table::{self, GLOBAL, TABLE, key, n, put, s};
use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{ConditionCheck, Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem};
use keywright_local::Local;

#[tokio::test]
async fn a_failed_condition_carries_the_old_item() {
    let local = Local::start();
    let client = local.client();
    table::create(&client).await;
    let mut old = key("a", "1");
    old.insert("version".into(), n(3));
    put(&client, old.clone()).await;
    local.clear_operations();

    let write = |returned| {
        client
            .put_item()
            .table_name(TABLE)
            .set_item(Some(key("a", "1")))
            .condition_expression("attribute_not_exists(PK)")
            .return_values_on_condition_check_failure(returned)
            .send()
    };
    let error = write(ReturnValuesOnConditionCheckFailure::AllOld).await.unwrap_err();
    let PutItemError::ConditionalCheckFailedException(failed) = error.into_service_error() else {
        panic!("another class");
    };
    assert_eq!(failed.item, Some(old));
    assert_eq!(failed.message(), Some("The conditional request failed"));

    let error = write(ReturnValuesOnConditionCheckFailure::None).await.unwrap_err();
    let PutItemError::ConditionalCheckFailedException(failed) = error.into_service_error() else {
        panic!("another class");
    };
    assert_eq!(failed.item, None);
    assert_eq!(local.requests(), 2, "a failed condition is not retried");
}

#[tokio::test]
async fn cancelled_transaction_writes_nothing_and_has_one_reason_per_item() {
    let client = Local::start().client();
    table::create(&client).await;
    put(&client, key("a", "taken")).await;
    let new = Put::builder().table_name(TABLE).set_item(Some(key("a", "new"))).build().unwrap();
    let check = ConditionCheck::builder()
        .table_name(TABLE)
        .set_key(Some(key("a", "taken")))
        .condition_expression("attribute_not_exists(PK)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()
        .unwrap();
    let error = client
        .transact_write_items()
        .transact_items(TransactWriteItem::builder().put(new).build())
        .transact_items(TransactWriteItem::builder().condition_check(check).build())
        .send()
        .await
        .unwrap_err();
    let TransactWriteItemsError::TransactionCanceledException(cancelled) = error.into_service_error() else {
        panic!("another class");
    };
    let reasons = cancelled.cancellation_reasons();
    let codes: Vec<_> = reasons.iter().map(|reason| reason.code().unwrap()).collect();
    assert_eq!(codes, ["None", "ConditionalCheckFailed"]);
    assert_eq!(reasons[1].item, Some(key("a", "taken")));
    assert_eq!(table::get(&client, "a", "new").await, None);
}

#[tokio::test]
async fn missing_and_existing_tables_return_modelled_errors() {
    let client = Local::start().client();
    let missing = client.get_item().table_name("nowhere").set_key(Some(key("a", "1"))).send().await;
    assert!(missing.unwrap_err().into_service_error().is_resource_not_found_exception());

    table::create(&client).await;
    let again = client
        .create_table()
        .table_name(TABLE)
        .billing_mode(aws_sdk_dynamodb::types::BillingMode::PayPerRequest)
        .attribute_definitions(
            aws_sdk_dynamodb::types::AttributeDefinition::builder()
                .attribute_name("PK")
                .attribute_type(aws_sdk_dynamodb::types::ScalarAttributeType::S)
                .build()
                .unwrap(),
        )
        .key_schema(
            aws_sdk_dynamodb::types::KeySchemaElement::builder()
                .attribute_name("PK")
                .key_type(aws_sdk_dynamodb::types::KeyType::Hash)
                .build()
                .unwrap(),
        )
        .send()
        .await;
    assert!(again.unwrap_err().into_service_error().is_resource_in_use_exception());
}

#[tokio::test]
async fn invalid_requests_return_the_engines_validation_errors() {
    for local in [Local::start(), Local::builder().permute_ties(1).start()] {
        let client = local.client();
        table::create(&client).await;
        let no_key = client.put_item().table_name(TABLE).item("PK", s("a")).send().await;
        let error = no_key.unwrap_err().into_service_error();
        assert_eq!(error.code(), Some("ValidationException"));
        assert!(error.message().unwrap().contains("SK"), "{error:?}");

        let unused = client
            .query()
            .table_name(TABLE)
            .index_name(GLOBAL)
            .key_condition_expression("G = :g")
            .expression_attribute_values(":g", s("x"))
            .expression_attribute_values(":unused", s("x"))
            .send()
            .await;
        let error = unused.unwrap_err().into_service_error();
        assert_eq!(error.code(), Some("ValidationException"));
        assert!(error.message().unwrap().contains(":unused"), "{error:?}");
    }
}

#[tokio::test]
async fn unsupported_operation_is_unknown_and_not_retried() {
    let local = Local::start();
    let error = local.client().describe_limits().send().await.unwrap_err().into_service_error();
    assert_eq!(error.code(), Some("UnknownOperationException"));
    assert!(error.message().unwrap().contains("`DescribeLimits`"), "{error:?}");
    assert_eq!(local.requests(), 1);
}
