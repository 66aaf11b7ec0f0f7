//! Single writes against the limits of partitions, indexes and provisioned capacity.

use std::time::Duration;

use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::types::{
    BillingMode, GlobalSecondaryIndexUpdate, ThrottlingReason, UpdateGlobalSecondaryIndexAction,
};
use keywright_local::{Clock, Failure, Local, Partitions};

use super::support::*;

const SECOND: Duration = Duration::from_secs(1);

fn throttled(error: PutItemError) -> Vec<ThrottlingReason> {
    let PutItemError::ThrottlingException(error) = error else { panic!("{error:?}") };
    error.throttling_reasons().to_vec()
}

#[tokio::test(start_paused = true)]
async fn constant_key_is_limited_to_1000_writes_a_second() {
    let (local, client) = start().await;
    assert_eq!(admitted(&client, "OPS_LOG", 1_000).await, 1_000);
    let error = put(&client, key("OPS_LOG", "last")).await.unwrap_err().into_service_error();
    assert_eq!(throttled(error), [reason("TableWriteKeyRangeThroughputExceeded", "ops")]);
    tokio::time::advance(SECOND).await;
    assert_eq!(admitted(&client, "OPS_LOG", 1_100).await, 1_000);

    let last = local.operations().pop().unwrap();
    assert_eq!(last.throttled, 1);
    assert!(matches!(last.failure, Some(Failure::Throttled(_))));
    let table = of_table(&local);
    assert_eq!(table.partitions.len(), 4);
    assert_eq!((table.consumed.write, table.throttled.write), (2_000.0, 101.0));
    assert_eq!(table.consumed.read, 0.0);
    let hottest = &table.hottest[0];
    assert_eq!((hottest.key.as_str(), hottest.consumed, hottest.throttled), ("OPS_LOG", 2_000.0, 101.0));
    let of_partitions: Vec<f64> = table.partitions.iter().map(|partition| partition.throttled.write).collect();
    assert_eq!(of_partitions.iter().filter(|throttled| **throttled == 101.0).count(), 1);
    let get = client.get_item().table_name(TABLE).set_key(Some(key("OPS_LOG", "last"))).send().await.unwrap();
    assert!(get.item.is_none(), "a refused write is not carried out");
}

/// Writes to 10 keys, and returns the units per second that even loads on them can take without a throttle.
async fn ten_keys(seed: u64, warm_units: Option<i64>) -> (Local, aws_sdk_dynamodb::Client, u64) {
    let (local, client) = engine(Partitions::default().seed(seed));
    let warm = warm_units.map(|units| warm(12_000, units));
    table(&client).set_warm_throughput(warm).send().await.unwrap();
    for shard in 0..10 {
        put(&client, key(&format!("OPS_LOG#{shard}"), "0")).await.unwrap_or_else(|_| panic!("shard {shard}"));
    }
    let fullest = loads(&of_table(&local)).into_iter().max().unwrap();
    (local, client, 10_000 / fullest)
}

fn key_of(shard: u64, sk: u64) -> Item {
    key(&format!("OPS_LOG#{shard}"), &format!("at{sk}"))
}

#[tokio::test(start_paused = true)]
async fn ten_keys_on_four_partitions_carry_about_2400_of_4000() {
    let seeds = 150;
    let mut carried = 0;
    for seed in 0..seeds {
        carried += ten_keys(seed, None).await.2;
    }
    let mean = carried as f64 / seeds as f64;
    // 2,400 by the multinomial distribution. The standard deviation of a seed is about 450, so that of the mean is 37.
    assert!((2_300.0..=2_500.0).contains(&mean), "{mean}");
}

#[tokio::test(start_paused = true)]
async fn engine_admits_the_load_that_key_placement_allows() {
    let (local, client, carried) = ten_keys(1, None).await;
    let each = carried / 10;
    tokio::time::advance(SECOND).await;
    let before = of_table(&local).consumed.write;
    for sk in 0..each {
        for shard in 0..10 {
            put(&client, key_of(shard, sk)).await.unwrap();
        }
    }
    assert_eq!(of_table(&local).consumed.write - before, (each * 10) as f64);
    let mut refused = 0;
    for sk in each..each + 40 {
        for shard in 0..10 {
            refused += u32::from(put(&client, key_of(shard, sk)).await.is_err());
        }
    }
    assert!(refused > 0 && refused < 400, "{refused}: the fullest partition throttles, the others do not");
}

