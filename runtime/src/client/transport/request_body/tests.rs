//! The bodies written here equal those that the SDK writes.

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    config::{ConfigBag, FrozenLayer, RuntimePlugin as _, http::HttpRequest},
    operation::{
        batch_write_item::{BatchWriteItem, BatchWriteItemInput},
        get_item::{GetItem, GetItemInput},
        put_item::{PutItem, PutItemInput},
        query::{Query, QueryInput},
        transact_write_items::{TransactWriteItems, TransactWriteItemsInput},
        update_item::{UpdateItem, UpdateItemInput},
    },
    types::{
        AttributeAction, AttributeValue, AttributeValueUpdate, ComparisonOperator, Condition, ConditionCheck,
        ConditionalOperator, Delete, DeleteRequest, ExpectedAttributeValue, Put, PutRequest, ReturnConsumedCapacity,
        ReturnItemCollectionMetrics, ReturnValue, ReturnValuesOnConditionCheckFailure, Select, TransactWriteItem,
        Update, WriteRequest,
    },
};
use aws_smithy_runtime_api::client::{
    interceptors::context::Input,
    ser_de::{SerializeRequest as _, SharedRequestSerializer},
};
use proptest::{collection, option, prelude::*};

use super::{operations::WriteInput, serializer::Serializer};
use crate::item::wire::tests::json::{any_item, any_value};

fn read(mut request: HttpRequest) -> (String, String, Vec<(String, String)>, serde_json::Value) {
    let body = serde_json::from_slice(request.body().bytes().unwrap()).unwrap();
    let headers = request.headers_mut().iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut headers: Vec<_> = headers.collect();
    headers.sort();
    (request.method().to_owned(), request.uri().to_owned(), headers, body)
}

/// Compares the body written here with the SDK's.
fn compare<I: WriteInput + Clone>(operation: Option<FrozenLayer>, input: &I) {
    let operation = operation.unwrap();
    let sdk = operation.load::<SharedRequestSerializer>().unwrap();
    let ours = Serializer::<I>::of(&operation).unwrap();
    let mut config = ConfigBag::base();
    let sdk = sdk.serialize_input(Input::erase(input.clone()), &mut config).unwrap();
    let ours = ours.serialize_input(Input::erase(input.clone()), &mut config).unwrap();
    assert_eq!(read(ours), read(sdk));
}

fn compare_all(put: PutItemInput, update: UpdateItemInput, get: GetItemInput, query: QueryInput) {
    compare(PutItem::new().config(), &put);
    compare(UpdateItem::new().config(), &update);
    compare(GetItem::new().config(), &get);
    compare(Query::new().config(), &query);
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z #:=(),]{0,30}", ".{0,10}", "[\"\\\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}é€𝄞]{0,6}"]
}

fn names() -> impl Strategy<Value = Option<HashMap<String, String>>> {
    option::of(collection::hash_map(text(), text(), 0..4))
}

fn values() -> impl Strategy<Value = Option<HashMap<String, AttributeValue>>> {
    option::of(collection::hash_map(text(), any_value(), 0..4))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn request_bodies_equal_those_of_the_sdk(
        (item, key, start) in (any_item(), any_item(), option::of(any_item())),
        (condition, update, projection) in (option::of(text()), option::of(text()), option::of(text())),
        (names, values) in (names(), values()),
        (table, index) in (text(), option::of(text())),
        (limit, consistent, forward) in (option::of(any::<i32>()), any::<Option<bool>>(), any::<Option<bool>>()),
        (pending_requests, returns) in (any::<bool>(), any::<bool>()),
    ) {
        let capacity = pending_requests.then_some(ReturnConsumedCapacity::Indexes);
        let old = returns.then_some(ReturnValue::AllOld);
        let failed = returns.then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        let put = PutItemInput::builder()
            .table_name(&table)
            .set_item(Some(item))
            .set_return_values(old.clone())
            .set_return_consumed_capacity(capacity.clone())
            .set_condition_expression(condition.clone())
            .set_expression_attribute_names(names.clone())
            .set_expression_attribute_values(values.clone())
            .set_return_values_on_condition_check_failure(failed.clone());
        let update = UpdateItemInput::builder()
            .table_name(&table)
            .set_key(Some(key.clone()))
            .set_return_values(old)
            .set_return_consumed_capacity(capacity.clone())
            .set_update_expression(update)
            .set_condition_expression(condition.clone())
            .set_expression_attribute_names(names.clone())
            .set_expression_attribute_values(values.clone())
            .set_return_values_on_condition_check_failure(failed);
        let get = GetItemInput::builder()
            .table_name(&table)
            .set_key(Some(key))
            .set_consistent_read(consistent)
            .set_return_consumed_capacity(capacity.clone())
            .set_projection_expression(projection.clone())
            .set_expression_attribute_names(names.clone());
        let query = QueryInput::builder()
            .table_name(&table)
            .set_index_name(index)
            .set_select(pending_requests.then_some(Select::Count))
            .set_limit(limit)
            .set_consistent_read(consistent)
            .set_scan_index_forward(forward)
            .set_exclusive_start_key(start)
            .set_return_consumed_capacity(capacity)
            .set_projection_expression(projection)
            .set_filter_expression(condition.clone())
            .set_key_condition_expression(condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values);
        compare_all(put.build().unwrap(), update.build().unwrap(), get.build().unwrap(), query.build().unwrap());
    }
}

