//! Reads: units, limits, and answers without traces of the model.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::get_item::GetItemError;
use aws_sdk_dynamodb::operation::query::QueryError;
use aws_sdk_dynamodb::types::{KeysAndAttributes, ReturnConsumedCapacity};
use keywright_local::{Local, Partitions};

use super::support::*;

const SECOND: Duration = Duration::from_secs(1);

fn query(client: &Client, pk: &str) -> aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder {
    let query = client.query().table_name(TABLE).key_condition_expression("PK = :pk");
    query.expression_attribute_values(":pk", s(pk))
}

async fn read<T, E: std::fmt::Debug>(local: &Local, request: impl Future<Output = Result<T, E>>) -> f64 {
    let units = |local: &Local| {
        let snapshot = local.partitions(TABLE).unwrap();
        snapshot.table.consumed.read + snapshot.indexes.iter().map(|index| index.consumed.read).sum::<f64>()
    };
    let before = units(local);
    request.await.unwrap();
    units(local) - before
}

#[tokio::test(start_paused = true)]
async fn reads_cost_the_published_units() {
    let (local, client) = engine(Partitions::default());
    indexed_table(&client).send().await.unwrap();
    for sk in 0..10 {
        let mut item = large("a", &sk.to_string(), 1);
        item.insert("G".to_owned(), s("g"));
        put(&client, item).await.unwrap();
    }
    put(&client, large("b", "0", 5)).await.unwrap();
    let get = |pk: &str, sk: &str| client.get_item().table_name(TABLE).set_key(Some(key(pk, sk)));
    assert_eq!(read(&local, get("b", "0").send()).await, 1.0);
    assert_eq!(read(&local, get("b", "0").consistent_read(true).projection_expression("PK").send()).await, 2.0);
    assert_eq!(read(&local, get("b", "missing").send()).await, 0.5);
    // 10 KB in 3 blocks.
    assert_eq!(read(&local, query(&client, "a").send()).await, 1.5);
    assert_eq!(read(&local, query(&client, "a").consistent_read(true).send()).await, 3.0);
    assert_eq!(read(&local, query(&client, "a").limit(4).send()).await, 0.5);
    assert_eq!(read(&local, query(&client, "none").send()).await, 0.5);
    assert_eq!(read(&local, query(&client, "none").consistent_read(true).send()).await, 1.0);
    let filtered = query(&client, "a").filter_expression("SK2 = :pk").send();
    assert_eq!(read(&local, filtered).await, 1.5);

    let of_key = |pk: &str| {
        let keys = KeysAndAttributes::builder().keys(key(pk, "0")).keys(key(pk, "1")).build().unwrap();
        client.batch_get_item().request_items(TABLE, keys)
    };
    assert_eq!(read(&local, of_key("a").send()).await, 1.0, "item by item");
    assert_eq!(read(&local, of_key("none").send()).await, 1.0);
    assert_eq!(of_index(&local, INDEX).consumed.read, 0.0);
    let index = query(&client, "a").index_name(INDEX).key_condition_expression("G = :pk");
    assert_eq!(read(&local, index.expression_attribute_values(":pk", s("g")).send()).await, 1.5);
    assert_eq!(of_index(&local, INDEX).consumed.read, 1.5);
    assert_eq!(of_index(&local, INDEX).hottest[0].key, "g");
    // 15 KB in 4 blocks.
    assert_eq!(read(&local, client.scan().table_name(TABLE).send()).await, 2.0);
    assert_eq!(
        read(&local, client.scan().table_name(TABLE).index_name(INDEX).consistent_read(false).send()).await,
        1.5
    );
}

