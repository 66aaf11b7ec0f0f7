//! Every fault, as the SDK's client sees it.

use std::time::Duration;

use super::table::{self, GLOBAL, LOCAL, TABLE, get, item, key, n, put, s};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::get_item::{GetItemError, GetItemOutput};
use aws_sdk_dynamodb::operation::query::QueryError;
use aws_sdk_dynamodb::types::{
    Get, KeysAndAttributes, Put, PutRequest, ThrottlingReason, TransactGetItem, TransactWriteItem, WriteRequest,
};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};

const REASON: &str = "TableReadKeyRangeThroughputExceeded";
const ARN: &str = "arn:aws:dynamodb:us-east-1:000000000000:table/platform";

/// Starts an engine with the table and an empty log, and a client with short pauses between its attempts.
async fn start() -> (Local, Client) {
    let local = Local::start();
    table::create(&local.client()).await;
    local.clear_operations();
    let retries = RetryConfig::standard().with_initial_backoff(Duration::from_millis(1));
    let client = Client::from_conf(local.config().retry_config(retries).build());
    (local, client)
}

fn always(failure: Failure) -> Faults {
    Faults::seeded(0).rule(Rule::all().fail(failure))
}

async fn read(client: &Client, pk: &str) -> Result<GetItemOutput, SdkError<GetItemError>> {
    client.get_item().table_name(TABLE).set_key(Some(key(pk, "1"))).send().await
}

async fn query(client: &Client, pk: &str) -> Result<(), SdkError<QueryError>> {
    let query = client.query().table_name(TABLE).key_condition_expression("#p = :pk AND begins_with(SK, :sk)");
    let query = query.expression_attribute_names("#p", "PK").expression_attribute_values(":sk", s("1"));
    query.expression_attribute_values(":pk", s(pk)).send().await.map(drop)
}

#[tokio::test]
async fn both_throttling_errors_have_their_reasons_after_all_attempts() {
    let (local, client) = start().await;
    let reason = [ThrottlingReason::builder().reason(REASON).resource(ARN).build()];

    let throttle = Throttle::provisioned_throughput_exceeded().reason(REASON, ARN);
    local.set_faults(always(Failure::Throttled(throttle)));
    let error = query(&client, "a").await.unwrap_err().into_service_error();
    let QueryError::ProvisionedThroughputExceededException(exceeded) = error else { panic!("{error:?}") };
    assert_eq!(exceeded.throttling_reasons(), reason);
    assert!(exceeded.message().unwrap().starts_with("The level of configured provisioned throughput"));
    assert_eq!(local.requests(), 3, "the SDK retries a throttle");

    local.set_faults(always(Failure::Throttled(Throttle::throttling().reason(REASON, ARN))));
    let error = query(&client, "a").await.unwrap_err().into_service_error();
    let QueryError::ThrottlingException(throttled) = error else { panic!("{error:?}") };
    assert_eq!(throttled.throttling_reasons(), reason);
    assert!(throttled.message().unwrap().starts_with("Throughput exceeds the current capacity"));
    assert_eq!(local.requests(), 6);

    local.set_faults(always(Failure::Throttled(Throttle::throttling())));
    let error = query(&client, "a").await.unwrap_err().into_service_error();
    let QueryError::ThrottlingException(throttled) = error else { panic!("{error:?}") };
    assert!(throttled.throttling_reasons.is_none());
}

#[tokio::test]
async fn http_500_and_503_are_returned_after_all_attempts() {
    let (local, client) = start().await;
    local.set_faults(always(Failure::InternalServerError { carried_out: false }));
    let error = read(&client, "a").await.unwrap_err();
    assert_eq!(error.raw_response().unwrap().status().as_u16(), 500);
    let error = error.into_service_error();
    let GetItemError::InternalServerError(internal) = &error else { panic!("{error:?}") };
    assert_eq!(internal.message(), Some("Internal server error"));
    assert_eq!(local.requests(), 3);

    local.set_faults(always(Failure::ServiceUnavailable { carried_out: false }));
    let error = read(&client, "a").await.unwrap_err();
    assert_eq!(error.raw_response().unwrap().status().as_u16(), 503);
    assert_eq!(error.into_service_error().code(), Some("ServiceUnavailable"));
    assert_eq!(local.requests(), 6);
}

#[tokio::test]
async fn lost_connection_is_an_io_dispatch_failure_after_all_attempts() {
    let (local, client) = start().await;
    for (carried_out, requests) in [(false, 3), (true, 6)] {
        local.set_faults(always(Failure::Disconnected { carried_out }));
        let error = read(&client, "a").await.unwrap_err();
        let SdkError::DispatchFailure(failure) = &error else { panic!("{error:?}") };
        assert!(failure.is_io() && !failure.is_timeout() && !failure.is_user(), "{failure:?}");
        assert_eq!(local.requests(), requests);
    }
}

