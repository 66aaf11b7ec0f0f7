//! Latency under tokio's paused clock: exact, repeatable, and without real waiting.

use std::time::Duration;

use super::table::{self, TABLE, get, key, put, s};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::error::SdkError;
use keywright_local::{Failure, Faults, Latency, Local, Rule, Throttle};
use tokio::task::JoinSet;
use tokio::time::Instant;

async fn start() -> (Local, Client) {
    let local = Local::builder().answer_inline().start();
    table::create(&local.client()).await;
    local.clear_operations();
    let config = local.config().retry_config(RetryConfig::disabled()).build();
    (local, Client::from_conf(config))
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Rounds up to whole milliseconds, as the timer does.
fn on_the_timer(latency: Duration) -> Duration {
    ms(latency.as_nanos().div_ceil(1_000_000) as u64)
}

fn slow(latency: Latency) -> Faults {
    Faults::seeded(0).rule(Rule::all().latency(latency))
}

fn query(client: &Client, pk: &str) -> aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder {
    let query = client.query().table_name(TABLE).key_condition_expression("PK = :pk");
    query.expression_attribute_values(":pk", s(pk))
}

/// Returns the virtual time of 200 concurrent queries, and the drawn latency of each.
async fn fan_out(seed: u64) -> (Duration, Vec<(Vec<String>, Duration)>) {
    let (local, client) = start().await;
    local.set_faults(Faults::seeded(seed).rule(Rule::on(["Query"]).unwrap().latency(Latency::one_percent_tail())));
    let started = Instant::now();
    let mut queries = JoinSet::new();
    for lane in 0..200 {
        let query = query(&client, &format!("lane{lane:03}"));
        queries.spawn(async move { query.send().await.unwrap() });
    }
    queries.join_all().await;
    let elapsed = started.elapsed();
    let mut drawn: Vec<_> = local.operations().into_iter().map(|query| (query.lanes, query.latency)).collect();
    drawn.sort();
    (elapsed, drawn)
}

#[tokio::test(start_paused = true)]
async fn fan_out_latency_is_its_slowest_lane_and_repeatable() {
    let first = fan_out(3).await;
    let (elapsed, drawn) = &first;
    assert_eq!(drawn.len(), 200);
    let slowest = drawn.iter().map(|(_, latency)| *latency).max().unwrap();
    assert_eq!(*elapsed, on_the_timer(slowest));
    assert!(slowest > ms(6), "{slowest:?}");
    assert!(drawn.windows(2).all(|two| two[0].0 != two[1].0 && two[0].1 != two[1].1));
    assert_eq!(fan_out(3).await, first);
    assert_ne!(fan_out(4).await.1, first.1);
}

#[tokio::test(start_paused = true)]
async fn fan_out_times_follow_the_latency_distribution() {
    let (local, client) = start().await;
    let tail = Latency::one_percent_tail();
    local.set_faults(Faults::seeded(1).rule(Rule::on(["Query"]).unwrap().latency(tail.clone())));
    let (rounds, lanes) = (200, 10);
    let mut times = Vec::new();
    for _ in 0..rounds {
        let started = Instant::now();
        let mut queries = JoinSet::new();
        for lane in 0..lanes {
            let query = query(&client, &lane.to_string());
            queries.spawn(async move { query.send().await.unwrap() });
        }
        queries.join_all().await;
        times.push(started.elapsed());
    }
    for share in [0.5_f64, 0.8, 0.9] {
        let expected = on_the_timer(tail.quantile(share.powf(1.0 / f64::from(lanes))).unwrap());
        let within = times.iter().filter(|time| **time <= expected).count() as f64 / f64::from(rounds);
        // Four standard deviations of a binomial distribution. The timer's rounding adds up to a millisecond.
        let slack = 4.0 * (share * (1.0 - share) / f64::from(rounds)).sqrt();
        assert!(within > share - slack, "p{share}: {within} took {expected:?}");
        let sooner = times.iter().filter(|time| **time <= expected - ms(1)).count() as f64 / f64::from(rounds);
        assert!(sooner < share + slack, "p{share}: {sooner} took less than {expected:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn engine_work_takes_no_virtual_time_and_triggers_no_timeout() {
    let local = Local::builder().answer_inline().start();
    let timeouts = TimeoutConfig::builder().operation_timeout(ms(1)).operation_attempt_timeout(ms(1)).build();
    let client = Client::from_conf(local.config().timeout_config(timeouts).build());
    let started = Instant::now();
    table::create(&client).await;
    for number in 0..50 {
        put(&client, key("a", &number.to_string())).await;
    }
    assert_eq!(query(&client, "a").send().await.unwrap().count, 50);
    assert_eq!(started.elapsed(), Duration::ZERO);
    assert_eq!(local.requests(), 52);
}

#[tokio::test(start_paused = true)]
async fn latencies_of_several_rules_and_of_a_failure_add_up() {
    let (local, client) = start().await;
    let failure = Failure::InternalServerError { carried_out: false };
    local.set_faults(
        slow(Latency::constant(ms(30))).rule(Rule::all().first(1).latency(Latency::constant(ms(4_000))).fail(failure)),
    );
    let started = Instant::now();
    let error = query(&client, "a").send().await.unwrap_err().into_service_error();
    assert!(error.is_internal_server_error());
    assert_eq!(started.elapsed(), ms(4_030));
    query(&client, "a").send().await.unwrap();
    assert_eq!(started.elapsed(), ms(4_060));
    let latencies: Vec<_> = local.operations().iter().map(|operation| operation.latency).collect();
    assert_eq!(latencies, [ms(4_030), ms(30)]);
}

#[tokio::test(start_paused = true)]
async fn a_slow_lane_does_not_slow_the_others() {
    let (local, client) = start().await;
    local.set_faults(Faults::seeded(0).rule(Rule::all().lane("slow").latency(Latency::constant(ms(5_000)))));
    let started = Instant::now();
    let slow = tokio::spawn(query(&client, "slow").send());
    query(&client, "fast").send().await.unwrap();
    assert_eq!(started.elapsed(), Duration::ZERO);
    slow.await.unwrap().unwrap();
    assert_eq!(started.elapsed(), ms(5_000));
}

#[tokio::test(start_paused = true)]
async fn timed_out_write_is_executed_and_retried() {
    let (local, _) = start().await;
    let timeouts = TimeoutConfig::builder().operation_attempt_timeout(ms(100)).build();
    let config = local.config().timeout_config(timeouts).retry_config(RetryConfig::standard().with_max_attempts(2));
    let client = Client::from_conf(config.build());
    local.set_faults(slow(Latency::constant(ms(101))));
    let error = client.put_item().table_name(TABLE).set_item(Some(key("a", "1"))).send().await.unwrap_err();
    assert!(matches!(error, SdkError::TimeoutError(_)), "{error:?}");
    assert_eq!(local.requests(), 2);
    local.clear_faults();
    assert!(get(&client, "a", "1").await.is_some());
}

#[tokio::test(start_paused = true)]
async fn the_sdk_backs_off_in_virtual_time() {
    let (local, _) = start().await;
    let client = local.client();
    local.set_faults(Faults::seeded(0).rule(Rule::all().first(2).fail(Failure::Throttled(Throttle::throttling()))));
    let started = Instant::now();
    query(&client, "a").send().await.unwrap();
    assert!(started.elapsed() > Duration::ZERO && started.elapsed() < ms(4_000), "{:?}", started.elapsed());
    assert_eq!(local.requests(), 3);
}

#[tokio::test]
async fn real_latency_does_not_block_the_engine() {
    let local = Local::start();
    let client = local.client();
    table::create(&client).await;
    local.set_faults(slow(Latency::constant(ms(300))));
    let started = std::time::Instant::now();
    let mut queries = JoinSet::new();
    for lane in 0..20 {
        let query = query(&client, &lane.to_string());
        queries.spawn(async move { query.send().await.unwrap() });
    }
    queries.join_all().await;
    let elapsed = started.elapsed();
    assert!(elapsed >= ms(300), "{elapsed:?}");
    assert!(elapsed < ms(3_000), "20 queries waited one after the other: {elapsed:?}");
}
