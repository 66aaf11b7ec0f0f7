//! Batches: refused items are returned.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemError;
use aws_sdk_dynamodb::operation::batch_write_item::{BatchWriteItemError, BatchWriteItemOutput};
use aws_sdk_dynamodb::types::{DeleteRequest, KeysAndAttributes, PutRequest, WriteRequest};

use super::support::*;

fn put_request(item: Item) -> WriteRequest {
    WriteRequest::builder().put_request(PutRequest::builder().set_item(Some(item)).build().unwrap()).build()
}

fn delete_request(key: Item) -> WriteRequest {
    WriteRequest::builder().delete_request(DeleteRequest::builder().set_key(Some(key)).build().unwrap()).build()
}

/// Uses up the partition of "hot"; "cold" is in another one.
async fn heat(client: &Client) {
    for _ in 0..4 {
        put(client, large("hot", "0", 250)).await.unwrap();
    }
    put(client, key("hot", "refused")).await.unwrap_err();
    put(client, key("cold", "0")).await.unwrap();
}

async fn write(client: &Client, writes: Vec<WriteRequest>) -> Result<BatchWriteItemOutput, BatchWriteItemError> {
    let batch = client.batch_write_item().request_items(TABLE, writes).send().await;
    batch.map_err(|error| error.into_service_error())
}

#[tokio::test(start_paused = true)]
async fn throttled_batch_writes_are_returned_unprocessed() {
    let (local, client) = start().await;
    heat(&client).await;
    let refused = [put_request(indexed("hot", "1", "g")), delete_request(key("hot", "0"))];
    let writes =
        vec![refused[0].clone(), put_request(key("cold", "1")), refused[1].clone(), delete_request(key("cold", "0"))];
    let answer = write(&client, writes.clone()).await.unwrap();
    assert_eq!(answer.unprocessed_items().unwrap(), &HashMap::from([(TABLE.to_owned(), refused.to_vec())]));
    let last = local.operations().pop().unwrap();
    assert_eq!((last.throttled, last.failure), (2, None));
    let consumed = of_table(&local).consumed.write;
    assert_eq!(consumed, 1_000.0 + 1.0 + 2.0);

    tokio::time::advance(std::time::Duration::from_secs(1)).await;
    let get = |pk: &str, sk: &str| client.get_item().table_name(TABLE).set_key(Some(key(pk, sk))).send();
    assert!(get("hot", "0").await.unwrap().item.is_some());
    assert!(get("hot", "1").await.unwrap().item.is_none());
    assert!(get("cold", "0").await.unwrap().item.is_none());
    let answer = write(&client, writes).await.unwrap();
    assert!(answer.unprocessed_items().unwrap().is_empty());
    assert!(get("hot", "1").await.unwrap().item.is_some());
}

#[tokio::test(start_paused = true)]
async fn fully_throttled_batch_fails_with_distinct_reasons() {
    let (local, client) = start().await;
    heat(&client).await;
    let writes = vec![put_request(key("hot", "1")), delete_request(key("hot", "2"))];
    let error = write(&client, writes).await.unwrap_err();
    let BatchWriteItemError::ProvisionedThroughputExceededException(error) = error else { panic!("{error:?}") };
    assert_eq!(error.throttling_reasons(), [reason("TableWriteKeyRangeThroughputExceeded", "ops")]);
    assert_eq!(local.operations().pop().unwrap().throttled, 2);
    let invalid = write(&client, vec![put_request(key("cold", "1")), put_request(key("cold", "1"))]).await;
    assert!(!matches!(invalid.unwrap_err(), BatchWriteItemError::ProvisionedThroughputExceededException(_)));
}

#[tokio::test(start_paused = true)]
async fn a_batch_is_admitted_item_by_item() {
    let (local, client) = start().await;
    for _ in 0..3 {
        put(&client, large("hot", "0", 330)).await.unwrap();
    }
    // 10 units are left for 25 items.
    let writes = (0..25).map(|sk| put_request(key("hot", &format!("at{sk}")))).collect();
    let answer = write(&client, writes).await.unwrap();
    assert_eq!(answer.unprocessed_items().unwrap()[TABLE].len(), 15);
    assert_eq!(of_table(&local).consumed.write, 1_000.0);
    assert_eq!(of_table(&local).throttled.write, 15.0);
}

#[tokio::test(start_paused = true)]
async fn throttled_batch_get_keys_are_returned_with_their_parameters() {
    let (_, client) = start().await;
    for pk in ["hot", "cold"] {
        put(&client, large(pk, "0", 400)).await.unwrap();
    }
    let batch = |keys: Vec<Item>| {
        let keys = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true).projection_expression("PK");
        client.batch_get_item().request_items(TABLE, keys.build().unwrap()).send()
    };
    for _ in 0..30 {
        assert!(batch(vec![key("hot", "0")]).await.unwrap().unprocessed_keys().unwrap().is_empty());
    }
    let error = batch(vec![key("hot", "0"), key("hot", "1")]).await.unwrap_err().into_service_error();
    let BatchGetItemError::ProvisionedThroughputExceededException(error) = error else { panic!("{error:?}") };
    assert_eq!(error.throttling_reasons(), [reason("TableReadKeyRangeThroughputExceeded", "ops")]);
    let answer = batch(vec![key("hot", "0"), key("cold", "0"), key("hot", "1")]).await.unwrap();
    assert_eq!(answer.responses().unwrap()[TABLE], [Item::from([("PK".to_owned(), s("cold"))])]);
    let unprocessed = &answer.unprocessed_keys().unwrap()[TABLE];
    assert_eq!(unprocessed.keys(), [key("hot", "0"), key("hot", "1")]);
    assert_eq!((unprocessed.consistent_read(), unprocessed.projection_expression()), (Some(true), Some("PK")));
}
