//! Requests that are carried out, but whose answers are lost.

use keywright::{ErrorKind, Outcome};

use super::design::*;
use crate::support::faults::{Fault, faulty};

#[tokio::test]
async fn retried_append_is_stored_once() {
    let (local, platform) = faulty(&[Fault::Lost], Fault::None).await;
    platform.put(&log("c-1")).await.unwrap();
    assert_eq!(local.requests(), 2);
    assert_eq!(OpsLog::find(noon(), "c-1").send(&platform).await.unwrap().len(), 1);
}

#[tokio::test]
async fn retried_create_reports_an_unknown_outcome() {
    let (local, platform) = faulty(&[Fault::Lost], Fault::None).await;
    let error = platform.create(&threat("t-1")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::AlreadyExists, Outcome::Unknown));
    assert_eq!(local.requests(), 2);
    let error = platform.create(&threat("t-1")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::AlreadyExists, Outcome::NotApplied));
}

#[tokio::test]
async fn retried_create_does_not_claim_another_writers_item() {
    let (_local, platform) = faulty(&[Fault::None, Fault::Lost], Fault::None).await;
    platform.put(&threat("t-1")).await.unwrap();
    let mut other = threat("t-1");
    other.severity = Severity::Low;
    let error = platform.create(&other).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::AlreadyExists, Outcome::Unknown));
}

#[tokio::test]
async fn outcome_is_unknown_without_any_response() {
    let (_local, platform) = faulty(&[Fault::Lost; 3], Fault::None).await;
    let error = platform.put(&threat("t-1")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::Unknown));
    assert!(platform.get(Threat::key("abc", noon(), "t-1")).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn final_throttling_does_not_hide_an_earlier_lost_response() {
    let throttled = Fault::Answer("ThrottlingException");
    let (local, platform) = faulty(&[Fault::Lost], throttled).await;
    let error = platform.put(&threat("t-1")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::Unknown));

    assert_eq!(local.requests(), 11);

    let (local, platform) = faulty(&[], throttled).await;
    let error = platform.put(&threat("t-1")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::NotApplied));
    assert_eq!(local.requests(), 10);
}

#[tokio::test]
async fn rejected_request_is_not_applied() {
    let (local, platform) = faulty(&[], Fault::Answer("ValidationException")).await;
    let error = platform.delete(Threat::key("abc", noon(), "t-1")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::NotApplied));
    assert!(error.to_string().contains("ValidationException: made up"), "{error}");
    assert!(std::error::Error::source(&error).is_some());
    assert_eq!(local.requests(), 1);
}

/// The engine does not return the item for which a condition failed.
#[tokio::test]
async fn failed_condition_without_the_item_reads_the_stored_item() {
    let refused = Fault::Answer("ConditionalCheckFailedException");
    let (local, platform) = faulty(&[Fault::None, refused, Fault::None, refused], Fault::None).await;
    platform.put(&threat("t-1")).await.unwrap();
    let low = || Threat::SEVERITY.eq(Severity::Low);
    let key = || Threat::key("abc", noon(), "t-1");
    let stored = platform.replace(&threat("t-1")).when(low()).await.unwrap();
    let keywright::client::Conditional::Refused(stored) = stored else { panic!("it is not low") };
    assert_eq!(stored.decode().unwrap(), Some(threat("t-1")));
    let updated = platform.update(key()).set(Threat::SEVERITY, Severity::Low).when(low()).await.unwrap();
    assert!(!updated.is_applied());
    assert_eq!(local.requests(), 5, "each refusal is followed by a read");
}

#[tokio::test]
async fn failed_condition_with_an_unreadable_item_is_reported() {
    let refused = Fault::Answer("ConditionalCheckFailedException");
    let unread = Fault::Answer("AccessDeniedException");
    let (_local, platform) = faulty(&[refused, unread, refused, unread], Fault::None).await;
    for error in [platform.put(&visit(noon(), "/a")).await.unwrap_err(), platform.put(&log("c-1")).await.unwrap_err()] {
        assert_eq!(error.kind(), ErrorKind::ConditionFailed, "{error}");
        assert!(error.to_string().contains("was not returned"), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn proxy_responses_are_not_attributed_to_dynamodb() {
    for status in [403, 500, 504] {
        let (_local, platform) = faulty(&[], Fault::Proxy(status)).await;
        let read = platform.get(Threat::key("abc", noon(), "t-1")).await.unwrap_err();
        let write = platform.put(&threat("t-1")).await.unwrap_err();
        for error in [&read, &write] {
            assert_eq!(error.kind(), ErrorKind::Service, "{error}");
            let message = error.to_string();
            assert!(
                message.contains(&format!("HTTP status {status}")) && message.contains("did not come from dynamodb"),
                "{message}"
            );
            assert!(!message.contains("dynamodb answered"), "{message}");
        }
        assert_eq!(read.outcome(), Outcome::NotApplied);
        assert_eq!(write.outcome(), if status == 403 { Outcome::NotApplied } else { Outcome::Unknown });
    }
}
