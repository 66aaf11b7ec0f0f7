//! Invalid settings of scans and sweeps.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::StreamExt as _;
use keywright::{Entity as _, ErrorKind, Outcome, client::Checkpoint};

use super::design::{Note, Order, filled, inline, order, put_raw};

#[tokio::test]
async fn invalid_settings_are_rejected_before_sending() {
    let local = inline();
    let platform = filled(&local, 5).await;
    let scan = || platform.scan::<Order>();
    let refused = [
        (scan().segments(0), "1 to 1000000 segments, not 0"),
        (scan().segments(1_000_001), "not 1000001"),
        (scan().limit(0), "a limit of 0"),
        (scan().items_per_request(0), "0 items a request"),
        (scan().rate(0.0), "a rate of 0 "),
        (scan().rate(-1.0), "a rate of -1 "),
        (scan().rate(f64::NAN), "a rate of NaN "),
        (scan().rate(f64::INFINITY), "a rate of inf "),
    ];
    for (scan, words) in refused {
        assert_eq!(scan.params().unwrap_err().kind(), ErrorKind::InvalidArgument);
        let error = scan.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains(words) && error.to_string().contains("; "), "{error}");
    }
    let mut stream = scan().segments(0).stream();
    assert!(stream.checkpoint().is_none());
    let error = stream.next().await.unwrap().unwrap_err();
    assert_eq!((error.operation_name(), error.table()), (Some("scan"), Some("platform")));
    assert!(stream.next().await.is_none());
    assert!(scan().rate(f64::NAN).count().await.is_err());
    assert!(scan().segments(0).partial().await.is_err());

    let update = || platform.update_each(|_: Order| None);
    let delete = || platform.delete_each(|_: &Order| true);
    for run in [
        update().segments(0),
        update().segments(1_001),
        delete().segments(0),
        delete().segments(1_001),
        update().write_units_per_second(0),
        delete().read_units_per_second(0),
    ] {
        assert_eq!(run.await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    }
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn minimal_rate_does_not_fail() {
    let local = inline();
    let platform = filled(&local, 5).await;
    let page = platform.scan::<Order>().rate(f64::MIN_POSITIVE).await.unwrap();
    assert_eq!(page.items.len(), 5, "the first request goes out at once");
    let page = platform.scan::<Order>().rate(f64::MAX).limit(usize::MAX).await.unwrap();
    assert_eq!(page.items.len(), 5);
    let page = platform.scan::<Order>().items_per_request(usize::MAX).await.unwrap();
    assert_eq!(page.items.len(), 5);
}

#[test]
fn invalid_checkpoint_text_is_malformed() {
    let nothing = ["", "scan1", "scan1.0.0.0.0", "backfill1.0000000000000000.0000000000000000.0.0000000000000000"];
    for text in nothing {
        assert_eq!(text.parse::<Checkpoint>().unwrap_err().kind(), ErrorKind::CursorMalformed, "{text}");
    }
}

#[tokio::test]
async fn adapters_and_sweeps_reject_what_a_scan_rejects() {
    let local = inline();
    let platform = filled(&local, 5).await;
    let checkpoint = platform.scan::<Note>().limit(1).await.unwrap().checkpoint;
    assert!(checkpoint.is_some());
    local.clear_operations();
    let scan = || platform.scan::<Order>();
    let refused = [
        (scan().keys().limit(0).await.unwrap_err(), ErrorKind::InvalidArgument),
        (scan().located().rate(-0.0).await.unwrap_err(), ErrorKind::InvalidArgument),
        (scan().index("GSI1").segments(0).await.unwrap_err(), ErrorKind::InvalidArgument),
        (platform.scan_items().rate(f64::NEG_INFINITY).count().await.unwrap_err(), ErrorKind::InvalidArgument),
        (scan().keys().resume(checkpoint.clone()).await.unwrap_err(), ErrorKind::CursorForeign),
        (scan().index("GSI1").resume(checkpoint.clone()).await.unwrap_err(), ErrorKind::CursorForeign),
        (platform.update_each(|_: Order| None).resume(checkpoint.clone()).await.unwrap_err(), ErrorKind::CursorForeign),
        (platform.delete_each(|_: &Note| true).resume(checkpoint.clone()).await.unwrap_err(), ErrorKind::CursorForeign),
    ];
    for (error, kind) in refused {
        assert_eq!((error.kind(), error.outcome()), (kind, Outcome::NotApplied), "{error}");
    }
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn undecodable_item_fails_a_scan_or_counts_as_a_failed_item() {
    let local = inline();
    let platform = filled(&local, 5).await;
    let mut spoilt = order(3).to_item().unwrap();
    spoilt.insert("state".into(), AttributeValue::N("1".into()));
    put_raw(&platform, spoilt).await;
    for error in [
        platform.scan::<Order>().await.unwrap_err(),
        platform.scan::<Order>().partial().await.unwrap().undecodable.remove(0),
        platform.scan::<Order>().index("GSI1").await.unwrap_err(),
        platform.scan::<Order>().located().await.unwrap_err(),
    ] {
        assert_eq!((error.kind(), error.entity()), (ErrorKind::Decode, Some("Order")));
        assert_eq!(error.key(), Some("CUSTOMER#c3 / ORDER#0000000003"));
        assert!(error.to_string().contains("`state`"), "{error}");
    }
    // Its key identifies its entity, which is enough to count it and to return its key.
    assert_eq!(platform.scan::<Order>().count().await.unwrap().items, 5);
    assert_eq!(platform.scan::<Order>().keys().await.unwrap().items.len(), 5);
    let report = platform.update_each(|order: Order| Some(Order { state: "x".into(), ..order })).await.unwrap();
    assert_eq!((report.written, report.failures), (4, 1));
    assert_eq!(report.failed[0].error.kind(), ErrorKind::Decode);
}