#[tokio::test(start_paused = true)]
async fn warm_throughput_adds_partitions_in_advance() {
    let mut carried = [0, 0];
    for seed in 0..40 {
        carried[0] += ten_keys(seed, None).await.2;
        carried[1] += ten_keys(seed, Some(50_000)).await.2;
    }
    // Ten keys on fifty partitions: 1 or 2 on the fullest one, rarely 3.
    assert!(carried[1] > 2 * carried[0], "{carried:?}");

    let (local, client) = engine(Partitions::default());
    indexed_table(&client).send().await.unwrap();
    assert_eq!((of_table(&local).partitions.len(), of_index(&local, INDEX).partitions.len()), (4, 4));
    let update = UpdateGlobalSecondaryIndexAction::builder().index_name(INDEX).warm_throughput(warm(12_000, 8_000));
    let update = GlobalSecondaryIndexUpdate::builder().update(update.build().unwrap()).build();
    let request = client.update_table().table_name(TABLE).warm_throughput(warm(45_000, 4_000));
    request.global_secondary_index_updates(update).send().await.unwrap();
    assert_eq!((of_table(&local).partitions.len(), of_index(&local, INDEX).partitions.len()), (16, 8));
    let request = client.update_table().table_name(TABLE).warm_throughput(warm(12_000, 30_000));
    let answer = request.send().await.unwrap();
    assert_eq!(answer.table_description().unwrap().table_name(), Some(TABLE));
    assert_eq!((of_table(&local).partitions.len(), of_index(&local, INDEX).partitions.len()), (32, 8));
}

#[tokio::test(start_paused = true)]
async fn an_unsharded_index_throttles_the_writes_of_a_sharded_table() {
    let (local, client) = engine(Partitions::default());
    indexed_table(&client).send().await.unwrap();
    let mut refused = Vec::new();
    for number in 0..1_300 {
        let item = indexed(&format!("OPS_LOG#{number}"), "0", "ACTIVE");
        if let Err(error) = put(&client, item).await {
            refused.push(throttled(error.into_service_error()));
        }
    }
    let expected = [reason("IndexWriteKeyRangeThroughputExceeded", "ops/index/GSI1")];
    assert_eq!(refused.len(), 300);
    assert!(refused.iter().all(|reasons| *reasons == expected), "{:?}", refused[0]);
    let (table, index) = (of_table(&local), of_index(&local, INDEX));
    assert_eq!((table.consumed.write, table.throttled.write), (1_000.0, 0.0), "what is refused takes nothing");
    assert_eq!((index.consumed.write, index.throttled.write), (1_000.0, 300.0));
    assert_eq!(index.hottest[0].key, "ACTIVE");
    put(&client, key("OPS_LOG#0", "0")).await.unwrap_err();
    put(&client, key("OPS_LOG#x", "0")).await.unwrap();
    tokio::time::advance(SECOND).await;
    put(&client, indexed("OPS_LOG#0", "0", "OTHER")).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn provisioned_throttling_has_its_own_reason_and_error_class() {
    let (local, client) = engine(Partitions::default());
    let create = table(&client).billing_mode(BillingMode::Provisioned).provisioned_throughput(provisioned(5, 10));
    create.send().await.unwrap();
    assert_eq!(of_table(&local).partitions.len(), 1);
    assert_eq!(admitted(&client, "a", 20).await, 10);
    let error = put(&client, key("b", "0")).await.unwrap_err().into_service_error();
    let PutItemError::ProvisionedThroughputExceededException(error) = error else { panic!("{error:?}") };
    assert_eq!(error.throttling_reasons(), [reason("TableWriteProvisionedThroughputExceeded", "ops")]);
    tokio::time::advance(100 * SECOND).await;
    for sk in 0..4 {
        put(&client, large("a", &sk.to_string(), 250)).await.unwrap_or_else(|_| panic!("1,000 are saved up"));
    }
    put(&client, key("a", "last")).await.unwrap_err();
    tokio::time::advance(1_000 * SECOND).await;
    let error = loop {
        if let Err(error) = put(&client, large("a", "0", 300)).await {
            break error.into_service_error();
        }
    };
    let PutItemError::ProvisionedThroughputExceededException(error) = error else { panic!("{error:?}") };
    let expected = [reason("TableWriteKeyRangeThroughputExceeded", "ops")];
    assert_eq!(error.throttling_reasons(), expected, "3,000 are saved, but a partition serves 1,000");

    let update = client.update_table().table_name(TABLE).provisioned_throughput(provisioned(5, 2_500));
    update.send().await.unwrap();
    assert_eq!(of_table(&local).partitions.len(), 4);
    let update = client.update_table().table_name(TABLE).billing_mode(BillingMode::PayPerRequest);
    update.send().await.unwrap();
    tokio::time::advance(SECOND).await;
    for sk in 0..5 {
        assert_eq!(put(&client, large("c", &sk.to_string(), 250)).await.is_ok(), sk < 4);
    }
}

#[tokio::test]
async fn a_manual_clock_works_on_the_engine_s_own_thread() {
    let clock = Clock::manual();
    let local = Local::builder().partitions(Partitions::default().clock(clock.clone())).start();
    let config = local.config().retry_config(aws_sdk_dynamodb::config::retry::RetryConfig::disabled());
    let client = aws_sdk_dynamodb::Client::from_conf(config.build());
    table(&client).send().await.unwrap();
    for _ in 0..5 {
        put(&client, large("a", "0", 200)).await.unwrap();
    }
    put(&client, key("a", "1")).await.unwrap_err();
    clock.advance(Duration::from_millis(10));
    put(&client, key("a", "1")).await.unwrap();
    assert!(local.partitions("another").is_none());
    assert!(Local::start().partitions(TABLE).is_none());
}
