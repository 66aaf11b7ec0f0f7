//! Items that a batch leaves unprocessed must not end in a log line.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use keywright::{Entity as _, ErrorKind, Outcome, Table as _};

use super::design::*;
use crate::support::faults::{Fault, faulty};
use crate::support::stored;

fn threats() -> Vec<Threat> {
    (0..25).map(|number| threat(&format!("t-{number:02}"))).collect()
}

#[tokio::test]
async fn raw_batch_success_can_leave_items_unwritten() {
    let (_local, platform) = faulty(&[Fault::Only(12)], Fault::None).await;
    let put = |threat: &Threat| PutRequest::builder().set_item(Some(threat.to_item().unwrap())).build().unwrap();
    let writes = threats().iter().map(|threat| WriteRequest::builder().put_request(put(threat)).build()).collect();
    let batch =
        platform.client().batch_write_item().set_request_items(Some(HashMap::from([("platform".into(), writes)])));
    assert!(batch.send().await.is_ok());
    assert_eq!(stored::items(&platform).await.len(), 12);
}

#[tokio::test(start_paused = true)]
async fn unprocessed_items_are_retried_until_written() {
    let (local, platform) = faulty(&[Fault::Only(12), Fault::Only(3)], Fault::None).await;
    let report = platform.batch_put(&threats()).await.unwrap().written;
    assert_eq!((report, local.requests()), (25, 3));
    assert_eq!(stored::items(&platform).await.len(), 25);
}

#[tokio::test(start_paused = true)]
async fn persistently_unprocessed_items_are_returned() {
    let (local, platform) = faulty(&[Fault::Only(12)], Fault::Only(1)).await;
    let threats = threats();
    let report = platform.batch_put(&threats).await.unwrap();
    assert!(!report.is_complete());
    assert_eq!((report.written, report.leftovers.len()), (21, 4));
    for (leftover, threat) in report.leftovers.iter().zip(&threats[21..]) {
        assert_eq!((leftover.entity, &leftover.key), (threat, &Threat::key("abc", noon(), &threat.id)));
        assert_eq!((leftover.reason.kind(), leftover.reason.outcome()), (ErrorKind::Throttled, Outcome::NotApplied));
    }
    let calm = Platform::open(local.client(), "platform");
    assert_eq!(stored::items(&calm).await.len(), 21);
    let again = calm.batch_put_leftovers(report.leftovers).await.unwrap();
    assert!(again.is_complete());
    assert_eq!(Threat::by_brand("abc").send(&calm).await.unwrap().items, threats);
}
