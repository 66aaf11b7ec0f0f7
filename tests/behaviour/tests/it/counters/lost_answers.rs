//! Increments with lost responses: reported as unknown, and never sent again.

use futures_util::future::join_all;
use keywright::{ErrorKind, Outcome, Table as _};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};

use super::design::*;

const LOST: [Failure; 3] = [
    Failure::InternalServerError { carried_out: true },
    Failure::ServiceUnavailable { carried_out: true },
    Failure::Disconnected { carried_out: true },
];

const NOT_CARRIED_OUT: [Failure; 3] = [
    Failure::InternalServerError { carried_out: false },
    Failure::ServiceUnavailable { carried_out: false },
    Failure::Disconnected { carried_out: false },
];

#[tokio::test(start_paused = true)]
async fn unknown_outcome_is_reported_and_not_retried() {
    let (local, platform) = platform_on(inline()).await;
    for (at, failure) in LOST.into_iter().chain(NOT_CARRIED_OUT).enumerate() {
        local.set_faults(Faults::seeded(0).rule(Rule::on(["UpdateItem"]).unwrap().fail(failure.clone())));
        local.clear_operations();
        let poll = format!("p-{at}");
        let error = platform.increment(Votes::votes(&poll), 1).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::Unknown), "{error}");
        assert!(error.key().is_some_and(|key| key.starts_with(&format!("VOTES#{poll}#"))), "{error}");
        let advice = error.to_string().matches("read the item before you repeat it").count();
        assert_eq!((advice, error.to_string().contains("wait and repeat")), (1, false), "{error}");
        assert_eq!(local.requests(), 1, "{failure:?}");
        local.clear_faults();
        let total = platform.total(Votes::votes(&poll)).await.unwrap().value;
        assert_eq!(total, u64::from(failure.carried_out()));
    }
}

#[tokio::test(start_paused = true)]
async fn timeout_has_an_unknown_outcome() {
    let local = inline().start();
    Platform::open(local.client(), "platform").create_table().await.unwrap();
    let second = std::time::Duration::from_secs(1);
    for limit in [
        aws_sdk_dynamodb::config::timeout::TimeoutConfig::builder().operation_timeout(second),
        aws_sdk_dynamodb::config::timeout::TimeoutConfig::builder().operation_attempt_timeout(second),
    ] {
        let config = local.config().timeout_config(limit.build());
        let platform = Platform::open(aws_sdk_dynamodb::Client::from_conf(config.build()), "platform");
        let slow = Rule::on(["UpdateItem"]).unwrap().latency(keywright_local::Latency::constant(3 * second));
        local.set_faults(Faults::seeded(0).rule(slow));
        local.clear_operations();
        let error = increment(&platform).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::Unknown), "{error}");
        assert_eq!(local.requests(), 1);
        local.clear_faults();
    }
}

async fn increment(platform: &keywright::Handle<Platform>) -> keywright::Result<()> {
    platform.increment(Votes::votes("p-1"), 1).await
}

/// Under random faults, the applied increments are those that succeeded and some of the unknown ones.
#[tokio::test(start_paused = true)]
async fn increments_are_never_doubled_or_silently_lost() {
    for seed in 0..5 {
        let hot = Throttle::throttling()
            .reason("TableWriteKeyRangeThroughputExceeded", "arn:aws:dynamodb:us-east-1:123456789012:table/platform");
        let some = |share: f64, failure| Rule::on(["UpdateItem"]).unwrap().probability(share).unwrap().fail(failure);
        let (local, platform) = platform_on(inline()).await;
        let faults = LOST
            .into_iter()
            .chain(NOT_CARRIED_OUT)
            .fold(Faults::seeded(seed), |faults, failure| faults.rule(some(0.04, failure)));
        local.set_faults(faults.rule(some(0.2, Failure::Throttled(hot))));
        let outcomes = join_all((0..300).map(|_| platform.increment(Votes::votes("p-1"), 1).into_future())).await;
        local.clear_faults();
        let ok = outcomes.iter().filter(|outcome| outcome.is_ok()).count() as u64;
        let unknown = outcomes
            .iter()
            .filter(|outcome| outcome.as_ref().is_err_and(|error| error.outcome() == Outcome::Unknown))
            .count() as u64;
        let refused = 300 - ok - unknown;
        let counted = platform.total(Votes::votes("p-1")).consistent().await.unwrap().value;
        assert!((ok..=ok + unknown).contains(&counted), "{ok} {unknown} {refused} {counted}");
        assert!(unknown > 20 && counted > ok && counted < ok + unknown, "{ok} {unknown} {refused} {counted}");
    }
}

#[tokio::test]
async fn failed_connection_is_not_applied() {
    let local = Local::start();
    let config = local.config().http_client(aws_smithy_runtime_api::client::http::SharedHttpClient::new(Refusing));
    let platform = Platform::open(aws_sdk_dynamodb::Client::from_conf(config.build()), "platform");
    let error = increment(&platform).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::NotApplied), "{error}");
}

/// An HTTP client whose connections are refused.
#[derive(Debug)]
struct Refusing;

use aws_smithy_runtime_api::client::{
    http::{HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
    orchestrator::HttpRequest,
    result::ConnectorError,
    runtime_components::RuntimeComponents,
};

impl HttpClient for Refusing {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(Self)
    }
}

impl HttpConnector for Refusing {
    fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
        let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
        HttpConnectorFuture::ready(Err(ConnectorError::io(refused.into())))
    }
}