fn any_action() -> impl Strategy<Value = TransactWriteItem> {
    let told = (option::of(text()), names(), values(), any::<bool>());
    (0..4_u8, any_item(), text(), told).prop_map(|(kind, item, update, (condition, names, values, returns))| {
        let old = returns.then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        // The SDK does not build a check without a condition.
        let condition = if kind == 3 { condition.or_else(|| Some(update.clone())) } else { condition };
        let action = TransactWriteItem::builder();
        macro_rules! with {
            ($builder:expr) => {
                $builder
                    .table_name("t")
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(names)
                    .set_expression_attribute_values(values)
                    .set_return_values_on_condition_check_failure(old)
                    .build()
                    .unwrap()
            };
        }
        match kind {
            0 => action.put(with!(Put::builder().set_item(Some(item)))),
            1 => action.delete(with!(Delete::builder().set_key(Some(item)))),
            2 => action.update(with!(Update::builder().set_key(Some(item)).update_expression(update))),
            _ => action.condition_check(with!(ConditionCheck::builder().set_key(Some(item)))),
        }
        .build()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn transaction_bodies_equal_those_of_the_sdk(
        actions in collection::vec(any_action(), 0..4),
        token in option::of(text()),
        pending_requests in any::<bool>(),
    ) {
        let transaction = TransactWriteItemsInput::builder()
            .set_transact_items(Some(actions))
            .set_client_request_token(token)
            .set_return_consumed_capacity(pending_requests.then_some(ReturnConsumedCapacity::Total));
        compare(TransactWriteItems::new().config(), &transaction.build().unwrap());
    }
}

fn any_write() -> impl Strategy<Value = WriteRequest> {
    (any::<bool>(), any_item())
        .prop_map(|(puts, item)| match puts {
            true => WriteRequest::builder().put_request(PutRequest::builder().set_item(Some(item)).build().unwrap()),
            false => {
                WriteRequest::builder().delete_request(DeleteRequest::builder().set_key(Some(item)).build().unwrap())
            }
        })
        .prop_map(|request| request.build())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn batch_write_bodies_equal_those_of_the_sdk(
        tables in collection::hash_map(text(), collection::vec(any_write(), 0..4), 0..3),
        pending_requests in any::<bool>(),
    ) {
        let batch = BatchWriteItemInput::builder()
            .set_request_items(Some(tables))
            .set_return_consumed_capacity(pending_requests.then_some(ReturnConsumedCapacity::Total));
        compare(BatchWriteItem::new().config(), &batch.build().unwrap());
    }
}

#[test]
fn batch_writes_with_unsupported_fields_are_left_to_the_sdk() {
    let value = AttributeValue::S("a".into());
    let put = PutRequest::builder().item("a", value.clone()).build().unwrap();
    let delete = DeleteRequest::builder().key("a", value).build().unwrap();
    let batch = BatchWriteItemInput::builder()
        .request_items("t", vec![WriteRequest::builder().put_request(put).delete_request(delete).build()])
        .return_consumed_capacity(ReturnConsumedCapacity::Total)
        .return_item_collection_metrics(ReturnItemCollectionMetrics::Size)
        .build()
        .unwrap();
    is_whole(&batch);
    assert!(batch.body().is_none());
    compare(BatchWriteItem::new().config(), &batch);
    let mut without = batch;
    without.return_item_collection_metrics = None;
    assert!(without.body().is_some());
    compare(BatchWriteItem::new().config(), &without);
}

#[test]
fn transactions_with_unsupported_fields_are_left_to_the_sdk() {
    let value = AttributeValue::S("a".into());
    macro_rules! whole {
        ($builder:expr) => {
            $builder
                .table_name("t")
                .condition_expression("a")
                .expression_attribute_names("#a", "a")
                .expression_attribute_values(":a", value.clone())
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
                .build()
                .unwrap()
        };
    }
    let action = TransactWriteItem::builder()
        .put(whole!(Put::builder().item("a", value.clone())))
        .delete(whole!(Delete::builder().key("a", value.clone())))
        .update(whole!(Update::builder().key("a", value.clone()).update_expression("SET #a = :a")))
        .condition_check(whole!(ConditionCheck::builder().key("a", value.clone())))
        .build();
    let transaction = TransactWriteItemsInput::builder()
        .transact_items(action)
        .client_request_token("a")
        .return_consumed_capacity(ReturnConsumedCapacity::Total)
        .return_item_collection_metrics(ReturnItemCollectionMetrics::Size)
        .build()
        .unwrap();
    is_whole(&transaction);
    assert!(transaction.body().is_none());
    compare(TransactWriteItems::new().config(), &transaction);
    let mut without = transaction;
    without.return_item_collection_metrics = None;
    assert!(without.body().is_some());
    compare(TransactWriteItems::new().config(), &without);
}

/// Asserts that every field of an input is set, so that a release of the SDK with a new field fails here.
fn is_whole(input: &impl std::fmt::Debug) {
    assert!(!format!("{input:?}").contains("None"), "a field is not set: {input:?}");
}

#[test]
fn requests_with_unsupported_fields_are_left_to_the_sdk() {
    let value = AttributeValue::S("a".into());
    let expected = ExpectedAttributeValue::builder()
        .value(value.clone())
        .exists(true)
        .comparison_operator(ComparisonOperator::Eq)
        .attribute_value_list(value.clone())
        .build();
    let changed = AttributeValueUpdate::builder().value(value.clone()).action(AttributeAction::Put).build();
    let condition = Condition::builder()
        .attribute_value_list(value.clone())
        .comparison_operator(ComparisonOperator::Eq)
        .build()
        .unwrap();
    let put = PutItemInput::builder()
        .table_name("t")
        .item("a", value.clone())
        .expected("a", expected.clone())
        .return_values(ReturnValue::AllOld)
        .return_consumed_capacity(ReturnConsumedCapacity::Total)
        .return_item_collection_metrics(ReturnItemCollectionMetrics::Size)
        .conditional_operator(ConditionalOperator::Or)
        .condition_expression("a")
        .expression_attribute_names("#a", "a")
        .expression_attribute_values(":a", value.clone())
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()
        .unwrap();
    let update = UpdateItemInput::builder()
        .table_name("t")
        .key("a", value.clone())
        .attribute_updates("a", changed)
        .expected("a", expected)
        .conditional_operator(ConditionalOperator::Or)
        .return_values(ReturnValue::AllOld)
        .return_consumed_capacity(ReturnConsumedCapacity::Total)
        .return_item_collection_metrics(ReturnItemCollectionMetrics::Size)
        .update_expression("SET #a = :a")
        .condition_expression("a")
        .expression_attribute_names("#a", "a")
        .expression_attribute_values(":a", value.clone())
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()
        .unwrap();
    let get = GetItemInput::builder()
        .table_name("t")
        .key("a", value.clone())
        .attributes_to_get("a")
        .consistent_read(true)
        .return_consumed_capacity(ReturnConsumedCapacity::Total)
        .projection_expression("#a")
        .expression_attribute_names("#a", "a")
        .build()
        .unwrap();
    let query = QueryInput::builder()
        .table_name("t")
        .index_name("i")
        .select(Select::AllAttributes)
        .attributes_to_get("a")
        .limit(7)
        .consistent_read(true)
        .key_conditions("a", condition.clone())
        .query_filter("a", condition)
        .conditional_operator(ConditionalOperator::Or)
        .scan_index_forward(false)
        .exclusive_start_key("a", value.clone())
        .return_consumed_capacity(ReturnConsumedCapacity::Total)
        .projection_expression("#a")
        .filter_expression("#a = :a")
        .key_condition_expression("#p = :p")
        .expression_attribute_names("#a", "a")
        .expression_attribute_values(":a", value)
        .build()
        .unwrap();
    is_whole(&put);
    is_whole(&update);
    is_whole(&get);
    is_whole(&query);
    assert!(put.body().is_none() && update.body().is_none() && get.body().is_none() && query.body().is_none());
    // Each of them alone is enough to leave the input to the SDK.
    let mut only = put.clone();
    (only.expected, only.conditional_operator) = (None, None);
    assert!(only.body().is_none());
    only.return_item_collection_metrics = None;
    assert!(only.body().is_some());
    let mut only = update.clone();
    (only.expected, only.conditional_operator, only.return_item_collection_metrics) = (None, None, None);
    assert!(only.body().is_none());
    only.attribute_updates = None;
    assert!(only.body().is_some());
    compare_all(put, update, get, query);
}