#[tokio::test]
async fn only_faults_marked_carried_out_write_the_item() {
    let (local, client) = start().await;
    let failures = |carried_out| {
        [
            Failure::InternalServerError { carried_out },
            Failure::ServiceUnavailable { carried_out },
            Failure::Disconnected { carried_out },
        ]
    };
    let throttled = Failure::Throttled(Throttle::throttling());
    for (number, failure) in failures(true).into_iter().chain(failures(false)).chain([throttled]).enumerate() {
        let pk = number.to_string();
        local.set_faults(always(failure.clone()));
        assert!(client.put_item().table_name(TABLE).set_item(Some(key(&pk, "1"))).send().await.is_err());
        local.clear_faults();
        assert_eq!(get(&client, &pk, "1").await.is_some(), failure.carried_out(), "{failure:?}");
    }
}

#[tokio::test]
async fn late_request_is_executed_after_the_requests_that_overtake_it() {
    let (local, client) = start().await;
    let once = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
    let write = |number| {
        let item = item([("PK", s("a")), ("SK", s("1")), ("hits", n(number))]);
        once.put_item().table_name(TABLE).set_item(Some(item)).send()
    };
    let late = |after| Faults::seeded(0).rule(Rule::all().first(1).fail(Failure::Late { after }));
    local.set_faults(late(2));
    let error = write(1).await.unwrap_err();
    assert!(matches!(&error, SdkError::DispatchFailure(failure) if failure.is_io()), "{error:?}");
    local.clear_faults();
    write(2).await.unwrap();
    assert_eq!(local.late_requests(), 1);
    assert_eq!(get(&client, "a", "1").await.unwrap()["hits"], n(2), "this read is the second to overtake it");
    assert_eq!(local.late_requests(), 0);
    assert_eq!(get(&client, "a", "1").await.unwrap()["hits"], n(1));
    local.set_faults(late(0));
    assert!(write(3).await.is_err());
    assert_eq!(local.late_requests(), 0);
    assert_eq!(get(&client, "a", "1").await.unwrap()["hits"], n(3));
}

#[tokio::test]
async fn late_condition_is_evaluated_on_arrival() {
    let (local, client) = start().await;
    let once = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
    let late = Rule::on(["PutItem"]).unwrap().first(1).fail(Failure::Late { after: 1 });
    local.set_faults(Faults::seeded(0).rule(late));
    let create =
        once.put_item().table_name(TABLE).set_item(Some(item([("PK", s("a")), ("SK", s("1")), ("hits", n(1))])));
    assert!(create.condition_expression("attribute_not_exists(PK)").send().await.is_err());
    put(&client, item([("PK", s("a")), ("SK", s("1")), ("hits", n(2))])).await;
    assert_eq!(get(&client, "a", "1").await.unwrap()["hits"], n(2), "the late create was refused");
}

#[tokio::test]
async fn request_delivered_twice_is_executed_twice_and_answered_once() {
    let (local, client) = start().await;
    let add = || {
        let add = client.update_item().table_name(TABLE).set_key(Some(key("a", "1")));
        add.update_expression("ADD hits :one").expression_attribute_values(":one", n(1)).send()
    };
    let twice =
        |after| Faults::seeded(0).rule(Rule::on(["UpdateItem"]).unwrap().first(1).fail(Failure::Twice { after }));
    local.set_faults(twice(0));
    let sent = local.requests();
    add().await.unwrap();
    assert_eq!(local.requests(), sent + 1, "the client sent one");
    assert_eq!(get(&client, "a", "1").await.unwrap()["hits"], n(2));
    local.set_faults(twice(1));
    add().await.unwrap();
    assert_eq!(local.late_requests(), 1);
    assert_eq!(get(&client, "a", "1").await.unwrap()["hits"], n(3), "this read lets the copy arrive");
    assert_eq!((local.late_requests(), get(&client, "a", "1").await.unwrap()["hits"].clone()), (0, n(4)));
}

#[tokio::test]
async fn lost_response_makes_the_sdk_write_twice() {
    let (local, client) = start().await;
    local.set_faults(
        Faults::seeded(0)
            .rule(Rule::on(["UpdateItem"]).unwrap().first(1).fail(Failure::Disconnected { carried_out: true })),
    );
    let add = client.update_item().table_name(TABLE).set_key(Some(key("a", "1")));
    add.update_expression("ADD hits :one").expression_attribute_values(":one", n(1)).send().await.unwrap();
    assert_eq!(get(&client, "a", "1").await.unwrap()["hits"], n(2));
}