#[tokio::test(start_paused = true)]
async fn key_reads_3000_units_a_second_independent_of_its_writes() {
    let (local, client) = start().await;
    put(&client, large("a", "1", 396)).await.unwrap();
    let get = || client.get_item().table_name(TABLE).set_key(Some(key("a", "1"))).consistent_read(true).send();
    let mut admitted = 0;
    let error = loop {
        match get().await {
            Ok(_) => admitted += 1,
            Err(error) => break error.into_service_error(),
        }
    };
    // 99 units each; the last one leaves a debt of 69.
    assert_eq!(admitted, 31);
    let GetItemError::ThrottlingException(error) = error else { panic!("{error:?}") };
    let expected = [reason("TableReadKeyRangeThroughputExceeded", "ops")];
    assert_eq!(error.throttling_reasons(), expected);
    let error = query(&client, "a").send().await.unwrap_err().into_service_error();
    let QueryError::ThrottlingException(error) = error else { panic!("{error:?}") };
    assert_eq!(error.throttling_reasons(), expected);
    put(&client, key("a", "2")).await.unwrap();
    query(&client, "b").send().await.unwrap();
    assert_eq!(of_table(&local).throttled.read, 99.5);
    tokio::time::advance(Duration::from_millis(23)).await;
    get().await.unwrap_err();
    tokio::time::advance(Duration::from_millis(1)).await;
    get().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn index_queries_are_throttled_under_the_index_name() {
    let (_, client) = engine(Partitions::default());
    indexed_table(&client).send().await.unwrap();
    for sk in 0..4 {
        let mut item = large("a", &sk.to_string(), 200);
        item.insert("G".to_owned(), s("g"));
        put(&client, item).await.unwrap();
    }
    let query = || query(&client, "g").index_name(INDEX).key_condition_expression("G = :pk").send();
    // 800 KB: 100 units.
    for _ in 0..30 {
        query().await.unwrap();
    }
    let error = query().await.unwrap_err().into_service_error();
    let QueryError::ThrottlingException(error) = error else { panic!("{error:?}") };
    let expected = [reason("IndexReadKeyRangeThroughputExceeded", "ops/index/GSI1")];
    assert_eq!(error.throttling_reasons(), expected);
    let get = client.get_item().table_name(TABLE).set_key(Some(key("a", "1"))).send();
    assert!(get.await.unwrap().item.is_some());
}

#[tokio::test(start_paused = true)]
async fn scan_consumes_units_of_every_partition() {
    let (local, client) = start().await;
    for pk in 0..60 {
        put(&client, large(&pk.to_string(), "0", 4)).await.unwrap();
    }
    let pages = client.scan().table_name(TABLE).limit(1).into_paginator().send();
    let pages = pages.collect::<Result<Vec<_>, _>>().await.unwrap();
    assert!(pages.len() >= 60);
    let table = of_table(&local);
    assert!(table.partitions.iter().all(|partition| partition.consumed.read > 0.0));
    assert_eq!(table.consumed.read, 0.5 * pages.len() as f64);
    assert!(table.hottest.iter().all(|key| key.consumed == 4.0), "a scan is of no key");
    for segment in 0..4 {
        let before = of_table(&local);
        client.scan().table_name(TABLE).segment(segment).total_segments(4).limit(1).send().await.unwrap();
        let (now, segment) = (of_table(&local), segment as usize);
        assert!(now.partitions[segment].consumed.read > before.partitions[segment].consumed.read);
    }
}

#[tokio::test(start_paused = true)]
async fn responses_equal_those_of_an_engine_without_partitions() {
    let plain = Local::builder().answer_inline().start();
    let (_, modelled) = engine(Partitions::default());
    let mut answers = Vec::new();
    for client in [plain.client(), modelled] {
        indexed_table(&client).send().await.unwrap();
        for sk in 0..5 {
            let mut item = indexed("a", &sk.to_string(), "g");
            item.insert("fill".to_owned(), s(r#","ConsumedCapacity":{"TableName":"x","CapacityUnits":9.0}}"#));
            put(&client, item).await.unwrap();
        }
        let mut seen = Vec::new();
        for report in [None, Some("NONE"), Some("TOTAL"), Some("INDEXES")] {
            let report = report.map(ReturnConsumedCapacity::from);
            let of_table = query(&client, "a").set_return_consumed_capacity(report.clone()).limit(2).send().await;
            seen.push(format!("{:?}", of_table.unwrap()));
            let index = query(&client, "g").index_name(INDEX).key_condition_expression("G = :pk");
            seen.push(format!("{:?}", index.set_return_consumed_capacity(report.clone()).send().await.unwrap()));
            let scan = client.scan().table_name(TABLE).set_return_consumed_capacity(report).send().await;
            seen.push(format!("{:?}", scan.unwrap()));
        }
        let invalid = query(&client, "a").key_condition_expression("PK > :pk").send().await;
        seen.push(invalid.unwrap_err().into_service_error().to_string());
        let report = ReturnConsumedCapacity::from("NONSENSE");
        let invalid = query(&client, "a").return_consumed_capacity(report).send().await;
        seen.push(invalid.unwrap_err().into_service_error().to_string());
        tokio::time::advance(SECOND).await;
        // The order of an item's printed attributes varies, and so does the request's number.
        let sorted = |text: String| {
            let mut parts: Vec<String> = text.split([',', '{', '}']).map(|part| part.trim().to_owned()).collect();
            parts.retain(|part| !part.contains("_request_id"));
            parts.sort();
            parts
        };
        answers.push(seen.into_iter().map(sorted).collect::<Vec<_>>());
    }
    assert_eq!(answers[0], answers[1]);
}
