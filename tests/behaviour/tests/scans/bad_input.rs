//! Settings of which no scan and no run can be made.

use futures_util::StreamExt as _;
use keywright::{ErrorKind, client::Checkpoint};

use super::design::{Order, filled, inline};

#[tokio::test]
async fn they_are_refused_before_a_request() {
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
async fn a_rate_next_to_nothing_waits_instead_of_failing() {
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
fn a_checkpoint_s_text_is_judged() {
    let nothing = ["", "scan1", "scan1.0.0.0.0", "backfill1.0000000000000000.0000000000000000.0.0000000000000000"];
    for text in nothing {
        assert_eq!(text.parse::<Checkpoint>().unwrap_err().kind(), ErrorKind::CursorMalformed, "{text}");
    }
}