#[tokio::test]
async fn sdk_retries_are_recorded_in_the_log() {
    let (local, client) = start().await;
    put(&client, key("a", "1")).await;
    local.clear_operations();
    let failure = Failure::InternalServerError { carried_out: false };
    local.set_faults(Faults::seeded(0).rule(Rule::on(["GetItem"]).unwrap().first(2).fail(failure.clone())));
    assert!(read(&client, "a").await.unwrap().item.is_some());
    let failures: Vec<_> = local.operations().into_iter().map(|operation| operation.failure).collect();
    assert_eq!(failures, [Some(failure.clone()), Some(failure), None]);
    assert_eq!(local.requests(), 3);
}

#[tokio::test]
async fn engine_errors_are_not_logged_as_faults() {
    let (local, client) = start().await;
    let put = client.put_item().table_name(TABLE).set_item(Some(key("a", "1")));
    assert!(put.condition_expression("attribute_exists(PK)").send().await.is_err());
    let operations = local.operations();
    assert_eq!((operations.len(), &operations[0].failure), (1, &None));
}

#[tokio::test]
async fn lane_rules_do_not_affect_other_lanes() {
    let (local, client) = start().await;
    let failure = || Failure::InternalServerError { carried_out: false };
    local.set_faults(
        Faults::seeded(0)
            .rule(Rule::all().lane("hot").fail(failure()))
            .rule(Rule::all().lane_prefix("warm#").fail(failure())),
    );
    for (pk, fails) in [("hot", true), ("hotter", false), ("warm#1", true), ("warm", false), ("cold", false)] {
        assert_eq!(read(&client, pk).await.is_err(), fails, "{pk}");
        assert_eq!(query(&client, pk).await.is_err(), fails, "{pk}");
        let write = client.put_item().table_name(TABLE).set_item(Some(key(pk, "1"))).send().await;
        assert_eq!(write.is_err(), fails, "{pk}");
    }
    let batch = |keys: [&str; 2]| {
        let keys = keys.map(|pk| key(pk, "1")).to_vec();
        let keys = KeysAndAttributes::builder().set_keys(Some(keys)).build().unwrap();
        client.batch_get_item().request_items(TABLE, keys).send()
    };
    assert!(batch(["cold", "hot"]).await.is_err());
    assert!(batch(["cold", "colder"]).await.is_ok());
}

#[tokio::test]
async fn index_and_table_rules_do_not_affect_others() {
    let (local, client) = start().await;
    let on_index = |index, condition| {
        let query = client.query().table_name(TABLE).index_name(index).key_condition_expression(condition);
        query.expression_attribute_values(":x", s("x")).send()
    };
    let failure = || Failure::InternalServerError { carried_out: false };
    local.set_faults(Faults::seeded(0).rule(Rule::all().index(GLOBAL).lane("x").fail(failure())));
    assert!(on_index(GLOBAL, "G = :x").await.is_err());
    assert!(on_index(LOCAL, "PK = :x").await.is_ok());
    assert!(query(&client, "x").await.is_ok());

    local.set_faults(Faults::seeded(0).rule(Rule::all().table("another").fail(failure())));
    assert!(query(&client, "x").await.is_ok());
    local.set_faults(Faults::seeded(0).rule(Rule::all().table(TABLE).fail(failure())));
    assert!(query(&client, "x").await.is_err());
    assert!(client.list_tables().send().await.is_ok());
}

#[tokio::test]
async fn the_log_names_the_lanes_of_every_kind_of_request() {
    let (local, client) = start().await;
    let put_of = |pk: &str| PutRequest::builder().set_item(Some(key(pk, "1"))).build().unwrap();
    let writes = ["b", "a", "a2"].map(|pk| WriteRequest::builder().put_request(put_of(pk)).build());
    client.batch_write_item().request_items(TABLE, writes.to_vec()).send().await.unwrap();
    read(&client, "a").await.unwrap();
    query(&client, "a").await.unwrap();
    client.delete_item().table_name(TABLE).set_key(Some(key("a2", "1"))).send().await.unwrap();
    let global = client.query().table_name(TABLE).index_name(GLOBAL).key_condition_expression("GS > :n AND G = :g");
    let global = global.expression_attribute_values(":g", s("x")).expression_attribute_values(":n", n(1));
    global.send().await.unwrap();
    let new = Put::builder().table_name(TABLE).set_item(Some(key("c", "1"))).build().unwrap();
    client.transact_write_items().transact_items(TransactWriteItem::builder().put(new).build()).send().await.unwrap();
    let old = Get::builder().table_name(TABLE).set_key(Some(key("c", "1"))).build().unwrap();
    client.transact_get_items().transact_items(TransactGetItem::builder().get(old).build()).send().await.unwrap();
    client.scan().table_name(TABLE).send().await.unwrap();

    let log: Vec<_> = local.operations().into_iter().map(|operation| (operation.name, operation.lanes)).collect();
    let expected: [(&str, &[&str]); 8] = [
        ("BatchWriteItem", &["a", "a2", "b"]),
        ("GetItem", &["a"]),
        ("Query", &["a"]),
        ("DeleteItem", &["a2"]),
        ("Query", &["x"]),
        ("TransactWriteItems", &["c"]),
        ("TransactGetItems", &["c"]),
        ("Scan", &[]),
    ];
    let log: Vec<(&str, Vec<&str>)> =
        log.iter().map(|(name, lanes)| (name.as_str(), lanes.iter().map(String::as_str).collect())).collect();
    assert_eq!(log, expected.map(|(name, lanes)| (name, lanes.to_vec())));
}

