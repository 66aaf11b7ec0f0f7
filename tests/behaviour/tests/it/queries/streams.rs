//! All pages as one stream.

use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::ErrorKind;

use super::design::*;

#[tokio::test]
async fn stream_returns_everything_in_order() {
    let (_local, platform) = with_logs(24).await;
    let query = || OpsLog::query().between(hours(0)..hours(72));
    let expected: Vec<_> = (0..24).map(|step| log(step * 3)).collect();
    assert_eq!(query().stream(&platform).try_collect::<Vec<_>>().await.unwrap(), expected);
    let limited: Vec<_> = query().limit(5).stream(&platform).try_collect().await.unwrap();
    assert_eq!(limited, expected[..5]);
    let one_by_one: Vec<_> = query().in_flight(1).stream(&platform).try_collect().await.unwrap();
    assert_eq!(one_by_one, expected);
}

#[tokio::test]
async fn a_dropped_stream_reads_no_further() {
    let (local, platform) = with_logs(24).await;
    let mut stream = OpsLog::query().between(hours(0)..hours(72)).stream(&platform);
    assert_eq!(stream.next().await.unwrap().unwrap(), log(0));
    drop(stream);
    assert_eq!(local.operations().len(), 4, "the four shards of the first day");
}

#[tokio::test]
async fn a_stream_ends_after_its_error() {
    let (_local, platform) = with_logs(1).await;
    let mut refused = OpsLog::query().stream(&platform);
    assert_eq!(refused.next().await.unwrap().unwrap_err().kind(), ErrorKind::UnboundedRange);
    assert!(refused.next().await.is_none());
}
