//! Failures are explicit.

use keywright::{ErrorKind, Outcome, Table as _};
use keywright_local::{Failure, Faults, Local, Rule};

use super::design::*;

#[tokio::test]
async fn a_lanes_error_names_the_lane() {
    let local = Local::start();
    let nowhere = Platform::open(local.client(), "nowhere");
    let error = OpsLog::query().between(hours(0)..hours(1)).send(&nowhere).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::TableNotFound, Outcome::NotApplied));
    assert_eq!((error.entity(), error.operation_name()), (Some("OpsLog"), Some("query")));
    assert!(error.key().is_some_and(|key| key.starts_with("OPS_LOG#2026-06-22#")), "{error}");
    assert!(error.to_string().contains("table nowhere"), "{error}");
}

#[tokio::test]
async fn unbounded_oversized_and_empty_queries_are_rejected() {
    let (local, platform) = platform().await;
    let open = OpsLog::query().send(&platform).await.unwrap_err();
    assert_eq!(open.kind(), ErrorKind::UnboundedRange);
    assert!(open.to_string().contains(".between(from..)"), "{open}");
    let many = OpsLog::query().between(hours(0)..hours(100_000)).send(&platform).await.unwrap_err();
    assert_eq!(many.kind(), ErrorKind::TooManyLanes);
    let nothing = OpsLog::query().between(hours(0)..hours(1)).limit(0).send(&platform).await.unwrap_err();
    assert_eq!(nothing.kind(), ErrorKind::InvalidArgument);
    assert_eq!(local.operations().len(), 0);
}

#[tokio::test]
async fn undecodable_item_fails_the_page() {
    let (_local, platform) = platform().await;
    platform.put(&threat(0, "t")).await.unwrap();
    let update = platform.client().update_item().table_name("platform");
    let s = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.into());
    let key = update.key("PK", s("THREAT#abc#2026-06")).key("SK", s("ALERT#2026-06-22T12:00:00.000000000Z#t"));
    let spoilt = key.update_expression("SET severity = :s").expression_attribute_values(":s", s("Mild"));
    spoilt.send().await.unwrap();
    let error = Threat::by_brand("abc").send(&platform).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(error.index(), Some("GSI1"));
}

#[tokio::test(start_paused = true)]
async fn lost_response_is_not_reported_as_an_unsent_request() {
    let local = Local::builder().answer_inline().start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    local.set_faults(Faults::seeded(1).rule(Rule::all().fail(Failure::Disconnected { carried_out: true })));
    let read = platform.get(Threat::key("abc", noon(), "t")).await.map(drop).unwrap_err();
    let page = Threat::by_brand("abc").send(&platform).await.map(drop).unwrap_err();
    for error in [read, page] {
        let message = error.to_string();
        assert!(message.contains("no response arrived") && !message.contains("did not reach"), "{message}");
    }
}