#[tokio::test]
async fn multi_attribute_partition_key_is_one_lane() {
    let local = Local::start();
    let client = local.client();
    table::create_with_a_multi_attribute_index(&client).await;
    let query = client.query().table_name(TABLE).index_name(table::MULTI).key_condition_expression("B = :b AND A = :a");
    let query = query.expression_attribute_values(":a", s("one")).expression_attribute_values(":b", s("two"));
    query.send().await.unwrap();
    assert_eq!(local.operations().pop().unwrap().lanes, ["one#two"]);
}

#[tokio::test]
async fn lanes_follow_a_recreated_table() {
    use aws_sdk_dynamodb::types::{
        AttributeDefinition, BillingMode, KeySchemaElement, KeyType::Hash, ScalarAttributeType::S,
    };
    let (local, client) = start().await;
    put(&client, key("a", "1")).await;
    client.delete_table().table_name(TABLE).send().await.unwrap();
    let definition = AttributeDefinition::builder().attribute_name("SK").attribute_type(S).build().unwrap();
    let schema = KeySchemaElement::builder().attribute_name("SK").key_type(Hash).build().unwrap();
    let create = client.create_table().table_name(TABLE).billing_mode(BillingMode::PayPerRequest);
    create.attribute_definitions(definition).key_schema(schema).send().await.unwrap();
    put(&client, item([("PK", s("a")), ("SK", s("b"))])).await;
    assert_eq!(local.operations().pop().unwrap().lanes, ["b"]);
}

#[tokio::test]
async fn faults_can_be_changed_while_a_client_is_in_use() {
    let (local, client) = start().await;
    let once =
        || Faults::seeded(0).rule(Rule::all().first(3).fail(Failure::InternalServerError { carried_out: false }));
    assert!(read(&client, "a").await.is_ok());
    local.set_faults(once());
    assert!(read(&client, "a").await.is_err());
    assert!(read(&client, "a").await.is_ok(), "its first three requests are over");
    local.clone().set_faults(once());
    assert!(read(&client, "a").await.is_err(), "and start again");
    local.set_faults(always(Failure::InternalServerError { carried_out: false }));
    assert!(read(&client, "a").await.is_err());
    local.clear_faults();
    assert!(read(&client, "a").await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn builder_faults_apply_to_the_first_request() {
    let local = Local::builder().answer_inline().faults(always(Failure::Disconnected { carried_out: false })).start();
    assert!(local.client().list_tables().send().await.is_err());
}

/// Returns which requests of each lane failed, in the order of the lane.
async fn luck(seed: u64, reverse: bool) -> Vec<(String, Vec<bool>)> {
    let (local, _) = start().await;
    let client = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
    let half = Rule::on(["GetItem"]).unwrap().probability(0.5).unwrap();
    local.set_faults(Faults::seeded(seed).rule(half.fail(Failure::ServiceUnavailable { carried_out: false })));
    let mut lanes: Vec<u32> = (0..8).collect();
    if reverse {
        lanes.reverse();
    }
    let mut tasks = Vec::new();
    for lane in &lanes {
        let (client, lane) = (client.clone(), lane.to_string());
        tasks.push(tokio::spawn(async move {
            for _ in 0..12 {
                let _ = read(&client, &lane).await;
                tokio::task::yield_now().await;
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let mut lanes: Vec<(String, Vec<bool>)> = (0..8).map(|lane| (lane.to_string(), Vec::new())).collect();
    for operation in local.operations() {
        let of_lane = lanes.iter_mut().find(|(lane, _)| *lane == operation.lanes[0]).unwrap();
        of_lane.1.push(operation.failure.is_some());
    }
    lanes
}

#[tokio::test]
async fn faults_of_a_seed_do_not_depend_on_request_scheduling() {
    let first = luck(5, false).await;
    assert_eq!(first, luck(5, true).await);
    assert_ne!(first, luck(6, false).await);
    let failed = first.iter().flat_map(|(_, failed)| failed).filter(|failed| **failed).count();
    assert!((30..=66).contains(&failed), "{failed} of 96 at a probability of a half");
    assert!(first.windows(2).any(|two| two[0].1 != two[1].1), "lanes have their own luck");
}
